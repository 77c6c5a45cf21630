# SPDX-License-Identifier: MIT
"""The ten-node ladder of the benchmarks in plain Python: its input and its results, computed without flux.

    python3 spec/reference/ladder.py     writes ladder_final.csv beside itself and graphs/data/ladder.csv (the first 1,000 events)

CPython's float is the C double; nothing is fused or reassociated, so the bits are those of any backend.
"""
import struct
from pathlib import Path

HERE = Path(__file__).parent
STEPS = {"random": (6364136223846793005, 1442695040888963407), "periodic": (1, 13 << 60)}


def events(kind, n):
    multiplier, increment = STEPS[kind]
    s = 42
    for i in range(n):
        s = (s * multiplier + increment) & 0xFFFFFFFFFFFFFFFF
        yield 100 + (s >> 11) * 2.0**-53 * 10 - 5, float(1 + (s >> 60)), i


def ladder(kind, n, filtered=True):
    """filtered=False: every node runs at every event, whatever the detector says."""
    fast = slow = pv = v = var = published = 0.0
    count = 0
    for price, size, _ in events(kind, n):
        fast += 0.2 * (price - fast)
        slow += 0.02 * (price - slow)
        spread = fast - slow
        notional = price * size
        pv += notional
        v += size
        dev = price - pv / v
        var += 0.05 * (dev * dev - var)
        score = spread * dev / (var + 1e-9)
        count += score > 0
        if score > 0 or not filtered:
            published = published * 0.5 + score
    return count, published


if __name__ == "__main__":
    with open(HERE / "../../graphs/data/ladder.csv", "w", newline="\n") as out:
        out.write("price,size,time\n")
        for price, size, time in events("random", 1000):
            out.write(f"{price:.17g},{size:.17g},{time}\n")
    with open(HERE / "ladder_final.csv", "w", newline="\n") as out:
        out.write("input,events,count,published,bits\n")
        for kind in STEPS:
            for n in (1000, 1_000_000):
                count, published = ladder(kind, n)
                bits = struct.pack(">d", published).hex()
                out.write(f"{kind},{n},{count},{published!r},{bits}\n")

# SPDX-License-Identifier: MIT
"""Answers `list`, `about` and `run WORKLOAD SIZE EVENTS` on stdin, a line each.

The ladder's nodes are Python behind two curves, the rest csp's own nodes, which are C++. Events come from numpy arrays that are made before
the clock starts, which favours csp. Timed is csp.run: the engine, and what little it takes to start it.
"""

import functools
import sys
import time
from datetime import datetime, timedelta

import csp
import numpy
from csp import ts

START = datetime(2020, 1, 1)
STEP = timedelta(microseconds=1)


def curve(kind, values):
    times = numpy.datetime64(START) + numpy.arange(1, len(values) + 1).astype("timedelta64[us]")
    return csp.curve(kind, (times.astype("datetime64[ns]"), values))


# The ladder.


@csp.node
def average(price: ts[float], weight: float) -> ts[float]:
    with csp.state():
        s_value = 0.0
    if csp.ticked(price):
        s_value += weight * (price - s_value)
        return s_value


@csp.node
def difference(a: ts[float], b: ts[float]) -> ts[float]:
    if csp.ticked(a, b):
        return a - b


@csp.node
def product(a: ts[float], b: ts[float]) -> ts[float]:
    if csp.ticked(a, b):
        return a * b


@csp.node
def vwap(notional: ts[float], size: ts[float]) -> ts[float]:
    with csp.state():
        s_pv = 0.0
        s_v = 0.0
    if csp.ticked(notional):
        s_pv += notional
        s_v += size
        return s_pv / s_v


@csp.node
def variance(deviation: ts[float]) -> ts[float]:
    with csp.state():
        s_value = 0.0
    if csp.ticked(deviation):
        s_value += 0.05 * (deviation * deviation - s_value)
        return s_value


@csp.node
def detector(spread: ts[float], deviation: ts[float], var: ts[float]) -> ts[float]:
    if csp.ticked(var):
        score = spread * deviation / (var + 1e-9)
        if score > 0:
            return score


@csp.node
def publisher(score: ts[float]) -> ts[float]:
    with csp.state():
        s_value = 0.0
    if csp.ticked(score):
        s_value = s_value * 0.5 + score
        return s_value


@functools.lru_cache(maxsize=1)
def ladder_events(size, events):
    multiplier, increment = (6364136223846793005, 1442695040888963407) if size == "random" else (1, (13 << 60) % 2**64)
    prices, sizes = numpy.empty(events), numpy.empty(events)
    s = 42
    for i in range(events):
        s = (s * multiplier + increment) % 2**64
        prices[i] = 100 + (s >> 11) * 2.0**-53 * 10 - 5
        sizes[i] = 1 + (s >> 60)
    return {"price": prices, "size": sizes}


@csp.graph
def ladder(price: ts[float], size: ts[float]) -> ts[float]:
    spread = difference(average(price, 0.2), average(price, 0.02))
    deviation = difference(price, vwap(product(price, size), size))
    return publisher(detector(spread, deviation, variance(deviation)))


# The rest; `x` is the root.


def deep(bid, ask, n):
    last = (bid + ask) / 2.0
    for _ in range(n):
        last = last + 1.0
    return last


def diamond(bid, ask, n):
    root = (bid + ask) / 2.0
    above = [root + 1.0 for _ in range(9)]
    for _ in range(2, 12):
        above = [above[i] + above[(i + 1) % 9] + 1.0 for i in range(9)]
    return above[0]


def dirty(x, n):
    last = csp.filter(x > 0.5, x)
    for i in range(1, n + 1):
        last = csp.filter(last > 0.5, last) if i % 3 == 0 else last + 1.0
    return last


def hotpath(bid, ask, n):
    root = (bid + ask) / 2.0
    branches = [csp.accum(csp.filter(root > 0.0, root)) for _ in range(n)]
    for branch in branches[1:]:
        csp.add_graph_output(f"branch{id(branch)}", branch, tick_count=1)
    return branches[0]


def poly(x, n):
    last = x
    for i in range(1, n + 1):
        last = last + 1.0 if i % 3 == 0 else csp.accum(last) if i % 3 == 1 else last * 1.0
    return last


def short(x, n):
    last = x
    for _ in range(n + 1):
        last = last + 1.0
    return last


def quotes(step):
    def make(events):
        seq = numpy.arange(events, dtype=float)
        return {"bid": 100 + seq, "ask": 101 + step * seq}

    return make


def counting(events):
    return {"x": 100.0 + numpy.arange(events)}


def every_tenth(events):
    return {"x": (numpy.arange(events) % 10 == 0).astype(float)}


GRAPHS = {
    "deep": (deep, quotes(1), [5, 10, 20, 50, 100]),
    "diamond": (diamond, quotes(0), [101]),
    "dirty": (dirty, every_tenth, [10, 20, 50, 100]),
    "hotpath": (hotpath, quotes(1), [2, 8, 32]),
    "poly": (poly, counting, [5, 10, 20, 50, 100]),
    "short": (short, counting, [3, 5, 10]),
}
NAMES = ["ladder:random", "ladder:periodic"] + [f"{name}:{n}" for name, row in GRAPHS.items() for n in row[2]]


@csp.graph(memoize=False)
def top(workload: str, size: str, inputs: object):
    curves = {name: curve(float, values) for name, values in inputs.items()}
    end = ladder(**curves) if workload == "ladder" else GRAPHS[workload][0](n=int(size), **curves)
    csp.add_graph_output("count", csp.count(end), tick_count=1)
    csp.add_graph_output("value", end, tick_count=1)


def run(workload, size, events):
    """Seconds of processor time, and what came out."""
    inputs = ladder_events(size, events) if workload == "ladder" else GRAPHS[workload][1](events)
    begin = time.thread_time_ns()
    with csp.memoize(False):  # else csp joins equal nodes, and a diamond of 101 is a chain
        out = csp.run(top, workload, size, inputs, starttime=START, endtime=STEP * (events + 1))
    spent = time.thread_time_ns() - begin
    count = out["count"][0][1] if out["count"] else 0
    value = out["value"][0][1] if out["value"] else 0.0
    return spent, f"{count} {value:.17g}"


def answer(words, warm):
    if words == ["list"]:
        return " ".join(NAMES)
    if words == ["about"]:
        return f"csp {csp.__version__}, Python {sys.version.split()[0]}"
    if len(words) != 4 or words[0] != "run" or f"{words[1]}:{words[2]}" not in NAMES:
        return "error not understood: " + " ".join(words)
    _, workload, size, events = words
    if (workload, size) not in warm:
        warm.add((workload, size))
        begin = time.monotonic()
        while time.monotonic() < begin + 1:
            run(workload, size, 20000)
    spent, observed = run(workload, size, int(events))
    return f"ns_per_event {spent / int(events)} checksum {observed}"


def main():
    warm = set()
    for line in sys.stdin:
        try:
            print(answer(line.split(), warm), flush=True)
        except Exception as error:  # whatever csp raises becomes the answer
            print("error", type(error).__name__, str(error).replace("\n", " "), flush=True)


main()

# SPDX-License-Identifier: MIT
"""Sliding windows after each of ten million steps' checkpoints, recomputed exactly (numpy.longdouble).

    python3 spec/reference/nodes/long_run.py      writes long_run.csv beside itself

The series (spec/nodes_long_run_spec.lua makes the same): s = s*6364136223846793005 + 1442695040888963407 (uint64, from 42),
u = (s >> 11) * 2^-53, v the same of the next s. x = 1e6 + u; every 24,989th x is 1e12 instead, and x is 1e9 + u in the third
and the sixth million; y = u - 0.5 v. Windows of 1000.
"""
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
LONG = np.longdouble
STEPS, WINDOW, CHECKS = 10_000_000, 1000, 20
MASK = (1 << 64) - 1


def uniforms(count):
    """The generator, 4096 lanes at a time: s[i + 4096] = a^4096 s[i] + c'."""
    lanes = 4096
    a, c, s, first = 6364136223846793005, 1442695040888963407, 42, []
    jump_a, jump_c = 1, 0
    for _ in range(lanes):
        s = (a * s + c) & MASK
        first.append(s)
        jump_a, jump_c = (jump_a * a) & MASK, (jump_c * a + c) & MASK
    block = np.array(first, np.uint64)
    out = np.empty((count + lanes - 1) // lanes * lanes)
    for i in range(0, len(out), lanes):
        out[i : i + lanes] = (block >> np.uint64(11)).astype(float) * 2.0**-53
        block = block * np.uint64(jump_a) + np.uint64(jump_c)
    return out[:count]


def main():
    both = uniforms(2 * STEPS)
    u, v = both[0::2], both[1::2]
    step = np.arange(STEPS)
    million = step // 1_000_000
    x = np.where((million == 2) | (million == 5), 1e9, 1e6) + u
    x[step % 24_989 == 24_988] = 1e12
    y = u - 0.5 * v
    lines = ["step,sum,mean,var,cov,corr,skew,kurt,min,max,median,quantile,vwap"]
    for k in range(1, CHECKS + 1):
        end = STEPS // CHECKS * k
        a, b = x[end - WINDOW : end].astype(LONG), y[end - WINDOW : end].astype(LONG)
        near = a - a[-1]  # exact, where the mean of 1e9 has only 1e-10 left
        da, db, n = near - near.mean(), b - b.mean(), WINDOW
        m2, m3, m4 = (da**2).sum(), (da**3).sum(), (da**4).sum()
        root = np.sqrt(LONG(n))
        g1 = root * m3 / m2 ** LONG(1.5)
        values = [a.sum(), a.mean(), m2 / (n - 1), (da * db).sum() / (n - 1), (da * db).sum() / np.sqrt(m2 * (db**2).sum()),
                  g1 * np.sqrt(LONG(n * (n - 1))) / (n - 2),
                  LONG(n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (n * m4 / m2**2 - 3) + 6),
                  a.min(), a.max(), np.median(a.astype(float)), np.quantile(a.astype(float), 0.95),
                  (a * (b + 2)).sum() / (b + 2).sum()]
        lines.append(f"{end}," + ",".join(f"{float(value):.17g}" for value in values))
    (HERE / "long_run.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

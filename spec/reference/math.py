# SPDX-License-Identifier: MIT
"""Correctly rounded values of the portable functions (S18), computed with mpmath at up to 4,000 bits, not by flux.

    python3 spec/reference/math.py       writes math_values.csv beside itself: name, argument bits (a, b), result bits

Every result is the double that is nearest to the exact value, so the library must agree to the bit, which implies the 1 ulp
that the documentation promises. The precision is raised until both ends of the error interval round to the same double.
"""
import random
import struct
from fractions import Fraction
from pathlib import Path

import mpmath
from mpmath import mp

HERE = Path(__file__).parent
SAMPLES = 300


def bits(x):
    return struct.pack(">d", x).hex()


def to_double(x):
    """mpf -> nearest double. Python's integer division rounds correctly, subnormals included."""
    sign, man, exp, _ = x._mpf_
    if not man:
        return 0.0
    if exp + man.bit_length() > 1100:
        return float("-inf") if sign else float("inf")
    if exp + man.bit_length() < -1100:
        return -0.0 if sign else 0.0
    try:
        value = Fraction(man) * Fraction(2) ** exp
        value = value.numerator / value.denominator
    except OverflowError:
        value = float("inf")
    return -value if sign else value


def rounded(f, *arguments):
    precision = 160
    while True:
        mp.prec = precision
        y = f(*(mpmath.mpf(a) for a in arguments))
        error = abs(y) * mpmath.mpf(2) ** (20 - precision)
        low, high = to_double(y - error), to_double(y + error)
        if low == high and (low != 0 or y != 0):
            return low
        if precision > 4000:
            return to_double(y)  # exact: the value is a double or a tie
        precision *= 2


FUNCTIONS = {
    "exp": (mpmath.exp, (-745, 709)),
    "log": (mpmath.log, (0, 10)),
    "log10": (mpmath.log10, (0, 10)),
    "pow": (mpmath.power, (0, 40)),
    "sin": (mpmath.sin, (-100, 100)),
    "cos": (mpmath.cos, (-100, 100)),
    "tan": (mpmath.tan, (-100, 100)),
    "asin": (mpmath.asin, (-1, 1)),
    "acos": (mpmath.acos, (-1, 1)),
    "atan": (mpmath.atan, (-10, 10)),
    "atan2": (mpmath.atan2, (-5, 5)),
    "sinh": (mpmath.sinh, (-30, 30)),
    "cosh": (mpmath.cosh, (-30, 30)),
    "tanh": (mpmath.tanh, (-20, 20)),
}

# Worked by hand from C11 annex F; ^ and math.* must agree with it.
INF, NAN = float("inf"), float("nan")
SPECIAL = [
    ("exp", INF, 0, INF), ("exp", -INF, 0, 0.0), ("exp", 0.0, 0, 1.0), ("exp", 710.0, 0, INF), ("exp", -746.0, 0, 0.0),
    ("exp", NAN, 0, NAN), ("log", 0.0, 0, -INF), ("log", -0.0, 0, -INF), ("log", -1.0, 0, NAN), ("log", 1.0, 0, 0.0),
    ("log", INF, 0, INF), ("log", -INF, 0, NAN), ("log10", 0.0, 0, -INF), ("log10", -2.0, 0, NAN), ("log10", 1000.0, 0, 3.0),
    ("log10", 1e22, 0, 22.0), ("sin", INF, 0, NAN), ("sin", -0.0, 0, -0.0), ("cos", INF, 0, NAN), ("cos", 0.0, 0, 1.0),
    ("tan", -INF, 0, NAN), ("tan", -0.0, 0, -0.0), ("asin", 1.5, 0, NAN), ("asin", -0.0, 0, -0.0), ("acos", 1.0, 0, 0.0),
    ("acos", -1.5, 0, NAN), ("atan", -0.0, 0, -0.0), ("sinh", -INF, 0, -INF), ("sinh", -0.0, 0, -0.0), ("cosh", -INF, 0, INF),
    ("tanh", INF, 0, 1.0), ("tanh", -INF, 0, -1.0), ("tanh", -0.0, 0, -0.0),
    ("atan2", 0.0, 1.0, 0.0), ("atan2", -0.0, 1.0, -0.0), ("atan2", 0.0, 0.0, 0.0), ("atan2", -0.0, 0.0, -0.0),
    ("atan2", NAN, 1.0, NAN), ("atan2", 1.0, NAN, NAN), ("atan2", 1.0, INF, 0.0), ("atan2", -1.0, INF, -0.0),
    ("pow", 2.0, 10.0, 1024.0), ("pow", -2.0, 3.0, -8.0), ("pow", -2.0, 0.5, NAN), ("pow", 0.0, 0.0, 1.0),
    ("pow", NAN, 0.0, 1.0), ("pow", 1.0, NAN, 1.0), ("pow", NAN, 1.0, NAN), ("pow", 2.0, NAN, NAN), ("pow", 0.0, -1.0, INF),
    ("pow", -0.0, -1.0, -INF), ("pow", -0.0, -2.0, INF), ("pow", -0.0, 3.0, -0.0), ("pow", -0.0, 2.0, 0.0),
    ("pow", -1.0, INF, 1.0), ("pow", 0.5, INF, 0.0), ("pow", 0.5, -INF, INF), ("pow", INF, -1.0, 0.0), ("pow", -INF, 3.0, -INF),
    ("pow", -INF, 2.0, INF), ("pow", -INF, -3.0, -0.0), ("pow", 10.0, 22.0, 1e22), ("pow", 10.0, 308.0, 1e308),
    ("pow", 2.0, -1074.0, 5e-324), ("pow", 2.0, -1075.0, 0.0), ("pow", 2.0, 1024.0, INF), ("pow", -1.0, 2.0**52 + 1, -1.0),
    ("pow", -1.0, 2.0**53, 1.0), ("pow", -1.0, 2.0**51 + 0.5, NAN), ("pow", 3.0, 2.0, 9.0), ("pow", 2.25, 0.5, 1.5),
]


def arguments(random_, name, low, high):
    for i in range(SAMPLES):
        if i % 3 == 0:
            a = random_.uniform(-1, 1) * 2.0 ** random_.randint(-60, 9)
        elif i % 3 == 1:
            a = 1 + random_.uniform(-1, 1) * 2.0**-7
        else:
            a = random_.uniform(low, high)
        b = random_.uniform(-20, 20) if i % 2 else float(random_.randint(-12, 12))
        if name in ("log", "log10", "pow"):
            a = abs(a)
        if name in ("asin", "acos") and abs(a) > 1:
            a = 1 / a
        if name in ("sin", "cos", "tan") and i % 10 == 0:
            a = random_.uniform(1, 2) * 2.0 ** random_.randint(10, 1023)
        yield a, b


if __name__ == "__main__":
    random_ = random.Random(42)
    with open(HERE / "math_values.csv", "w", newline="\n") as out:
        out.write("name,a,b,result\n")
        for name, a, b, result in SPECIAL:
            out.write(f"{name},{bits(float(a))},{bits(float(b))},{bits(result)}\n")
        for name, (function, (low, high)) in FUNCTIONS.items():
            for a, b in arguments(random_, name, low, high):
                two = name in ("pow", "atan2")
                if name == "atan2":
                    b = b or 1.0
                result = rounded(function, *((a, b) if two else (a,)))
                out.write(f"{name},{bits(a)},{bits(b if two else 0.0)},{bits(result)}\n")

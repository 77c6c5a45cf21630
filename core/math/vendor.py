# SPDX-License-Identifier: MIT
"""Makes core/math/*.c from the sources of CORE-MATH.

    python3 core/math/vendor.py DIR       DIR holds CORE-MATH's src/binary64 (see README.md for where to get it)

Needs unifdef and clang (for its syntax tree). Per function it inlines the local headers, keeps only the portable text (no
intrinsics, no inline assembly, no errno, no floating-point flags; rounding is to nearest), drops functions that nobody uses,
and gives every name at file scope the prefix flux_<function>_, so that the files can also stand in one translation unit.
The arithmetic is left as it is. README.md lists the changes.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

FUNCTIONS = "exp log log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh".split()
HERE = Path(__file__).parent

UNIFDEF = ["-k", "-UCORE_MATH_SUPPORT_ERRNO", "-U__x86_64__", "-U__GNUC__", "-U__clang__", "-U__AVX__", "-U__SSE4_1__"]
UNIFDEF += ["-DPOW_ITERATION=15", "-DENABLE_FP=1", "-DENABLE_ZIV2=2", "-DENABLE_EXACT=4", "-DENABLE_ZIV3=8", "-DCORE_MATH_POW"]

MULTIPLY_PROOF = """  /* Defined for every b but INT64_MIN: hi < 2^64 and c < 2^63, so hi*c < 2^127 and 1 <= m <= 64. Since hi >= 2^63 and
     hi*c < 2^(128-m), c < 2^(65-m), and lo*c << (m-1) stays below 2^128. */
"""

# (pattern, replacement), applied in order to the text without local includes.
EDITS = [
    (r"#include [<\"][^\n]*\n", ""),
    (r"#pragma [^\n]*\n", ""),
    (r"// Warning: clang also defines __GNUC__\n", ""),
    (r"#define (POW_ITERATION|ENABLE_\w+|CORE_MATH_POW)\b[^\n]*\n", ""),
    (r"typedef unsigned __int128 u128;", "__extension__ typedef FLUX_MATH_U128 u128;"),
    (r"(?://[^\n]*\n)?static inline void print_\w+ *\([^)]*\) *\{.*?\n\}\n", ""),
    # exact roundings, without a call of the C library (flux_math.h)
    (r"/\* (__builtin_roundeven was introduced|round x to nearest integer, breaking)(?:(?!\*/).)*\*/\n", ""),
    (r"static double\nroundeven_finite \(double x\)\n\{.*?\n\}\n", ""),
    (r"\broundeven_finite\b", "flux_math_nearest"),
    (r"return x == flux_math_nearest \(x\);", "return flux_math_is_int (x);"),
    (r"\b__builtin_round\b", "flux_math_nearest"),
    (r"\b__builtin_floor\b", "flux_math_floor"),
    (r"\b__builtin_fmax\(ax, ay\)", "(ax > ay ? ax : ay)"),
    (r"\b__builtin_fmin\(ax, ay\)", "(ax > ay ? ay : ax)"),
    (r"\b__builtin_fma\b", "flux_math_fma"),
    (r"\bNAN\b", "flux_math_nan"),
    (r"\bINFINITY\b", "__builtin_inf()"),
    # rounding is to nearest
    (r"switch *\(fegetround\(\)\)", "switch (FLUX_MATH_TONEAREST)"),
    (r"\bFE_(TONEAREST|DOWNWARD|UPWARD|TOWARDZERO)\b", r"FLUX_MATH_\1"),
    # floating-point flags are nobody's business
    (r"static FLAG_T\nget_flag \(void\)\n\{.*?\n\}\n", ""),
    (r"static void\nset_flag \(FLAG_T flag\)\n\{.*?\n\}\n", ""),
    (r"#define FLAG_T [^\n]*\n", ""),
    (r"[ \t]*FLAG_T flag = get_flag \(\);\n", ""),
    (r"[ \t]*if \(exact\)\n[ \t]*// restore inexact flag\n[ \t]*set_flag \(flag\);\n", ""),
    (r"[ \t]*// forces the underflow exception\n", ""),
    (r"[ \t]*if \(underflow && !exact\) \{\n[ \t]*feraiseexcept[^\n]*\n[ \t]*\}\n", "  (void)underflow, (void)exact;\n"),
    (r"[ \t]*feraiseexcept *\([^;]*;[^\n]*\n", ""),
    (r"[ \t]*fenv_t env;\n[ \t]*feholdexcept\(&env\);\n", ""),
    (r"[ \t]*int underflow;\n[ \t]*int overflow = fetestexcept \(FE_OVERFLOW\);\n", ""),
    (r"[ \t]*int inexact = fetestexcept \(FE_INEXACT\);\n.*?v != u\)\)\)\);?\n", ""),
    (r"[ \t]*if \(!overflow\)\n[ \t]*feclearexcept \(FE_OVERFLOW\);\n", ""),
    (r"[ \t]*if \(!underflow\)\n[ \t]*feclearexcept \(FE_UNDERFLOW\);\n", ""),
    (r"[ \t]*feupdateenv\(&env\);\n", ""),
    (r"[ \t]*fexcept_t flag;\n", ""),
    (r"[ \t]*fe[gs]etexceptflag \(&flag, FE_UNDERFLOW\);\n", ""),
    # a hard case that the search for worst cases has missed: the best approximation instead of a message and exit(1)
    (r"[ \t]*printf \(\"[^;]*;\n", ""),
    (r"\n  exit \(1\);\n", "\n  return qR.sgn == 0x0 ? 1.0 + 0x1p-100 : 1.0 - 0x1p-100;\n"),
    (r"[ \t]*if \(__builtin_expect \(mm == 0 \|\| ~mm == 0, 0\)\)\n.*?exit \(1\);\n[ \t]*\}\n", "  (void)err, (void)y, (void)x;\n"),
    # what upstream left open, and a slip in a licence
    (r"  // Will pose issues if b is too large but for now we assume it never happens\n[^\n]*\n", MULTIPLY_PROOF),
    (r"\n     [A-Z]*: adapt for big-endian processors\. \*/", " Others are refused (flux_math.h). */"),
    (r"\bexp_dRESS\b", "EXPRESS"),
    (r"[ \t]+\n", "\n"),
    (r"\n{3,}", "\n\n"),
]

GUARD = "#ifndef FLUX_MATH_U128\n#error \"flux_%s needs integers of 128 bits: gcc or clang for 64 bits, clang 14 or later for 32 bits\"\n#endif\n"
IGNORED = ["-Wconversion", "-Wsign-conversion", "-Wfloat-conversion", "-Wshadow", "-Wsign-compare", "-Wunused-parameter", "-Wmissing-field-initializers"]


def inline_headers(path):
    text = path.read_text()
    return re.sub(
        r'#include "(\w+\.h)"\n',
        lambda m: inline_headers(path.parent / m[1]) if (path.parent / m[1]).exists() else m[0],
        text,
    )


def unifdef(text):
    done = subprocess.run(["unifdef", *UNIFDEF], input=text, text=True, capture_output=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def declarations(text):
    """Top-level declarations of the C text: (kind, name, begin, end, used)."""
    source = HERE / "vendor_tmp.c"
    source.write_text(PRELUDE + text)
    command = ["clang", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(source)]
    tree = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    source.unlink()
    shift = len((PRELUDE).encode())
    found = []
    for node in tree["inner"]:
        begin = node.get("range", {}).get("begin", {})
        begin = begin.get("expansionLoc", begin)
        if "offset" not in begin or node.get("isImplicit") or "includedFrom" in begin or begin["offset"] < shift:
            continue
        if "file" in node.get("loc", {}) and "vendor_tmp" not in node["loc"]["file"]:
            continue
        end = node["range"]["end"]
        found.append((node["kind"], node.get("name"), begin["offset"] - shift, end["offset"] + end["tokLen"] - shift))
    return found


PRELUDE = '#include <stdint.h>\n#include "flux_math.h"\n'


def outside_comments(text, change):
    """Applies `change` to everything but comments."""
    parts = re.split(r"(/\*.*?\*/|//[^\n]*)", text, flags=re.S)
    return "".join(part if i % 2 else change(part) for i, part in enumerate(parts))


def code_only(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def drop_unused(text, public):
    while True:
        data = text.encode()
        for kind, name, begin, end in declarations(text):
            if kind not in ("FunctionDecl", "VarDecl") or not name or name == public:
                continue
            code = code_only(text)
            defined = re.findall(rf"\nstatic [^\n;=]*\b{name} *\([^;]*?\)\s*\{{", code)
            if len(re.findall(rf"\b{name}\b", code)) > max(1, len(defined)):
                continue
            tail = data[end:]
            tail = re.sub(rb"^[ \t]*;?[ \t]*\n?", b"", tail, count=1)
            head = data[:begin]
            head = re.sub(rb"(?:/\*(?:(?!\*/).)*\*/\s*|(?://[^\n]*\n)+)\s*$", b"", head, flags=re.S) if len(head) > 2500 else head
            text = (head + tail).decode()
            break
        else:
            return text


def prefixed(text, function, public):
    names = {name for _, name, _, _ in declarations(text) if name} | set(re.findall(r"^# *define\s+(\w+)", text, flags=re.M))
    names |= set(re.findall(r"^\}\s*(\w+);", text, flags=re.M))
    names -= {public}
    # a name that is already flux_… belongs to flux_math.h
    pattern = re.compile(r"(?<![\w.'])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")\b(?!')")
    text = outside_comments(text, lambda code: pattern.sub(rf"flux_{function}_\1", code))
    return re.sub(rf"\b{public}\b", f"flux_{function}_rounded", text)


def vendor(source, function):
    public = f"cr_{function}"
    text = inline_headers(source / function / f"{function}.c")
    text = unifdef(text)
    for pattern, replacement in EDITS:
        text = re.sub(pattern, replacement, text, flags=re.S)
    text = re.sub(rf"double {public} *\([^)]*\);\n", "", text)
    text = drop_unused(text, public)
    text = re.sub(rf"\ndouble\s+{public}\b", rf"\nstatic double {public}", text)
    text = prefixed(text, function, public)
    binary = function in ("pow", "atan2")
    arguments, call = ("double a, double b", "a, b") if binary else ("double x", "x")
    head = f"/* flux_{function}: made by vendor.py from CORE-MATH's src/binary64/{function}; see README.md. */\n"
    head += '#include "flux_math.h"\n'
    head += GUARD % function if "FLUX_MATH_U128" in text else ""
    head += "#pragma GCC diagnostic push\n" + "".join(f'#pragma GCC diagnostic ignored "{w}"\n' for w in IGNORED) + "\n"
    foot = f"\ndouble flux_{function}({arguments}) {{\n  return flux_math_canonical(flux_{function}_rounded({call}));\n}}\n"
    foot += "#pragma GCC diagnostic pop\n"
    (HERE / f"{function}.c").write_text(head + text.strip() + "\n" + foot)


if __name__ == "__main__":
    for function in FUNCTIONS:
        vendor(Path(sys.argv[1]), function)

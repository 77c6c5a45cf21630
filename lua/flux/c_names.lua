-- SPDX-License-Identifier: MIT
-- flux.c_names: names that C has taken: keywords of C and C++, and what a C library and a compiler know before the first line.
--
--   c_names.functions["round"]    --> true: no function of the exported file can be called so; a variable can
--   c_names.words["int64_t"]      --> true: nothing can
--   c_names.is_macro "INT64_MAX"  --> true: it would be replaced wherever it stands
--
-- The functions are those of ISO C11, those besides of which gcc and clang check the declaration (their builtins), and what
-- <math.h>, <string.h>, <stddef.h>, <stdint.h> and <time.h> declare besides when ISO C is not asked for.

local M = {}

local function set(text, into)
  for word in text:gmatch "%S+" do into[word] = true end
  return into
end

-- Functions on floating point: each has a sibling for every type.
local MATH = [[
  acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan catanh cbrt ccos ccosh ceil cexp cimag clog
  clog10 conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh drem erf erfc exp exp10 exp2 expm1 fabs fdim finite
  floor fma fmax fmin fmod frexp gamma hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb
  lrint lround modf nan nearbyint nextafter nexttoward pow pow10 remainder remquo rint round roundeven scalb scalbln scalbn
  signbit significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn
]]

local TYPES = { "", "f", "l", "f16", "f32", "f32x", "f64", "f64x", "f128", "d32", "d64", "d128" }

local OTHER = [[
  abort abs aligned_alloc alloca asctime asctime_r at_quick_exit atexit atof atoi atol atoll atomic_flag_clear
  atomic_flag_clear_explicit atomic_flag_test_and_set atomic_flag_test_and_set_explicit atomic_signal_fence atomic_thread_fence
  bcmp bcopy bsearch btowc bzero c16rtomb c32rtomb calloc clearerr clock clock_getcpuclockid clock_getres clock_gettime
  clock_nanosleep clock_settime ctime ctime_r dcgettext dgettext difftime div dysize execl execle execlp execv execve execvp exit
  explicit_bzero fclose feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof feraiseexcept ferror fesetenv
  fesetexceptflag fesetround fetestexcept feupdateenv fflush ffs ffsimax ffsl ffsll fgetc fgetpos fgets fgetwc fgetws fopen fork
  fprintf fprintf_unlocked fputc fputc_unlocked fputs fputs_unlocked fputwc fputws fread free freopen fscanf fseek fsetpos ftell
  fwide fwprintf fwrite fwrite_unlocked fwscanf gamma_r gammaf_r gammal_r getc getchar getenv gettext getwc getwchar gmtime
  gmtime_r imaxabs imaxdiv index isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
  iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit
  labs ldiv lgamma_r lgammaf_r lgammal_r llabs lldiv localeconv localtime localtime_r longjmp malloc mblen mbrlen mbrtoc16
  mbrtoc32 mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc memccpy memchr memcmp memcpy memmove mempcpy memset mktime nanosleep perror
  posix_memalign printf printf_unlocked putc putc_unlocked putchar putchar_unlocked puts puts_unlocked putwc putwchar qsort
  quick_exit raise rand realloc remove rename rewind rindex scanf setbuf setjmp setlocale setvbuf signal snprintf sprintf srand
  sscanf stpcpy stpncpy strcasecmp strcasecmp_l strcat strchr strcmp strcoll strcoll_l strcpy strcspn strdup strerror strerror_l
  strerror_r strfmon strftime strftime_l strlen strncasecmp strncasecmp_l strncat strncmp strncpy strndup strnlen strpbrk strrchr
  strsep strsignal strspn strstr strtod strtof strtoimax strtok strtok_r strtol strtold strtoll strtoul strtoull strtoumax
  strxfrm strxfrm_l swprintf swscanf system time timegm timelocal timer_create timer_delete timer_getoverrun timer_gettime
  timer_settime timespec_get tmpfile tmpnam toascii tolower toupper towctrans towlower towupper tzset ungetc ungetwc vfprintf
  vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wcrtomb wcscat wcschr
  wcscmp wcscoll wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof
  wcstoimax wcstok wcstol wcstold wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wctrans wctype wmemchr wmemcmp
  wmemcpy wmemmove wmemset wprintf wscanf
]]

local FUNCTION_MACROS = [[
  ATOMIC_VAR_INIT CMPLX CMPLXF CMPLXL assert atomic_compare_exchange_strong atomic_compare_exchange_strong_explicit
  atomic_compare_exchange_weak atomic_compare_exchange_weak_explicit atomic_exchange atomic_exchange_explicit atomic_fetch_add
  atomic_fetch_add_explicit atomic_fetch_and atomic_fetch_and_explicit atomic_fetch_or atomic_fetch_or_explicit atomic_fetch_sub
  atomic_fetch_sub_explicit atomic_fetch_xor atomic_fetch_xor_explicit atomic_init atomic_is_lock_free atomic_load
  atomic_load_explicit atomic_store atomic_store_explicit fpclassify isfinite isgreater isgreaterequal isless islessequal
  islessgreater isnormal isunordered kill_dependency va_arg va_copy va_end va_start
]]

---Names that a function cannot have.
M.functions = set(OTHER, set(FUNCTION_MACROS, {}))
for name in MATH:gmatch "%S+" do
  for _, suffix in ipairs(TYPES) do M.functions[name .. suffix] = true end
end

---Names that nothing can have: keywords, types, variables, macros without capitals.
M.words = set([[
  auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return
  short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof main
  and and_eq atomic bitand bitor catch char8_t char16_t char32_t class compl concept consteval constexpr constinit const_cast
  co_await co_return co_yield decltype delete dynamic_cast explicit export final friend mutable namespace new not not_eq nullptr
  operator or or_eq override private protected public reinterpret_cast requires static_cast template this throw try typeid
  typename using virtual xor xor_eq
  alignas alignof bool complex errno false i386 imaginary linux math_errhandling noexcept noreturn offsetof static_assert stderr
  stdin stdout thread_local true unix signgam FILE NULL I EOF
  clock_t clockid_t double_t float_t int16_t int32_t int64_t int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t
  int_least16_t int_least32_t int_least64_t int_least8_t intmax_t intptr_t locale_t max_align_t pid_t ptrdiff_t size_t time_t
  blkcnt_t blksize_t caddr_t daddr_t dev_t div_t fd_set fenv_t fexcept_t fpos_t fsblkcnt_t fsfilcnt_t fsid_t gid_t greg_t id_t
  imaxdiv_t ino_t key_t ldiv_t lldiv_t loff_t mbstate_t mcontext_t mode_t nlink_t off_t quad_t register_t sig_atomic_t sig_t
  sigevent_t siginfo_t sigset_t sigval_t socklen_t ssize_t stack_t suseconds_t timer_t u_quad_t ucontext_t uid_t uint16_t
  uint32_t uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t uint_least16_t uint_least32_t
  uint_least64_t uint_least8_t uintmax_t uintptr_t useconds_t va_list wchar_t wctrans_t wctype_t wint_t
]], {})

-- Macros with capitals: of the headers that exported C includes, and its own.
local MACROS = { "^U?INT[%w_]*_MAX$", "^U?INT[%w_]*_MIN$", "^U?INT[%w_]*_C$", "^U?INT[%w_]*_WIDTH$", "^HUGE_VAL", "^FP_", "^MATH_ERR",
  "^M_[%u%d]", "^INFINITY$", "^NAN$", "^SNAN[%dFLX]*$", "^MAXFLOAT$", "^%u+_MAX$", "^%u+_MIN$", "^SIG_ATOMIC_",
  "^CLOCKS_PER_SEC$", "^TIME_UTC$", "^APART$", "^COLD$", "^INLINED$", "^UNLIKELY$", "^FLUX_" }

---Whether a name is a macro with capitals.
---@param name string
---@return boolean
function M.is_macro(name)
  if not name:match "^%u" then return false end
  for _, pattern in ipairs(MACROS) do
    if name:match(pattern) then return true end
  end
  return false
end

return M

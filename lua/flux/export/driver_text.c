/* -- numbers ------------------------------------------------------------------------------------------------------- */

/* The shortest text that reads back to the same bits. */
static const char *double_text(double value, char *text, size_t size) {
  if (value != value) {
    snprintf(text, size, "nan");
  } else if (value >= -1e15 && value <= 1e15 && value == (double)(long long)value && (value != 0 || !signbit(value))) {
    snprintf(text, size, "%lld", (long long)value);
  } else {
    for (int digits = 15; digits <= 17; digits++) {
      snprintf(text, size, "%.*g", digits, value);
      if (strtod(text, NULL) == value) break;
    }
  }
  return text;
}

static void print_double(FILE *out, double value) {
  char text[40];
  fputs(double_text(value, text, sizeof text), out);
}

static void print_float(FILE *out, float value) {
  char text[40];
  if (value != value || (value > -1e6f && value < 1e6f && value == (float)(long)value) || value - value != 0) {
    print_double(out, (double)value);
    return;
  }
  for (int digits = 6; digits <= 9; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)value);
    if (strtof(text, NULL) == value) break;
  }
  fputs(text, out);
}

static void print_grouped(FILE *out, uint64_t count) {
  if (count >= 1000) print_grouped(out, count / 1000);
  fprintf(out, count >= 1000 ? ",%03d" : "%d", (int)(count % 1000));
}

/* The value of a digit; of another character a number above 9. */
static uint64_t digit_of(char c) { return (uint64_t)(unsigned char)c - '0'; }

static bool is_digit(char c) { return digit_of(c) <= 9; }

static bool digits_at(const char *text, int count) {
  for (int i = 0; i < count; i++) {
    if (!is_digit(text[i])) return false;
  }
  return true;
}

static int number_at(const char *text, int count) {
  int value = 0;
  for (int i = 0; i < count; i++) value = value * 10 + (text[i] - '0');
  return value;
}

/* What follows parses a text up to `end`, where a 0 or a blank stands. */

/* Adds the digits at `text` to a number; returns where they end. */
static const char *read_digits(const char *text, uint64_t *number) {
  uint64_t value = *number;
  for (uint64_t digit; (digit = digit_of(*text)) <= 9; text++) value = value * 10 + digit;
  *number = value;
  return text;
}

/* Decimal digits with a sign, as a magnitude. */
enum { NO_INTEGER, INTEGER, OUT_OF_RANGE };

static int parse_integer(const char *text, const char *end, bool *negative, uint64_t *value) {
  *negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  *value = 0;
  if (text == end || read_digits(text, value) != end) return NO_INTEGER;
  if (end - text <= 19) return INTEGER; /* up to 10^19 - 1, which 64 bits hold */
  for (*value = 0; text < end; text++) {
    if (*value > (UINT64_MAX - digit_of(*text)) / 10) return OUT_OF_RANGE;
    *value = *value * 10 + digit_of(*text);
  }
  return INTEGER;
}

static int parse_int64(const char *text, const char *end, int64_t low, int64_t high, int64_t *out) {
  bool negative;
  uint64_t value;
  const int found = parse_integer(text, end, &negative, &value);
  if (found != INTEGER) return found;
  if (value > (uint64_t)INT64_MAX + (negative ? 1 : 0)) return OUT_OF_RANGE;
  *out = negative ? (int64_t)(0 - value) : (int64_t)value;
  return *out >= low && *out <= high ? INTEGER : OUT_OF_RANGE;
}

static const double power_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The double nearest to digits / 10^decimals, for digits from 2^53 on: false where this does not find it.
 *
 * The division rounds twice, so it is off by two units in the last place at most. How far off, exactly: with the division's result
 * as mantissa * 2^exponent and `shift` = -exponent - decimals, the difference is
 *   (digits * 2^shift - mantissa * 5^decimals) / 5^decimals
 * units. Either product may exceed 64 bits, their difference does not; so it is right although both wrap around. */
static bool nearest(uint64_t digits, int decimals, double *out) {
  const double near = (double)digits / power_of_ten[decimals];
  const uint64_t one = UINT64_C(1) << 52; /* mantissas are from here up to below its double */
  uint64_t bits;
  memcpy(&bits, &near, sizeof bits);
  const uint64_t mantissa = (bits & (one - 1)) | one;
  const int shift = 1075 - (int)(bits >> 52) - decimals;
  if (shift < 0 || mantissa < one + 3 || mantissa > 2 * one - 4) return false; /* units are of another size nearby */
  const int64_t unit = (int64_t)(power_of_ten[decimals] / (double)(1 << decimals)); /* 5^decimals */
  int64_t off = (int64_t)((digits << shift) - mantissa * (uint64_t)unit);
  for (; 2 * off > unit; off -= unit) bits++;
  for (; 2 * off < -unit; off += unit) bits--;
  memcpy(out, &bits, sizeof bits); /* never a tie: 5^decimals is odd */
  return true;
}

static bool parse_with_strtod(const char *text, const char *end, double *out) {
  const char *p = text + (*text == '-' || *text == '+');
  const bool word = (*p | 32) == 'i' || (*p | 32) == 'n';
  if (!word && !is_digit(*p) && !(*p == '.' && is_digit(p[1]))) return false;
  if (*p == '0' && (p[1] | 32) == 'x') return false;
  if (word && memchr(p, '(', (size_t)(end - p)) != NULL) return false;
  char *stop;
  *out = strtod(text, &stop);
  return stop == end;
}

/* To the bit what strtod gives. Digits up to 2^53 are an integer that a double holds, and so are powers of ten up to 10^22: one division
 * rounds once, as strtod does. Of more digits the nearest double is found by its distance; strtod itself reads the rest. */
static bool parse_double(const char *text, const char *end, double *out) {
  uint64_t digits = 0;
  const char *const first = text + (*text == '-' || *text == '+'), *const point = read_digits(first, &digits);
  const char *const stop = *point == '.' ? read_digits(point + 1, &digits) : point;
  const int decimals = stop > point ? (int)(stop - point) - 1 : 0;
  const ptrdiff_t count = stop - first - (stop > point);
  if (stop != end || count == 0 || count > 19 || decimals > 22) return parse_with_strtod(text, end, out);
  if (digits < UINT64_C(1) << 53) *out = (double)digits / power_of_ten[decimals];
  else if (!nearest(digits, decimals, out)) return parse_with_strtod(text, end, out);
  if (*text == '-') *out = -*out;
  return true;
}

static int64_t days_of(int year, int month, int day) {
  const int64_t y = month <= 2 ? year - 1 : year, era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static int month_days(int year, int month) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12) return 0;
  return month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : days[month - 1];
}

#define NO_TIME "neither ISO 8601 nor an integer"

/* "Z", "+hh", "+hhmm" or "+hh:mm" to seconds; returns NULL, or what is wrong. */
static const char *parse_zone(const char *p, const char *end, int64_t *seconds) {
  *seconds = 0;
  if (p == end || ((*p | 32) == 'z' && p + 1 == end)) return NULL;
  if ((*p != '+' && *p != '-') || !digits_at(p + 1, 2)) return NO_TIME;
  const int hours = number_at(p + 1, 2);
  const char *rest = p + 3 + (p[3] == ':');
  if (rest != end && (!digits_at(rest, 2) || rest + 2 != end)) return NO_TIME;
  const int minutes = rest == end ? 0 : number_at(rest, 2);
  if (hours > 23 || minutes > 59) return "an offset beyond 23:59";
  *seconds = (*p == '+' ? -60 : 60) * (hours * 60 + minutes);
  return NULL;
}

/* "T09:30", ":00", ".5" and the zone. */
static const char *parse_clock(const char *p, const char *end, int64_t *seconds, int64_t *nanoseconds) {
  if ((*p != 'T' && *p != 't' && *p != ' ') || !digits_at(p + 1, 2) || p[3] != ':' || !digits_at(p + 4, 2)) return NO_TIME;
  const int hour = number_at(p + 1, 2), minute = number_at(p + 4, 2);
  int second = 0;
  p += 6;
  if (*p == ':' && digits_at(p + 1, 2)) {
    second = number_at(p + 1, 2);
    p += 3;
    if (*p == '.' && digits_at(p + 1, 1)) {
      p++;
      for (int64_t unit = 100000000; digits_at(p, 1); p++, unit /= 10) *nanoseconds += (*p - '0') * unit;
    }
  }
  int64_t shift;
  const char *wrong = parse_zone(p, end, &shift);
  if (wrong != NULL) return wrong;
  if (hour > 23 || minute > 59 || second > 59) return "a time of day beyond 23:59:59";
  *seconds = hour * 3600 + minute * 60 + second + shift;
  return NULL;
}

/* ISO 8601, or an integer of nanoseconds; returns NULL, or what is wrong. */
static const char *parse_time(const char *text, const char *end, int64_t *out) {
  const bool dated = end - text >= 10 && text[4] == '-' && text[7] == '-';
  if (!dated || !digits_at(text, 4) || !digits_at(text + 5, 2) || !digits_at(text + 8, 2)) {
    const int found = parse_int64(text, end, INT64_MIN, INT64_MAX, out);
    return found == INTEGER ? NULL : found == OUT_OF_RANGE ? "an integer beyond int64" : NO_TIME;
  }
  const int year = number_at(text, 4), month = number_at(text + 5, 2), day = number_at(text + 8, 2);
  if (day < 1 || day > month_days(year, month)) return "a date that does not exist";
  int64_t seconds = 0, nanoseconds = 0;
  const char *wrong = text + 10 != end ? parse_clock(text + 10, end, &seconds, &nanoseconds) : NULL;
  if (wrong != NULL) return wrong;
  seconds += days_of(year, month, day) * 86400;
  /* Int64 nanoseconds reach from second -9223372037 plus 145224192 ns to second 9223372036 plus 854775807 ns. */
  if (seconds < -9223372037 || (seconds == -9223372037 && nanoseconds < 145224192) || seconds > 9223372036 ||
      (seconds == 9223372036 && nanoseconds > 854775807)) {
    return "outside the years 1677 to 2262 that int64 nanoseconds can hold";
  }
  *out = seconds < 0 ? (seconds + 1) * 1000000000 + (nanoseconds - 1000000000) : seconds * 1000000000 + nanoseconds;
  return NULL;
}

/* ISO 8601 in UTC, with as many digits of the second as it takes. */
static void format_time(int64_t ns, char *text, size_t size) {
  int64_t second = ns / 1000000000, rest = ns % 1000000000;
  if (rest < 0) second--, rest += 1000000000;
  int64_t day = second / 86400, of_day = second % 86400;
  if (of_day < 0) day--, of_day += 86400;
  const int64_t shifted = day + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097, of_era = shifted - era * 146097;
  const int64_t of_year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t in_year = of_era - (365 * of_year + of_year / 4 - of_year / 100), march = (5 * in_year + 2) / 153;
  const int date = (int)(in_year - (153 * march + 2) / 5 + 1), month = (int)(march < 10 ? march + 3 : march - 9);
  const int year = (int)(of_year + era * 400 + (month <= 2 ? 1 : 0));
  int length = snprintf(text, size, "%04d-%02d-%02dT%02d:%02d:%02d", year, month, date, (int)(of_day / 3600), (int)(of_day / 60 % 60),
                        (int)(of_day % 60));
  if (rest != 0) {
    length += snprintf(text + length, size - (size_t)length, ".%09d", (int)rest);
    while (text[length - 1] == '0') length--;
  }
  snprintf(text + length, size - (size_t)length, "Z");
}


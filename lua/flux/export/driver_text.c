/* -- numbers ------------------------------------------------------------------------------------------------------- */

/* The shortest text that reads back to the same bits. */
static void print_double(FILE *out, double value) {
  char text[40];
  if (value != value) {
    fputs("nan", out);
  } else if (value >= -1e15 && value <= 1e15 && value == (double)(long long)value && (value != 0 || !signbit(value))) {
    fprintf(out, "%lld", (long long)value);
  } else {
    for (int digits = 15; digits <= 17; digits++) {
      snprintf(text, sizeof text, "%.*g", digits, value);
      if (strtod(text, NULL) == value) break;
    }
    fputs(text, out);
  }
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

static bool digits_at(const char *text, int count) {
  for (int i = 0; i < count; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

static int number_at(const char *text, int count) {
  int value = 0;
  for (int i = 0; i < count; i++) value = value * 10 + (text[i] - '0');
  return value;
}

/* Decimal digits with a sign, as a magnitude. */
enum { NO_INTEGER, INTEGER, OUT_OF_RANGE };

static int parse_integer(const char *text, bool *negative, uint64_t *value) {
  int found = INTEGER;
  *negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  if (*text == 0) return NO_INTEGER;
  *value = 0;
  for (; *text != 0; text++) {
    if (*text < '0' || *text > '9') return NO_INTEGER;
    const uint64_t digit = (uint64_t)(*text - '0');
    if (*value > (UINT64_MAX - digit) / 10) found = OUT_OF_RANGE;
    *value = *value * 10 + digit;
  }
  return found;
}

static int parse_int64(const char *text, int64_t low, int64_t high, int64_t *out) {
  bool negative;
  uint64_t value;
  const int found = parse_integer(text, &negative, &value);
  if (found != INTEGER) return found;
  if (value > (uint64_t)INT64_MAX + (negative ? 1 : 0)) return OUT_OF_RANGE;
  *out = negative ? (int64_t)(0 - value) : (int64_t)value;
  return *out >= low && *out <= high ? INTEGER : OUT_OF_RANGE;
}

static bool parse_double(const char *text, double *out) {
  const char *p = text + (*text == '-' || *text == '+');
  const bool word = (*p | 32) == 'i' || (*p | 32) == 'n';
  if (!word && !(*p >= '0' && *p <= '9') && !(*p == '.' && p[1] >= '0' && p[1] <= '9')) return false;
  if (*p == '0' && (p[1] | 32) == 'x') return false;
  if (word && strchr(p, '(') != NULL) return false;
  char *end;
  *out = strtod(text, &end);
  return *end == 0;
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
static const char *parse_zone(const char *p, int64_t *seconds) {
  *seconds = 0;
  if (*p == 0 || ((*p | 32) == 'z' && p[1] == 0)) return NULL;
  if ((*p != '+' && *p != '-') || !digits_at(p + 1, 2)) return NO_TIME;
  const int hours = number_at(p + 1, 2);
  const char *rest = p + 3 + (p[3] == ':');
  if (*rest != 0 && (!digits_at(rest, 2) || rest[2] != 0)) return NO_TIME;
  const int minutes = *rest == 0 ? 0 : number_at(rest, 2);
  if (hours > 23 || minutes > 59) return "an offset beyond 23:59";
  *seconds = (*p == '+' ? -60 : 60) * (hours * 60 + minutes);
  return NULL;
}

/* "T09:30", ":00", ".5" and the zone. */
static const char *parse_clock(const char *p, int64_t *seconds, int64_t *nanoseconds) {
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
  const char *wrong = parse_zone(p, &shift);
  if (wrong != NULL) return wrong;
  if (hour > 23 || minute > 59 || second > 59) return "a time of day beyond 23:59:59";
  *seconds = hour * 3600 + minute * 60 + second + shift;
  return NULL;
}

/* ISO 8601, or an integer of nanoseconds; returns NULL, or what is wrong. */
static const char *parse_time(const char *text, int64_t *out) {
  if (!(digits_at(text, 4) && text[4] == '-' && digits_at(text + 5, 2) && text[7] == '-' && digits_at(text + 8, 2))) {
    const int found = parse_int64(text, INT64_MIN, INT64_MAX, out);
    return found == INTEGER ? NULL : found == OUT_OF_RANGE ? "an integer beyond int64" : NO_TIME;
  }
  const int year = number_at(text, 4), month = number_at(text + 5, 2), day = number_at(text + 8, 2);
  if (day < 1 || day > month_days(year, month)) return "a date that does not exist";
  int64_t seconds = 0, nanoseconds = 0;
  const char *wrong = text[10] != 0 ? parse_clock(text + 10, &seconds, &nanoseconds) : NULL;
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


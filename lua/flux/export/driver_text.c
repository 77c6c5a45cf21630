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
static bool parse_integer(const char *text, bool *negative, uint64_t *value) {
  *negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  if (*text == 0) return false;
  *value = 0;
  for (; *text != 0; text++) {
    if (*text < '0' || *text > '9') return false;
    const uint64_t digit = (uint64_t)(*text - '0');
    if (*value > (UINT64_MAX - digit) / 10) return false;
    *value = *value * 10 + digit;
  }
  return true;
}

static bool parse_int64(const char *text, int64_t low, int64_t high, int64_t *out) {
  bool negative;
  uint64_t value;
  if (!parse_integer(text, &negative, &value) || value > (uint64_t)INT64_MAX + (negative ? 1 : 0)) return false;
  *out = negative ? (int64_t)(0 - value) : (int64_t)value;
  return *out >= low && *out <= high;
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

/* "Z", "+hh", "+hhmm" or "+hh:mm" to seconds; false: something else. */
static bool parse_zone(const char *p, int64_t *seconds) {
  *seconds = 0;
  if (*p == 0 || ((*p | 32) == 'z' && p[1] == 0)) return true;
  if ((*p != '+' && *p != '-') || !digits_at(p + 1, 2)) return false;
  const int hours = number_at(p + 1, 2);
  const char *rest = p + 3 + (p[3] == ':');
  const int minutes = *rest == 0 ? 0 : digits_at(rest, 2) && rest[2] == 0 ? number_at(rest, 2) : 99;
  if (hours > 23 || minutes > 59 || (*rest == 0 && p[3] == ':')) return false;
  *seconds = (*p == '+' ? -60 : 60) * (hours * 60 + minutes);
  return true;
}

/* ISO 8601, or an integer of nanoseconds. */
static bool parse_time(const char *text, int64_t *out) {
  if (!(digits_at(text, 4) && text[4] == '-' && digits_at(text + 5, 2) && text[7] == '-' && digits_at(text + 8, 2))) {
    return parse_int64(text, INT64_MIN, INT64_MAX, out);
  }
  const int year = number_at(text, 4), month = number_at(text + 5, 2), day = number_at(text + 8, 2);
  if (day < 1 || day > month_days(year, month)) return false;
  int64_t seconds = days_of(year, month, day) * 86400, nanoseconds = 0, shift = 0;
  const char *p = text + 10;
  if (*p != 0) {
    if ((*p != 'T' && *p != 't' && *p != ' ') || !digits_at(p + 1, 2) || p[3] != ':' || !digits_at(p + 4, 2)) return false;
    const int hour = number_at(p + 1, 2), minute = number_at(p + 4, 2);
    int second = 0;
    p += 6;
    if (*p == ':') {
      if (!digits_at(p + 1, 2)) return false;
      second = number_at(p + 1, 2);
      p += 3;
      if (*p == '.') {
        if (!digits_at(++p, 1)) return false;
        for (int64_t unit = 100000000; digits_at(p, 1); p++, unit /= 10) nanoseconds += (*p - '0') * unit;
      }
    }
    if (hour > 23 || minute > 59 || second > 59 || !parse_zone(p, &shift)) return false;
    seconds += hour * 3600 + minute * 60 + second + shift;
  }
  if (seconds < -9223372036 || seconds > 9223372035) return false;
  *out = seconds * 1000000000 + nanoseconds;
  return true;
}


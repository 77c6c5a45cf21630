-- SPDX-License-Identifier: MIT
-- Times in data files. Expected values are Python's: datetime.fromisoformat(text) - 1970-01-01, in nanoseconds.
local time = require "flux.adapters.time"

local function parsed(text)
  local value, reason = time.parse(text)
  return value and tostring(value) or reason
end

describe("times in data files", function()
  it("reads dates as midnight UTC", function()
    assert.equal("0LL", parsed("1970-01-01"))
    assert.equal("946857600000000000LL", parsed("2000-01-03"))
    assert.equal("1582934400000000000LL", parsed("2020-02-29"))
    assert.equal("-86400000000000LL", parsed("1969-12-31"))
    assert.equal("-2203891200000000000LL", parsed("1900-03-01"))
    assert.equal("4107542400000000000LL", parsed("2100-03-01"))
  end)

  it("reads date-times with T or a space, with and without seconds", function()
    assert.equal("946891800000000000LL", parsed("2000-01-03T09:30"))
    assert.equal("946891800000000000LL", parsed("2000-01-03 09:30:00"))
    assert.equal("946891845000000000LL", parsed("2000-01-03t09:30:45z"))
    assert.equal("1262307600000000000LL", parsed("2010-01-01T01:00:00"))
  end)

  it("reads fractions down to the nanosecond and cuts the rest off", function()
    assert.equal("946891845500000000LL", parsed("2000-01-03T09:30:45.5"))
    assert.equal("946891845123456789LL", parsed("2000-01-03T09:30:45.123456789Z"))
    assert.equal("946891845123456789LL", parsed("2000-01-03T09:30:45.1234567899"))
    assert.equal("-1LL", parsed("1969-12-31T23:59:59.999999999"))
  end)

  it("subtracts offsets from UTC", function()
    assert.equal("946909800000000000LL", parsed("2000-01-03T09:30:00-05:00"))
    assert.equal("946872000000000000LL", parsed("2000-01-03T09:30:00+05:30"))
    assert.equal("946872000000000000LL", parsed("2000-01-03T09:30:00+0530"))
    assert.equal("946888200000000000LL", parsed("2000-01-03T09:30+01"))
  end)

  it("takes integers as nanoseconds, all 64 bits of them", function()
    assert.equal("17LL", parsed("17"))
    assert.equal("-5LL", parsed("-5"))
    assert.equal("9007199254740993LL", parsed("9007199254740993"))
    assert.equal("9223372036854775807LL", parsed("9223372036854775807"))
    assert.equal("-9223372036854775808LL", parsed("-9223372036854775808"))
    assert.equal("an integer beyond int64", parsed("9223372036854775808"))
  end)

  it("reaches from the first to the last int64", function()
    assert.equal("9223372036854775807LL", parsed("2262-04-11T23:47:16.854775807Z"))
    assert.equal("-9223372036854775808LL", parsed("1677-09-21T00:12:43.145224192Z"))
    for _, text in ipairs { "2262-04-11T23:47:16.854775807Z", "1677-09-21T00:12:43.145224192Z" } do
      assert.equal(text, time.format((time.parse(text))))
    end
    for _, text in ipairs { "2262-04-11T23:47:16.854775808", "2262-04-11T23:47:17", "1677-09-21T00:12:43.145224191",
                            "1677-09-21T00:12:42.5" } do
      assert.matches("^outside the years", parsed(text))
    end
  end)

  it("refuses what is no time, and says why", function()
    for _, text in ipairs { "", "x", "1.5", "2000-1-3", "2000-01-03T9:30", "2000-01-03T09:30:00+1", "2000-01-03x", "20-01-03" } do
      assert.equal("neither ISO 8601 nor an integer", parsed(text), text)
    end
    for _, text in ipairs { "2001-02-29", "1900-02-29", "2000-13-01", "2000-00-01", "2000-04-31", "2000-01-00" } do
      assert.equal("a date that does not exist", parsed(text), text)
    end
    for _, text in ipairs { "2000-01-03T24:00", "2000-01-03T09:60", "2000-01-03T09:30:60" } do
      assert.equal("a time of day beyond 23:59:59", parsed(text), text)
    end
    assert.equal("an offset beyond 23:59", parsed("2000-01-03T09:30:00+24:00"))
  end)

  it("knows the range of int64 nanoseconds", function()
    assert.equal("9223372035000000000LL", parsed("2262-04-11T23:47:15"))
    assert.equal("-9223372036000000000LL", parsed("1677-09-21T00:12:44"))
    assert.matches("outside the years 1677 to 2262", parsed("2262-04-11T23:47:17"))
    assert.matches("outside the years 1677 to 2262", parsed("1677-09-21T00:12:43"))
    assert.matches("outside the years 1677 to 2262", parsed("9999-12-31"))
  end)

  it("prints times as ISO 8601 in UTC", function()
    assert.equal("1970-01-01T00:00:00Z", time.format(0LL))
    assert.equal("2000-01-03T09:30:45.5Z", time.format(946891845500000000LL))
    assert.equal("1969-12-31T23:59:59.999999999Z", time.format(-1LL))
    assert.equal("1677-09-21T00:12:43.145224192Z", time.format(-0x7fffffffffffffffLL - 1))
    assert.equal("2020-02-29T00:00:00Z", time.format(1582934400000000000LL))
  end)
end)

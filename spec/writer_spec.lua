-- SPDX-License-Identifier: MIT
-- The writer that all emitters share.

local writer = require "flux.writer"

describe("the writer", function()
  it("indents, formats and ends with a newline", function()
    local w = writer.new()
    w:line("int %s(void) {", "f"):indent():line("return %d;", 3):dedent():line "}"
    assert.equal("int f(void) {\n  return 3;\n}\n", w:text())
  end)

  it("takes text without arguments as it is", function()
    assert.equal("100%\n", writer.new():line("100%"):text())
  end)

  it("merges blank lines and starts with none", function()
    local w = writer.new "    "
    w:blank():line("a"):blank():blank():indent():line("b")
    assert.equal("a\n\n    b\n", w:text())
  end)

  it("keeps the lines of a block, directives at the margin", function()
    local w = writer.new():indent():block "a;\n#line 3 \"x.lua\"\nb;\n"
    assert.equal("  a;\n#line 3 \"x.lua\"\n  b;\n", w:text())
  end)

  it("appends to the last line", function()
    assert.equal("{ /* c */\n", writer.new():line("{"):append(" /* c */"):text())
  end)

  it("puts a line in the place of the last one, at the current indentation", function()
    assert.equal("a\n  c\n", writer.new():line("a"):indent():line("b"):replace("c"):text())
  end)

  it("takes another's lines as they are", function()
    local inner = writer.new():indent():line("b")
    assert.equal("a\n  b\n  c\n", writer.new():line("a"):take(inner):indent():line("c"):text())
  end)

  it("is empty at first", function() assert.equal("", writer.new():text()) end)
end)

std = "luajit"
max_line_length = 140
exclude_files = { "build", ".cache" }
files["spec"] = { std = "+busted" }

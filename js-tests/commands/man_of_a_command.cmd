man completions

completions dos

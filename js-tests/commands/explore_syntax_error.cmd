explore --jobs 1 -e "let let"

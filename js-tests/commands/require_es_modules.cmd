run ../sources/required_modules/main.cjs

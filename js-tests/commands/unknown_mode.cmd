run --unhandled-rejections maybe -e 1

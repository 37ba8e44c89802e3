run -p '6 * 7'

const esc = 1;
const bold = '\033[1m';

const a = 3, b = 4;
while (a =< b) {
  break;
}

const delay = 10;
const to​tal = 5;

const options = {
  delay = 100,
};

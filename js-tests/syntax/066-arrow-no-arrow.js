const a = 1;
const load = (url) {
  return 1;
};

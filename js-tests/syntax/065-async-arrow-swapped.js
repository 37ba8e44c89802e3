const a = 1;
const load = (url) async => {
  return 1;
};

const a = 1;
const load = async url -> {
  return 1;
};

const a = 1;
const load = (url)
  => fetch(url);

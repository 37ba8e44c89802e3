function start({ options: { ms } }) {
  return ms;
}
start({});

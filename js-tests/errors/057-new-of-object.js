function create(kind) {
  const thing = new kind();
  return thing;
}
create({ a: 1 });

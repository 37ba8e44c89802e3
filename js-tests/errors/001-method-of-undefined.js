function names(user) {
  const count = 1;
  return user.list.map(entry => entry.name) + count;
}
names({});

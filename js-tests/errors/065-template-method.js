function greet(user) {
  const mark = '!';
  return `Hello ${user.name.trim()}${mark}`;
}
greet({});

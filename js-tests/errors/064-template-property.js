function greet(user) {
  return `Hello ${user.profile.name}!`;
}
greet({});

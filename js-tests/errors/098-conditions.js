function check(user) {
  if (user.name) console.log('named');
  if (user.roles.includes('admin')) return true;
  return user.groups.has('staff');
}
check({ name: 'a' });

function rename(user) {
  user.name.first = 'Bo';
}
rename({});

function city(user) {
  return user.address.city;
}
city({ name: 'Ann' });

const options = {
  priority: 'background'
  delay: 100,
};

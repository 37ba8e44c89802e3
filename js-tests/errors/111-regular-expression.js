function search(text) {
  const pattern = new RegExp(text);
  return pattern.test('a');
}
search('[a');

function* words(book) {
  yield 'first';
  const page = book.pages.next();
  yield page;
}
for (const word of words({})) console.log(word);

const urls = ['a', 'b'];
urls.forEach(url => {
  await fetch(url);
});

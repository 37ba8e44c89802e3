function forget(cache, key) {
  delete cache.entries[key];
}
forget({}, 'a');

const api = { get: 1 };
function load() {
  console.log('loading');
  return api.get('/users');
}
load();

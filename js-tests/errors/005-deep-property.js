const config = { server: {} };
function port() {
  const key = 'x';
  return config.server.options.port + key;
}
port();

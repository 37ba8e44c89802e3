function connect(options, port = options.server.port) {
  return port;
}
connect({});

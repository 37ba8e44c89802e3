function load(text) {
  const value = JSON.parse(text);
  return value.list;
}
load('{"a":}');

function decode(text) {
  const parts = text.split('&');
  return parts.map(part => decodeURIComponent(part));
}
decode('%');

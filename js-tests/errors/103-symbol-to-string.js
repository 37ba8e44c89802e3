const tag = Symbol('t');
function show() {
  const text = 'a';
  return text + tag;
}
show();

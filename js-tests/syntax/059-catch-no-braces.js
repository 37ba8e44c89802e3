function f() {
  try { run(); }
  catch (e) console.log(e);
}

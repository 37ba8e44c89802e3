const handlers = { open() {} };
function send(type) {
  handlers['open']();
  handlers[type]();
}
send('close');

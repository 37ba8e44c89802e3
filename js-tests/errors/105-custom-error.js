class Invalid extends Error { constructor(text) { super(text); this.name = 'Invalid'; } }
function check(order) {
  if (!order.id) throw new Invalid('no id');
}
check({});

const base = {};
class Widget extends base.Component {}
new Widget();

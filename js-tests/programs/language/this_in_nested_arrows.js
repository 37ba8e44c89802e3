// An arrow function in another one has the `this` of the function around both.
class Base {
  m() {
    return 'super';
  }
}

class Nested extends Base {
  #secret = 'private';
  field = () => () => this;

  expression() {
    return () => () => this.#secret;
  }

  block() {
    return () => {
      return () => () => this;
    };
  }

  parent() {
    return () => () => super.m();
  }
}

const nested = new Nested();
console.log(nested.expression()()());
console.log(nested.block()()()() === nested);
console.log(nested.field()() === nested);
console.log(nested.parent()()());

class Early extends Base {
  constructor() {
    const later = () => () => this;
    const inner = later();
    super();
    console.log(inner() === this);
  }
}
new Early();

// Uses of the mocks of node:test. Prints what happens: Node prints the same.
const { mock, test } = require('node:test');

let count = 0;

function show(value) {
    if (typeof value === 'function') return `function ${value.name}`;
    if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return JSON.stringify(value);
}

function check(name, steps) {
    count++;
    try {
        console.log(`${name}: ${show(steps())}`);
    } catch (error) {
        console.log(`${name}: threw ${error?.name} ${error?.code} ${error?.message}`);
    }
}

const calls = (f) =>
    f.mock.calls.map((call) => ({
        arguments: call.arguments,
        error: call.error === undefined ? 'none' : show(call.error),
        result: show(call.result),
        target: show(call.target),
        keys: Object.keys(call).join(),
        stack: call.stack instanceof Error,
        prototype: Object.getPrototypeOf(call),
        this: typeof call.this,
    }));

// mock.fn.
check('fn: without arguments', () => {
    const f = mock.fn();
    return [f(), f.name, f.length, typeof f, calls(f)];
});
check('fn: original', () => {
    const f = mock.fn((a, b) => a + b);
    return [f(1, 2), f.length, f.mock.callCount(), calls(f)];
});
check('fn: implementation', () => {
    const f = mock.fn(
        function original(a, b, c) {},
        (a) => a * 2,
    );
    return [f(4), f.name, f.length, calls(f)];
});
check('fn: times', () => {
    const f = mock.fn(
        () => 'original',
        () => 'mock',
        { times: 2 },
    );
    return [f(), f(), f(), f(), f.mock.callCount()];
});
check('fn: options second', () => {
    const f = mock.fn(() => 1, { times: 1 });
    return [f(), f()];
});
check('fn: options first', () => {
    const f = mock.fn({ times: 1 });
    return [f(), f(), f.name];
});
check('fn: this', () => {
    const f = mock.fn(function () {
        return this?.x;
    });
    const o = { f, x: 5 };
    return [o.f(), f.call({ x: 6 }), f.mock.calls[0].this === o];
});
check('fn: exception', () => {
    const f = mock.fn(() => {
        throw new TypeError('mine');
    });
    try {
        f(1);
    } catch (error) {
        return [error.message, calls(f)];
    }
});
check('fn: thrown primitive', () => {
    const f = mock.fn(() => {
        throw 5;
    });
    try {
        f();
    } catch (error) {
        return [error, calls(f)];
    }
});
check('fn: new', () => {
    class A {
        constructor(x) {
            this.x = x;
        }
        double() {
            return this.x * 2;
        }
        static create() {
            return new this(1);
        }
    }
    const F = mock.fn(A);
    const a = new F(4);
    return [
        a.x,
        a.double(),
        a instanceof A,
        a instanceof F,
        F.name,
        F.length,
        calls(F),
        F.mock.calls[0].target === A,
        F.mock.calls[0].this === a,
        F.create().x,
    ];
});
check('fn: new without arguments', () => {
    const F = mock.fn();
    const o = new F();
    return [typeof o, o instanceof F, calls(F)];
});
check('fn: class called', () => {
    const F = mock.fn(class {});
    try {
        F();
    } catch (error) {
        return [error.name, F.mock.callCount(), F.mock.calls[0].error === error];
    }
});
check('fn: arrow function constructed', () => {
    const f = mock.fn(() => 1);
    try {
        new f();
    } catch (error) {
        return [error.name, f.mock.callCount()];
    }
});
check('fn: arrow implementation constructed', () => {
    const f = mock.fn(
        function () {},
        () => 1,
    );
    try {
        new f();
    } catch (error) {
        return [error.name, f.mock.callCount()];
    }
});
check('fn: properties', () => {
    const original = Object.assign(() => {}, { a: 1 });
    const f = mock.fn(original);
    f.b = 2;
    return [f.a, original.b, 'mock' in f, Object.keys(f)];
});
check('fn: mocked mock', () => {
    const f = mock.fn(() => 1);
    const g = mock.fn(f);
    return [g(), f.mock.callCount(), g.mock.callCount()];
});
check('fn: reentrant', () => {
    const f = mock.fn((n) => (n > 0 ? f(n - 1) + 1 : 0));
    return [f(3), f.mock.calls.map((call) => call.arguments[0])];
});
check('fn: async', () => {
    const f = mock.fn(async () => 1);
    return [f() instanceof Promise, f.mock.calls[0].result instanceof Promise];
});
check('fn: bound', () => {
    const f = mock.fn((...a) => a);
    return [f.bind(null, 1)(2), f.apply(null, [3]), f.mock.callCount()];
});
for (const value of [null, 5, 'text', true, Symbol('s'), []]) check(`fn: ${show(value)}`, () => mock.fn(value));
for (const value of [null, 5, 'text', []])
    check(`fn: implementation ${show(value)}`, () => mock.fn(() => {}, value));
for (const value of [null, 5, 'text', [], () => {}])
    check(`fn: options ${show(value)}`, () =>
        mock.fn(
            () => {},
            () => {},
            value,
        ),
    );
for (const value of [0, -1, 1.5, '1', null, NaN, Infinity, -Infinity, 2 ** 53, 1]) {
    check(`fn: times ${String(value)}`, () =>
        mock.fn(
            () => 'o',
            () => 'm',
            { times: value },
        )(),
    );
}

// MockFunctionContext.
check('context: class', () => {
    const { mock: context } = mock.fn();
    const prototype = Object.getPrototypeOf(context);
    return [
        context.constructor.name,
        Object.keys(context),
        Object.getOwnPropertyNames(prototype).sort(),
        context.calls === context.calls,
    ];
});
check('context: lengths', () => {
    const { mock: context } = mock.fn();
    return ['callCount', 'mockImplementation', 'mockImplementationOnce', 'restore', 'resetCalls'].map(
        (name) => context[name].length,
    );
});
check('context: calls is a copy', () => {
    const f = mock.fn();
    f();
    f.mock.calls.push(1);
    return f.mock.calls.length;
});
check('context: mockImplementation', () => {
    const f = mock.fn(() => 1);
    f.mock.mockImplementation(() => 2);
    return f();
});
check('context: mockImplementationOnce', () => {
    const f = mock.fn(() => 1);
    f.mock.mockImplementationOnce(() => 2);
    return [f(), f()];
});
check('context: mockImplementationOnce twice', () => {
    const f = mock.fn(() => 1);
    f.mock.mockImplementationOnce(() => 2);
    f.mock.mockImplementationOnce(() => 3);
    return [f(), f()];
});
check('context: mockImplementationOnce for a call', () => {
    const f = mock.fn(() => 1);
    f.mock.mockImplementationOnce(() => 2, 1);
    f.mock.mockImplementationOnce(() => 3, 2);
    return [f(), f(), f(), f()];
});
check('context: mockImplementationOnce for a past call', () => {
    const f = mock.fn(() => 1);
    f();
    f();
    f.mock.mockImplementationOnce(() => 2, 1);
});
check('context: mockImplementationOnce with a fraction', () => mock.fn().mock.mockImplementationOnce(() => 2, 1.5));
check('context: mockImplementationOnce with a string', () => mock.fn().mock.mockImplementationOnce(() => 2, '1'));
check('context: mockImplementationOnce without function', () => mock.fn().mock.mockImplementationOnce(5));
check('context: mockImplementation without function', () => mock.fn().mock.mockImplementation());
check('context: restore', () => {
    const f = mock.fn(
        () => 1,
        () => 2,
    );
    const before = f();
    f.mock.restore();
    return [before, f(), f.mock.callCount()];
});
check('context: restore and mock again', () => {
    const f = mock.fn(
        () => 1,
        () => 2,
    );
    f.mock.restore();
    f.mock.mockImplementation(() => 3);
    return f();
});
check('context: resetCalls', () => {
    const f = mock.fn(() => 1);
    f();
    f();
    f.mock.resetCalls();
    return [f.mock.callCount(), f(), f.mock.callCount()];
});
check('context: times and once', () => {
    const f = mock.fn(
        () => 'o',
        () => 'm',
        { times: 2 },
    );
    f.mock.mockImplementationOnce(() => 'once', 3);
    return [f(), f(), f(), f(), f()];
});
check('context: without this', () => {
    const { callCount } = mock.fn().mock;
    try {
        callCount();
    } catch (error) {
        return error.name;
    }
});

// mock.method.
const number = () => ({
    value: 5,
    add(a) {
        return this.value + a;
    },
    text: 'a',
});
check('method: original', () => {
    const n = number();
    const add = mock.method(n, 'add');
    return [n.add(3), n.add === add, add.name, add.length, calls(n.add), n.add.mock.calls[0].this === n];
});
check('method: implementation', () => {
    const n = number();
    mock.method(n, 'add', function (a) {
        return this.value * a;
    });
    return [n.add(3), n.add.name];
});
check('method: restore', () => {
    const n = number();
    const { add } = n;
    mock.method(n, 'add', () => 0);
    const before = n.add(1);
    n.add.mock.restore();
    return [before, n.add(1), n.add === add];
});
check('method: times', () => {
    const n = number();
    mock.method(n, 'add', () => 0, { times: 2 });
    return [n.add(1), n.add(1), n.add(1), n.add.mock === undefined];
});
check('method: options third', () => {
    const n = number();
    mock.method(n, 'add', { times: 1 });
    return [n.add(1), n.add.mock === undefined];
});
check('method: inherited', () => {
    class A {
        m() {
            return 'a';
        }
    }
    class B extends A {}
    const b = new B();
    mock.method(b, 'm', () => 'mock');
    const results = [b.m(), new B().m(), Object.hasOwn(b, 'm')];
    b.m.mock.restore();
    return [...results, b.m(), Object.hasOwn(b, 'm')];
});
check('method: prototype', () => {
    class A {
        m() {
            return 'a';
        }
    }
    mock.method(A.prototype, 'm', () => 'mock');
    return [new A().m(), JSON.stringify(Object.getOwnPropertyDescriptor(A.prototype, 'm'))];
});
check('method: static', () => {
    class A {
        static m() {
            return 'a';
        }
    }
    mock.method(A, 'm', () => 'mock');
    return [A.m(), A.m.mock.callCount()];
});
check('method: attributes', () => {
    const o = Object.defineProperty({}, 'm', {
        value() {},
        enumerable: false,
        writable: false,
        configurable: true,
    });
    mock.method(o, 'm');
    return Object.getOwnPropertyDescriptor(o, 'm');
});
check('method: symbol', () => {
    const s = Symbol('m');
    const o = {
        [s]() {
            return 1;
        },
    };
    mock.method(o, s, () => 2);
    return o[s]();
});
check('method: getter', () => {
    const o = {
        get a() {
            return 1;
        },
    };
    const f = mock.method(o, 'a', () => 2, { getter: true });
    return [o.a, f.mock.callCount(), f.name];
});
check('method: setter', () => {
    let seen;
    const o = {
        get a() {
            return 'get';
        },
        set a(v) {
            seen = v;
        },
    };
    const f = mock.method(
        o,
        'a',
        function (v) {
            seen = v * 2;
        },
        { setter: true },
    );
    o.a = 4;
    return [seen, o.a, f.mock.callCount(), f.mock.calls[0].arguments];
});
check('method: missing', () => mock.method({}, 'm'));
check('method: no function', () => mock.method(number(), 'text'));
check('method: accessor', () =>
    mock.method(
        {
            get a() {
                return () => 1;
            },
        },
        'a',
    ),
);
check('method: no getter', () => mock.method(number(), 'add', { getter: true }));
check('method: both', () =>
    mock.method(
        {
            get a() {
                return 1;
            },
            set a(_) {},
        },
        'a',
        { getter: true, setter: true },
    ),
);
check('method: getter is no boolean', () =>
    mock.method(
        {
            get a() {
                return 1;
            },
        },
        'a',
        { getter: 1 },
    ),
);
check('method: setter is no boolean', () =>
    mock.method(
        {
            get a() {
                return 1;
            },
        },
        'a',
        { setter: 'yes' },
    ),
);
check('method: frozen', () => {
    try {
        mock.method(Object.freeze(number()), 'add');
    } catch (error) {
        return error.name;
    }
});
for (const value of [null, undefined, 5, 'text', []])
    check(`method: of ${show(value)}`, () => mock.method(value, 'add'));
for (const value of [null, undefined, 5, {}])
    check(`method: name ${show(value)}`, () => mock.method(number(), value));
for (const value of [null, 5, 'text'])
    check(`method: implementation ${show(value)}`, () => mock.method(number(), 'add', value));
for (const value of [null, 5])
    check(`method: options ${show(value)}`, () => mock.method(number(), 'add', () => {}, value));
check('method: twice', () => {
    const n = number();
    mock.method(n, 'add', () => 1);
    mock.method(n, 'add', () => 2);
    const results = [n.add(0)];
    n.add.mock.restore();
    return [...results, n.add(0)];
});

// mock.getter and mock.setter.
check('getter', () => {
    const o = {
        get a() {
            return 1;
        },
    };
    const f = mock.getter(o, 'a', () => 2);
    const before = o.a;
    f.mock.restore();
    return [before, o.a, f.mock.callCount()];
});
check('getter: original', () => {
    const o = {
        x: 3,
        get a() {
            return this.x;
        },
    };
    const f = mock.getter(o, 'a');
    return [o.a, f.mock.calls[0].this === o];
});
check('getter: options', () => {
    const o = {
        get a() {
            return 1;
        },
    };
    mock.getter(o, 'a', () => 2, { times: 1 });
    return [o.a, o.a];
});
check('getter: options third', () => {
    const o = {
        get a() {
            return 1;
        },
    };
    const f = mock.getter(o, 'a', { times: 1 });
    return [o.a, o.a, f.mock.callCount()];
});
check('getter: false', () =>
    mock.getter(
        {
            get a() {
                return 1;
            },
        },
        'a',
        { getter: false },
    ),
);
check('getter: with setter', () =>
    mock.getter(
        {
            get a() {
                return 1;
            },
        },
        'a',
        { setter: true },
    ),
);
check('getter: of a value', () => mock.getter({ a: 1 }, 'a'));
check('setter', () => {
    let seen = [];
    const o = {
        set a(v) {
            seen.push(v);
        },
    };
    const f = mock.setter(o, 'a', (v) => seen.push(`mock ${v}`));
    o.a = 1;
    f.mock.restore();
    o.a = 2;
    return seen;
});
check('setter: original', () => {
    let seen;
    const o = {
        set a(v) {
            seen = v;
        },
    };
    const f = mock.setter(o, 'a');
    o.a = 1;
    return [seen, calls(f)];
});
check('setter: false', () => mock.setter({ set a(_) {} }, 'a', { setter: false }));
check('setter: with getter', () => mock.setter({ set a(_) {} }, 'a', { getter: true }));
check('setter: of a value', () => mock.setter({ a: 1 }, 'a'));

// mock.property.
check('property', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a', 2);
    const results = [o.a];
    o.a = 3;
    results.push(
        o.a,
        p.mock.accessCount(),
        p.mock.accesses.map(({ type, value, stack }) => [type, value, stack instanceof Error]),
    );
    p.mock.restore();
    return [...results, o.a, Object.getOwnPropertyDescriptor(o, 'a')];
});
check('property: without value', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a');
    return [o.a, p.a, p.mock.accessCount()];
});
check('property: undefined', () => {
    const o = { a: 1 };
    mock.property(o, 'a', undefined);
    return [typeof o.a];
});
check('property: mockImplementation', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a', 2);
    p.mock.mockImplementation(5);
    return [o.a, p.mock.accesses.map(({ type }) => type)];
});
check('property: mockImplementationOnce', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a', 2);
    p.mock.mockImplementationOnce(5);
    p.mock.mockImplementationOnce(6, 2);
    return [o.a, o.a, o.a, o.a];
});
check('property: mockImplementationOnce and set', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a', 2);
    p.mock.mockImplementationOnce(5);
    o.a = 9;
    return [o.a];
});
check('property: past access', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a', 2);
    o.a;
    o.a;
    p.mock.mockImplementationOnce(5, 0);
});
check('property: resetAccesses', () => {
    const o = { a: 1 };
    const p = mock.property(o, 'a', 2);
    o.a;
    p.mock.resetAccesses();
    return p.mock.accessCount();
});
check('property: read-only', () => {
    const o = Object.defineProperty({}, 'a', { value: 1, configurable: true });
    mock.property(o, 'a', 2);
    try {
        o.a = 3;
    } catch (error) {
        return [error.name, error.code, error.message];
    }
});
check('property: missing', () => mock.property({}, 'a', 1));
check('property: of null', () => mock.property(null, 'a', 1));
check('property: of a function', () => mock.property(() => {}, 'name', 1));
check('property: name', () => mock.property({}, 5, 1));
check('property: class', () => {
    const p = mock.property({ a: 1 }, 'a');
    return [p.mock.constructor.name, Object.getOwnPropertyNames(Object.getPrototypeOf(p.mock)).sort()];
});

// The tracker.
check('tracker: class', () => [mock.constructor.name, Object.keys(mock)]);
check('tracker: restoreAll', () => {
    const n = number();
    const f = mock.fn(
        () => 1,
        () => 2,
    );
    mock.method(n, 'add', () => 0);
    mock.restoreAll();
    return [n.add(1), f(), n.add.mock === undefined];
});
check('tracker: reset', () => {
    const n = number();
    const f = mock.fn(
        () => 1,
        () => 2,
    );
    mock.method(n, 'add', () => 0);
    mock.reset();
    return [n.add(1), f(), f.mock.callCount()];
});
check('tracker: reset twice', () => {
    const f = mock.fn(
        () => 1,
        () => 2,
    );
    mock.reset();
    f.mock.mockImplementation(() => 3);
    mock.reset();
    return f();
});
check('tracker: without this', () => {
    const { fn } = mock;
    try {
        fn.call(undefined)();
    } catch (error) {
        return error.name;
    }
});
console.log(`${count} checks`);

test('what the file has printed is compared', () => {});

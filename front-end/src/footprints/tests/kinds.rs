//! Small programs that use something in a way of its own. Each has two pieces of work that conflict.

use super::comparison::Program;

/// An `async` function whose last part declares something, and a message that looks at it. The result is seen with the
/// order of the two pieces of work.
macro_rules! late {
    ($looks:literal, $declares:literal) => {
        concat!(
            "let kind; const soon = () => scheduler.postTask(() => {});
            (async () => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => { port1.close(); ",
            $looks,
            " };
              port2.postMessage(0);
              ",
            $declares,
            "
            })();
            setTimeout(() => { seen += kind; }, 500);"
        )
    };
}

/// What is shared, what one piece of work does with it, and what the other one does. Then `seen` is shown.
const KINDS: &[(&str, &str, &str)] = &[
    // What a promise is shows when it is printed.
    ("let settle; const later = new Promise(resolve => { settle = resolve; });", "settle(5);", "console.log(later);"),
    (
        "let go; const gate = new Promise(it => { go = it; }), later = gate.then(() => 1);",
        "go();",
        "console.log([later]);",
    ),
    // Nothing waits for it.
    ("const later = scheduler.postTask(() => {});", "", "console.log(later);"),
    ("const controller = new AbortController();", "controller.abort();", "console.log(controller.signal);"),
    // Who has settled it does not announce it.
    (
        "let settle; const later = Promise.resolve({ then(it) { settle = it; } });",
        "settle(5);",
        "later.then(() => { seen = open; }); open = 2;",
    ),
    ("let settle; (async () => { seen = await { then(it) { settle = it; } }; })();", "settle(5);", "settle(6);"),
    (
        "let settle; (async () => { seen = await { then: function (it) { settle = it; }.bind(null) }; })();",
        "settle(5);",
        "settle(6);",
    ),
    // A promise whose number is another one in another order.
    (
        "let go; const slow = (async () => { await new Promise(it => { go = it; }); })();
        (async () => { await io(); await io(); go(); })();",
        "new Promise(() => {}); slow.then(() => { seen = 'one'; });",
        "slow.then(() => { seen = 'other'; });",
    ),
    // Only some parts of a promise settle it.
    (
        "const gates = [], wait = () => new Promise((_, fail) => { gates.push(fail); });
        Promise.all([wait(), wait()]).catch(it => { seen = it; });",
        "gates[0](5);",
        "gates[1](6);",
    ),
    (
        "const gates = [], wait = () => new Promise(it => { gates.push(it); });
        Promise.all([wait(), wait()]).then(() => { seen = open; });",
        "gates[0](5); open++;",
        "gates[1](6); open *= 3;",
    ),
    (
        "let add; const once = new Promise(it => { add = it; }), other = new Promise(() => {});
        class Both { get then() { other.then(() => {}); return undefined; } }
        Promise.all([new Both(), once]).then(() => { seen = open; });",
        "add(5);",
        "open = 2;",
    ),
    // A value that is thrown is shown.
    ("const shared = { x: 0 };", "shared.x = 1;", "throw shared;"),
    ("const error = new Error('a');", "error.message = 'b';", "throw error;"),
    ("const list = [];", "list.push(1);", "throw list;"),
    // Conversions to strings and numbers.
    ("const list = [];", "list.push(5);", "seen = Math.max(list);"),
    ("const list = [];", "list.push(5);", "seen = new Error(list).message;"),
    ("const list = [];", "list.push(5);", "seen = 'x'.padEnd(3, list);"),
    ("const list = [];", "list.push(5);", "seen = parseInt(list);"),
    ("const list = [];", "list.push(5);", "setTimeout(() => { seen = 'late'; }, list);"),
    (
        "class Oops extends Error { constructor(it) { super(it); } } const list = [];",
        "list.push(5);",
        "seen = new Oops(list).message;",
    ),
    ("const error = new Error('a');", "error.message = 'b';", "seen = 'x' + error;"),
    ("const error = new Error('a');", "error.name = 'b';", "seen = [error].join();"),
    ("const options = {};", "options.cause = 1;", "seen = new Error('x', options).cause;"),
    (
        "class Oops extends Error { constructor(...it) { super(...it); } } const options = {};",
        "options.cause = 1;",
        "seen = new Oops('x', options).cause;",
    ),
    // Elements by their names.
    ("const list = [];", "list.push(5);", "seen = list['0'];"),
    ("const list = [7];", "list['0'] = 5;", "seen = list.at(0);"),
    // A pattern of an error.
    ("const shared = { x: 0 };", "shared.x = 1;", "try { throw shared; } catch ({ x }) { seen = x; }"),
    // The fields of a class may be those of another object.
    (
        "const shared = {}; class Base { constructor() { return shared; } } class Derived extends Base { y = 5; }",
        "new Derived();",
        "seen = shared.y;",
    ),
    (
        "const shared = {}; function Base() { return shared; } class Derived extends Base { y = 5; }",
        "new Derived();",
        "seen = shared.y;",
    ),
    (
        "class One { value = 1; } class Two { value = 2; } let Maker = One; class A { made = new Maker(); }",
        "Maker = Two;",
        "seen = new A().made.value;",
    ),
    // Parameters throw before the function starts.
    (
        "const list = [{ y: 1 }], first = (it = list[0], { y } = it) => y;",
        "list.pop();",
        "seen = attempt(() => first());",
    ),
    ("const list = [{ y: 1 }], first = ([{ y }]) => y;", "list.length = 0;", "seen = attempt(() => first(list));"),
    (
        "const shared = { a: { y: 1 } }, deep = ({ a: { y } }) => y;",
        "shared.a = null;",
        "seen = attempt(() => deep(shared));",
    ),
    (
        "const shared = { a: [1] }, deep = ({ b, a: [y] }) => y;",
        "shared.a = null;",
        "seen = attempt(() => deep(shared));",
    ),
    ("let make = () => 1; const use = ({ y = make() }) => y;", "make = null;", "seen = attempt(() => use({}));"),
    // A text that is a timer.
    ("", "setTimeout('seen = 5');", "seen = 4;"),
    // The order of properties.
    ("const shared = {};", "shared.a = 1;", "shared.b = 1; seen = JSON.stringify(shared);"),
    // A promise is reported as rejected, unless it gets a handler before that.
    ("const gone = new Promise((_, fail) => fail(new Error('x')));", "", "gone.catch(() => {});"),
    (
        "let fail; const gone = new Promise((_, it) => { fail = it; });",
        "fail(new Error('x'));",
        "gone.catch(() => {});",
    ),
    // Signals, listeners and timers.
    ("const controller = new AbortController();", "controller.abort();", "seen = controller.signal.aborted;"),
    (
        "const target = new EventTarget();",
        "target.addEventListener('it', () => { seen = 5; });",
        "target.dispatchEvent(new Event('it'));",
    ),
    (
        "const listener = { handleEvent() { seen = 5; } }, target = new EventTarget();
        target.addEventListener('it', listener);",
        "listener.handleEvent = () => { seen = 6; };",
        "target.dispatchEvent(new Event('it'));",
    ),
    (
        "const listener = { handleEvent() { seen = 5; } }, { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', listener); port1.start();",
        "listener.handleEvent = () => { seen = 6; };",
        "port2.postMessage(1); setTimeout(() => port1.close(), 1);",
    ),
    (
        "const options = { once: false }, target = new EventTarget();",
        "options.once = true;",
        "target.addEventListener('it', () => { seen++; }, options);
        target.dispatchEvent(new Event('it')); target.dispatchEvent(new Event('it'));",
    ),
    ("const options = { detail: 1 };", "options.detail = 2;", "seen = new CustomEvent('it', options).detail;"),
    (
        "const options = { detail: 1 }; class Own extends CustomEvent {}",
        "options.detail = 2;",
        "seen = new Own('it', options).detail;",
    ),
    // The constructor and the stack of an error.
    (
        "const options = { cause: 1 }; class Own extends Error {}",
        "options.cause = 2;",
        "seen = new Own('a', options).cause;",
    ),
    ("const error = new Error('a');", "error.message = 'b';", "seen = error.stack.slice(0, 8);"),
    ("const timer = setTimeout(() => { seen = 5; });", "clearTimeout(timer);", "attempt(() => {});"),
    ("", "setTimeout(() => { seen = 1; }, 200);", "setTimeout(() => { seen = 2; }, 200);"),
    // Functions of the global object.
    ("", "this.setTimeout(() => { seen = 1; }, 200);", "setTimeout(() => { seen = 2; }, 200);"),
    ("const timer = setTimeout(() => { seen = 5; });", "this.clearTimeout(timer);", "attempt(() => {});"),
    // In a script, `this` may be the global object.
    ("var count = 0;", "count = 5;", "seen = this.count;"),
    ("var count = 0;", "this.count = 5;", "seen = count;"),
    ("var count = 0; function read() { return this.count; }", "count = 5;", "seen = read();"),
    ("function get() { return 1; }", "this.get = () => 2;", "seen = get();"),
    ("var a = 0;", "a++;", "for (const it in this) if (it === 'a') seen = this[it];"),
    ("(async () => { await io(); if (open) { function late() {} } })();", "open = 2;", "seen = typeof late;"),
    // Declarations that run late.
    (
        late!("try { new Late(); kind = 'made'; } catch { kind = 'early'; }", "await soon(); class Late {}"),
        "seen += 'a';",
        "seen += 'b';",
    ),
    (late!("kind = typeof late;", "await soon(); if (open) { function late() {} }"), "seen += 'a';", "seen += 'b';"),
    (
        late!("kind = typeof late;", "await soon(); switch (open) { case 1: function late() {} }"),
        "seen += 'a';",
        "seen += 'b';",
    ),
    (late!("kind = typeof late;", "{ await soon(); function late() {} }"), "seen += 'a';", "seen += 'b';"),
    // Names that are only known when the program runs may be those of states.
    (
        "const controller = new AbortController(), read = (it, key) => it[key];",
        "controller.abort();",
        "seen = read(controller.signal, 'aborted');",
    ),
    // Numbers that are no indexes.
    ("const shared = {};", "shared['9.99'] = 5;", "seen = shared[9.99];"),
    ("const shared = {};", "shared.Infinity = 5;", "seen = shared[1e400];"),
];

/// All programs of these kinds.
pub(super) fn programs() -> impl Iterator<Item = (String, Program)> {
    KINDS.iter().map(|kind| (format!("{kind:?}"), program(kind)))
}

fn program((shared, one, other): &(&str, &str, &str)) -> Program {
    let text = format!(
        "let seen = 'nothing', open = 1;
        const io = () => new Promise(resolve => {{
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {{ channel.port1.close(); resolve(); }};
          channel.port2.postMessage(0);
        }});
        const attempt = it => {{ try {{ return it(); }} catch {{ return 'failed'; }} }};
        {shared}
        scheduler.postTask(() => {{ queueMicrotask(() => {{ {one} }}); }});
        io().then(() => {{ queueMicrotask(() => {{ {other} }}); }});"
    );
    Program { text, file: "a.js".into(), state: Some("seen".to_owned()) }
}

//! Random programs with two workers, which use in many ways what agents share.

use std::fmt::Write;

use fastrand::Rng;

use super::comparison::Program;

/// What agents do. `$n` is the number of the work.
const STATEMENTS: &[&str] = &[
    "total += $n;",
    "seen.push(total, $n);",
    "tell('total', total);",
    "self.name && tell('random', Math.random());",
    "memory && (memory[0] += $n);",
    "memory && tell('memory', memory[0]);",
    "memory && Atomics.add(memory, 0, $n);",
    "channel ??= listen();",
    "channel ??= listen();",
    "new BroadcastChannel('news').postMessage($n);",
    "new BroadcastChannel('news').postMessage($n);",
    "channel?.close();",
    "port?.postMessage($n);",
    "port?.close();",
    "if (port) port.onmessage = ({ data }) => { tell('port', data); };",
    "console.log($n);",
    "setTimeout(() => { tell('timer', $n); });",
    "scheduler.postTask(() => { total += $n; });",
    "queueMicrotask(() => { tell('microtask', total); });",
    "if (total > 4) throw new Error('too much');",
];

/// What only some programs have: nothing is left out after it.
const UNKNOWN: &[&str] = &[
    "tell('clock', performance.now());",
    "navigator.locks.request('lock', () => { tell('lock', $n); });",
    "tell('url', URL.createObjectURL(new Blob([])).length);",
    "self.name && tell('uuid', crypto.randomUUID());",
    "if (self.close && self.name) self.close();",
    "structuredClone(memory ?? {});",
];

/// What all agents start with.
const PRELUDE: &str = "
let total = 0, channel, port, memory;
const seen = [];
const listen = () => {
  const channel = new BroadcastChannel('news');
  channel.onmessage = ({ data }) => { total += data; tell('news', data); };
  return channel;
};
";

fn statements(random: &mut Rng, number: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..3) {
        let from = if random.u8(..30) == 0 { UNKNOWN } else { STATEMENTS };
        let _ = write!(text, "{} ", from[random.usize(..from.len())].replace("$n", &number.to_string()));
    }
    text
}

/// The script of a worker. It does something in its start, and for each message.
fn worker(random: &mut Rng, number: usize) -> String {
    let start = if random.bool() { statements(random, number) } else { String::new() };
    format!(
        "{PRELUDE}
        const tell = (...values) => {{ postMessage(values); }};
        {start}
        onmessage = ({{ data }}) => {{
          if (data.memory) memory = data.memory;
          if (data.port) port = data.port;
          {}
        }};",
        statements(random, number + 1)
    )
}

/// A random program.
pub(super) fn program(seed: u64) -> Program {
    let mut random = Rng::with_seed(seed);
    let scripts = [worker(&mut random, 1), worker(&mut random, 3)];
    let mut text = format!(
        "{PRELUDE}\nconst tell = (...values) => {{ seen.push(...values); }};\nconst pair = new MessageChannel();\n"
    );
    let is_shared = random.bool();
    if is_shared {
        text += "memory = new Int32Array(new SharedArrayBuffer(8));\n";
    }
    for (name, script) in ["first", "second"].into_iter().zip(scripts) {
        let _ = write!(
            text,
            "const {name} = new Worker('data:text/javascript,' + encodeURIComponent({}), {{ name: '{name}' }});
            {name}.onmessage = ({{ data }}) => {{ seen.push('{name}', ...data); }};
            {name}.onerror = event => {{ event.preventDefault(); seen.push('{name}', event.message); }};\n",
            serde_json::to_string(&script).unwrap()
        );
    }
    let memory = if is_shared { "memory" } else { "memory: undefined" };
    for (name, port) in [("first", "pair.port1"), ("second", "pair.port2")] {
        let _ = match random.u8(..3) {
            0 => writeln!(text, "{name}.postMessage({{ {memory}, port: {port} }}, [{port}]);"),
            1 => writeln!(text, "{name}.postMessage({{ {memory} }});"),
            _ => Ok(()),
        };
    }
    if random.u8(..3) == 0 {
        let _ = writeln!(text, "scheduler.postTask(() => {{ {} }});", statements(&mut random, 5));
    }
    Program { text, file: "a.js".into(), state: Some("seen, total, memory?.[0]".to_owned()) }
}

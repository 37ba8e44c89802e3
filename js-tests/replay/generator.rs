//! The text of random programs that use everything that can be replayed, and log what runs.

use fastrand::Rng;

const PRELUDE: &str = "\
const log = text => console.log(`${text} at ${performance.now()}`);
const failed = label => error => log(`${label} failed: ${error?.name ?? error}`);
const tasks = new TaskController({ priority: 'user-visible' }), others = new AbortController();
const { port1, port2 } = new MessageChannel(), { port1: port3, port2: port4 } = new MessageChannel();
const one = new BroadcastChannel('a'), two = new BroadcastChannel('a');
const timers = [], idles = [], frames = [];
const handlers = new Map();
const on = handler => { handlers.set(handlers.size, handler); return handlers.size - 1; };
for (const port of [port1, port3]) port.onmessage = ({ data }) => handlers.get(data)?.();
port1.addEventListener('message', async ({ data }) => { await null; log(`second listener of ${data}`); });
port1.addEventListener('close', () => log('closed'));
two.onmessage = ({ data }) => handlers.get(data)?.();
tasks.signal.addEventListener('prioritychange', ({ previousPriority }) => log(`was ${previousPriority}`));
for (const { signal } of [tasks, others]) {
  signal.addEventListener('abort', async () => { log('aborted'); await null; log('after the abort'); });
  signal.addEventListener('abort', () => log('aborted too'));
}
addEventListener('unhandledrejection', event => { log(`unhandled ${event.reason}`); event.preventDefault(); });
addEventListener('rejectionhandled', event => log(`handled ${event.reason}`));
addEventListener('error', event => { log(`error ${event.error}`); event.preventDefault(); });
";

/// The end of all programs: what would keep them alive is closed.
const END: &str = "\
setTimeout(() => { port1.close(); port3.close(); one.close(); two.close(); }, 300);
";

/// Returns the program of a seed. For Node, it uses immediates, too.
pub(crate) fn program(seed: u64, is_for_node: bool) -> String {
    let mut generator = Generator { random: Rng::with_seed(seed), labels: 0, budget: 0, is_for_node };
    generator.budget = generator.random.usize(8..26);
    let count = generator.random.usize(3..8);
    let statements: Vec<String> = (0..count).map(|_| generator.statement(0, false)).collect();
    format!("{PRELUDE}{}\n{END}", statements.join("\n"))
}

struct Generator {
    random: Rng,
    labels: usize,
    /// How many statements may still be written.
    budget: usize,
    is_for_node: bool,
}

impl Generator {
    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    fn delay(&mut self) -> u32 {
        self.random.choice([0, 1, 2, 5, 8, 20]).unwrap_or(0)
    }

    fn options(&mut self) -> String {
        let priority = match self.random.u8(..6) {
            0 => "priority: 'user-blocking', ",
            1 => "priority: 'background', ",
            _ => "",
        };
        let signal = match self.random.u8(..6) {
            0 => "signal: tasks.signal, ",
            1 => "signal: others.signal, ",
            2 => "signal: AbortSignal.any([tasks.signal, others.signal]), ",
            _ => "",
        };
        let delay = if self.random.u8(..4) == 0 { format!("delay: {}", self.delay()) } else { String::new() };
        format!("{{ {priority}{signal}{delay} }}")
    }

    /// The statements of a callback.
    fn body(&mut self, depth: usize, is_async: bool) -> String {
        let label = self.label();
        let mut lines = vec![format!("log({label});")];
        let most = 4_usize.saturating_sub(depth);
        for _ in 0..self.random.usize(..=most) {
            lines.push(self.statement(depth + 1, is_async));
        }
        if self.random.u8(..14) == 0 {
            lines.push(format!("throw new Error('{label}');"));
        }
        lines.join(" ")
    }

    fn callback(&mut self, depth: usize) -> String {
        let is_async = self.random.u8(..3) == 0;
        let body = self.body(depth, is_async);
        format!("{}() => {{ {body} }}", if is_async { "async " } else { "" })
    }

    fn statement(&mut self, depth: usize, is_async: bool) -> String {
        if self.budget == 0 {
            return String::new();
        }
        self.budget -= 1;
        if is_async && self.random.u8(..3) == 0 {
            return self.awaits();
        }
        if self.random.u8(..3) == 0 { self.simple_statement() } else { self.scheduling_statement(depth) }
    }

    fn awaits(&mut self) -> String {
        let label = self.label();
        let awaited = match self.random.u8(..4) {
            0 | 1 => "scheduler.yield()".to_owned(),
            2 => "null".to_owned(),
            _ => format!("new Promise(resolve => setTimeout(resolve, {}))", self.delay()),
        };
        format!("await {awaited}; log({label});")
    }

    /// A statement with a callback.
    fn scheduling_statement(&mut self, depth: usize) -> String {
        let (label, delay, callback) = (self.label(), self.delay(), self.callback(depth));
        match self.random.u8(..22) {
            0..=3 => format!("timers.push(setTimeout({callback}, {delay}));"),
            4 => {
                let times = self.random.u8(1..4);
                format!(
                    "{{ let rounds = 0; const id = setInterval(() => {{ if (++rounds === {times}) clearInterval(id); \
                     ({callback})(); }}, {delay}); timers.push(id); }}"
                )
            }
            5..=8 => format!("scheduler.postTask({callback}, {}).catch(failed({label}));", self.options()),
            9 => format!("scheduler.postTask({callback}, {}).then(() => log({label}));", self.options()),
            10 => format!("queueMicrotask({callback});"),
            11 => format!("Promise.resolve().then({callback}).catch(failed({label}));"),
            12 | 13 => format!("{}.postMessage(on({callback}));", if label % 2 == 0 { "port2" } else { "port4" }),
            14 => format!("one.postMessage(on({callback}));"),
            15 | 16 => {
                let timeout = if label % 2 == 0 { format!(", {{ timeout: {} }}", delay + 1) } else { String::new() };
                format!(
                    "idles.push(requestIdleCallback(deadline => {{ log(`${{deadline.didTimeout}} \
                     ${{deadline.timeRemaining()}}`); ({callback})(); }}{timeout}));"
                )
            }
            17 => format!("frames.push(requestAnimationFrame(time => {{ log(`frame ${{time}}`); ({callback})(); }}));"),
            18 => format!("AbortSignal.timeout({delay}).addEventListener('abort', {callback});"),
            19 if self.is_for_node => format!("setImmediate({callback});"),
            19 => format!("setTimeout({callback});"),
            20 => format!("new Blob(['{label}']).text().then({callback}).catch(failed({label}));"),
            _ => format!("fetch('data:,{label}').then(it => it.text()).then({callback}).catch(failed({label}));"),
        }
    }

    fn simple_statement(&mut self) -> String {
        let (label, delay) = (self.label(), self.delay());
        match self.random.u8(..18) {
            0 => "others.abort();".to_owned(),
            1 => format!("tasks.abort({label});"),
            2 | 3 => {
                let priority = self.random.choice(["user-blocking", "user-visible", "background"]);
                format!("tasks.setPriority('{}');", priority.unwrap_or("background"))
            }
            4 | 5 => format!("clearTimeout(timers[{}]);", label % 3),
            6 => format!("cancelIdleCallback(idles[{}]);", label % 2),
            7 => format!("cancelAnimationFrame(frames[{}]);", label % 2),
            8 => format!("Promise.reject({label});"),
            9 => format!(
                "{{ const late = Promise.reject({label}); setTimeout(() => late.catch(() => {{}}), {delay}); }}"
            ),
            10 => format!("reportError({label});"),
            11 => "log(Math.random());".to_owned(),
            12 => "log(Date.now());".to_owned(),
            13 => "log(crypto.randomUUID());".to_owned(),
            14 => "crypto.subtle.digest('SHA-256', new Uint8Array(2)).then(it => log(it.byteLength));".to_owned(),
            15 => "{ const { port1: sent, port2: kept } = new MessageChannel(); kept.onmessage = () => log('moved'); \
                   port4.postMessage(sent, [sent]); }"
                .to_owned(),
            16 => "port2.close();".to_owned(),
            _ => "{ const end = performance.now() + 2; while (performance.now() < end); }".to_owned(),
        }
    }
}

//! The text of random programs: calls of the functions in `prelude.js`, nested.

use std::fmt::Write;

use fastrand::Rng;

/// How deeply callbacks are nested in the text.
const DEPTH: usize = 4;

const PRIORITIES: [&str; 3] = ["user-blocking", "user-visible", "background"];

/// Returns the program of a seed.
pub(crate) fn program(seed: u64) -> String {
    let mut generator = Generator { random: Rng::with_seed(seed), text: String::new(), depth: 0, is_async: false };
    generator.text.push_str("{\nconst e = NONE, v = undefined;\n");
    generator.text.push_str("for (const kind of [0, 1, 2]) newTarget(kind);\n");
    generator.text.push_str("for (const kind of [0, 1, 3]) newController(kind, kind);\nchannel();\n");
    let statements = generator.random.usize(10..60);
    generator.statements(statements);
    generator.text.push_str("}\n");
    generator.text
}

struct Generator {
    random: Rng,
    text: String,
    depth: usize,
    /// Whether the callback that is being written is an asynchronous function.
    is_async: bool,
}

/// Appends an indented line.
macro_rules! line {
    ($generator:expr, $($format:tt)*) => {{
        let text = format!($($format)*);
        $generator.line(&text);
    }};
}

impl Generator {
    fn line(&mut self, text: &str) {
        let indent = 2 * self.depth;
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    /// A number that selects something: the prelude takes it modulo the length of a list.
    fn index(&mut self) -> u32 {
        self.random.u32(0..40)
    }

    fn delay(&mut self) -> u32 {
        *self.random.choice(&[0, 0, 1, 2, 5, 10, 50, 1000]).unwrap_or(&0)
    }

    fn priority(&mut self) -> &'static str {
        self.random.choice(PRIORITIES).unwrap_or("background")
    }

    /// Writes a call whose arguments are `before`, a callback, and `after`.
    fn call(&mut self, function: &str, before: &str, after: &str) {
        let is_async = self.random.u8(0..4) == 0;
        let (head, outer) = (if is_async { "async (e, v) => {" } else { "(e, v) => {" }, self.is_async);
        let separator = if before.is_empty() { "" } else { ", " };
        line!(self, "{function}({before}{separator}{head}");
        (self.depth, self.is_async) = (self.depth + 1, is_async);
        // Deeper callbacks are shorter, so that programs end.
        let count = self.random.usize(0..=7 - self.depth);
        self.statements(count);
        if self.random.u8(0..12) == 0 {
            let thing = self.index();
            line!(self, "throw thing({thing});");
        }
        (self.depth, self.is_async) = (self.depth - 1, outer);
        let separator = if after.is_empty() { "" } else { ", " };
        line!(self, "}}{separator}{after});");
    }

    fn statement(&mut self) {
        if self.depth < DEPTH && self.random.u8(0..5) < 3 {
            self.scheduling_statement();
        } else if self.is_async && self.random.u8(0..3) == 0 {
            line!(self, "await yields(e); see(v);");
        } else {
            self.simple_statement();
        }
    }

    /// A statement with a callback.
    fn scheduling_statement(&mut self) {
        let (k, delay) = (self.index(), self.delay());
        match self.random.u8(0..32) {
            0..=5 => self.task(),
            6 => self.call("strangeTask", &format!("{k}, {delay}"), ""),
            7 | 8 => self.call("timer", &delay.to_string(), "v"),
            9 => {
                let times = self.random.u32(1..4);
                self.call("interval", &format!("{delay}, {times}"), "v");
            }
            10 | 11 => self.call("micro", "", "e, v"),
            12 | 13 => {
                let kind = self.random.u8(0..4);
                self.call("react", &kind.to_string(), "e, v");
            }
            14 => {
                let options = if k % 2 == 0 { "undefined".to_owned() } else { format!("{{ timeout: {delay} }}") };
                self.call("idle", &options, "v");
            }
            15 => self.call("frame", "", "v"),
            16..=18 => self.listener(),
            19 => {
                let once = self.random.bool();
                self.call("onAbort", &k.to_string(), &once.to_string());
            }
            20 => self.call("onPriorityChange", &k.to_string(), ""),
            21 => {
                let (j, kind) = (self.index(), self.random.u8(0..5));
                self.call("send", &format!("{k}, {j}, {kind}"), "v");
            }
            22 => self.call("broadcast", &k.to_string(), "v"),
            23 => {
                let kinds = ["error", "unhandledrejection", "rejectionhandled"];
                let kind = self.random.choice(kinds).unwrap_or("error");
                let prevents = self.random.bool();
                self.call("onGlobal", &format!("'{kind}'"), &prevents.to_string());
            }
            24 => {
                let kind = self.random.u8(0..3);
                let ends = self.random.u8(0..4);
                let options = self.task_options();
                self.call("rust", &format!("{kind}, {options}"), &ends.to_string());
            }
            25 => {
                let kind = self.random.u8(0..7);
                self.call("strangeListener", &format!("{kind}, {k}"), "");
            }
            26 => self.call("within", &self.depth.to_string(), "e"),
            27 => {
                let kind = self.random.u8(0..4);
                self.call("takeSnapshot", &kind.to_string(), "v");
            }
            28 | 29 => {
                let kind = self.random.u8(0..4);
                self.call("read", &format!("{kind}, {k}"), "");
            }
            30 => self.call("windowMessage", "", "v"),
            _ => {
                let function = ["observe", "finalize", "droppedChannel"][k as usize % 3];
                self.call(function, "", "");
            }
        }
    }

    fn task_options(&mut self) -> String {
        let mut options = Vec::new();
        if self.random.u8(0..3) == 0 {
            options.push(format!("priority: '{}'", self.priority()));
        }
        if self.random.u8(0..3) == 0 {
            options.push(format!("signal: pick(signals, {})", self.index()));
        }
        if self.random.u8(0..5) == 0 {
            options.push(format!("delay: {}", self.delay()));
        }
        format!("{{ {} }}", options.join(", "))
    }

    fn task(&mut self) {
        let before = self.task_options();
        let function = if self.random.u8(0..6) == 0 { "taskElsewhere" } else { "task" };
        self.call(function, &before, "v");
    }

    fn listener(&mut self) {
        let (k, kind) = (self.index(), if self.random.bool() { "x" } else { "y" });
        let mut options = Vec::new();
        for option in ["capture", "once", "passive"] {
            if self.random.u8(0..4) == 0 {
                options.push(format!("{option}: true"));
            }
        }
        if self.random.u8(0..4) == 0 {
            options.push(format!("signal: pick(signals, {})", self.index()));
        }
        if self.random.u8(0..6) == 0 {
            options.push(format!("stops: {}", self.random.u8(1..4)));
        }
        self.call("listen", &format!("{k}, '{kind}', {{ {} }}", options.join(", ")), "");
    }

    fn simple_statement(&mut self) {
        let (k, j, delay, priority) = (self.index(), self.index(), self.delay(), self.priority());
        match self.random.u8(0..46) {
            0..=2 => line!(self, "abort({k}, {});", if j < 30 { 0 } else { j }),
            3..=5 => line!(self, "setPriority({k}, '{priority}');"),
            6 | 7 => line!(self, "newController({}, {j});", k % 4),
            8 | 9 => line!(self, "anySignal([{k}, {j}]);"),
            10 => line!(self, "anyTaskSignal([{k}, {j}], '{priority}');"),
            11 => line!(self, "anyTaskSignal([{k}], {j});"),
            12 => line!(self, "timeoutSignal({delay});"),
            13 => line!(self, "dropped({k}, () => {{}});"),
            14 => line!(self, "stringTimer({delay});"),
            15 => line!(self, "clear({k});"),
            16 => line!(self, "cancelIdle({k});"),
            17 => line!(self, "cancelFrame({k});"),
            18..=21 => line!(self, "dispatch({k}, '{}');", if j % 2 == 0 { "x" } else { "y" }),
            22 => line!(self, "unlisten({k});"),
            23 => line!(self, "listenAgain({k});"),
            24 => line!(self, "channel();"),
            25 => line!(self, "{}({k});", if j < 10 { "closePort" } else { "startPort" }),
            26 => line!(self, "{}({k});", if j < 10 { "closeChannel" } else { "broadcastChannel" }),
            27 => line!(self, "collect();"),
            28 => line!(self, "{}({k});", if j < 20 { "reject" } else { "report" }),
            29 => line!(self, "rejectLate({k}, {delay});"),
            30 => line!(self, "clone({k});"),
            31 => line!(self, "mark({k});"),
            32 => line!(self, "wait({delay}, {k});"),
            33 => line!(self, "text({k});"),
            34 => line!(self, "form({k});"),
            35 => line!(self, "objectUrl({k});"),
            36 => line!(self, "address({k});"),
            37..=39 => line!(self, "use({k}, {j});"),
            40 => line!(self, "inspectEntries({k});"),
            41 => line!(self, "changeRust({k});"),
            42 => line!(self, "changeRust({k}, '{priority}');"),
            43 => line!(self, "promiseOfRust({});", k % 3),
            44 => line!(self, "abortFromRust({k});"),
            _ => line!(self, "platform({k}, {j});"),
        }
    }
}

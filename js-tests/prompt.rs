//! The prompt as a person sees it: through a pseudo-terminal, on a screen.
//!
//! A test waits until the screen shows what it expects, for as long as that takes on the machine; only a prompt that never does fails.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, fs, thread};

use libtest_mimic::{Arguments, Failed, Trial};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// When a test gives up.
const PATIENCE: Duration = Duration::from_mins(1);

const ROWS: NonZero<u16> = NonZero::<u16>::MIN.saturating_add(49);
const COLUMNS: NonZero<u16> = NonZero::<u16>::MIN.saturating_add(159);

type Test = fn(&Path) -> Result<(), Failed>;

fn main() {
    let tests: [(&str, Test); 12] = [
        ("a result is printed, and the last one is in _", results),
        ("output arrives above the line that is half typed", output_above_the_line),
        ("input goes on until the parser is content", several_lines),
        ("names are completed", completion),
        ("history lasts from one session to the next, inputs of several lines whole", history),
        ("Ctrl-C clears the line, and twice on an empty one it leaves", interrupt),
        ("Ctrl-C ends the wait for a promise that does not settle", interrupted_await),
        ("Ctrl-D leaves", end_of_file),
        ("keys that are pressed too early are not lost", type_ahead),
        ("much output while inputs come blocks neither", flood),
        (".step runs one task and says why", step_and_why),
        ("errors are printed and the prompt goes on", errors),
    ];
    let trials = tests.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            let state = env::temp_dir().join(format!("posttask-prompt-{}-{}", std::process::id(), name.len()));
            let result = test(&state);
            // It is not there if no history was written.
            let _ = fs::remove_dir_all(&state);
            result
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// A prompt in a terminal.
struct Terminal {
    pty: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    child: Box<dyn Child + Send + Sync>,
}

impl Terminal {
    /// Starts a prompt that keeps its state below `state`.
    fn start(state: &Path, arguments: &[&str]) -> Result<Self, Failed> {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), ..PtySize::default() };
        let pair = native_pty_system().openpty(size).map_err(|error| error.to_string())?;
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_posttask"));
        command.arg("repl");
        command.args(arguments);
        command.env("XDG_STATE_HOME", state);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).map_err(|error| error.to_string())?;
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().map_err(|error| error.to_string())?;
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keyboard = pair.master.take_writer().map_err(|error| error.to_string())?;
        let screen = vt100::Parser::new(ROWS, COLUMNS, 0);
        let mut terminal = Self { pty: pair.master, keyboard, output, screen, child };
        terminal.wait_for(|lines| lines.last().is_some_and(|line| line == ">"), "the prompt")?;
        Ok(terminal)
    }

    fn lines(&self) -> Vec<String> {
        let text = self.screen.screen().contents();
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    fn press(&mut self, keys: &str) -> Result<(), Failed> {
        self.keyboard.write_all(keys.as_bytes())?;
        Ok(self.keyboard.flush()?)
    }

    fn wait_for(&mut self, shown: impl Fn(&[String]) -> bool, what: &str) -> Result<(), Failed> {
        while !shown(&self.lines()) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => return Err(format!("{what} never came; the screen:\n{}", self.lines().join("\n")).into()),
            }
        }
        Ok(())
    }

    /// Waits until a line of the screen is this one.
    fn see(&mut self, line: &str) -> Result<(), Failed> {
        self.wait_for(|lines| lines.iter().any(|shown| shown == line), line)
    }

    /// Presses keys and Enter, and waits for a line and for the next prompt.
    fn enter(&mut self, input: &str, line: &str) -> Result<(), Failed> {
        self.press(&format!("{input}\r"))?;
        let shown = |lines: &[String]| {
            lines.iter().any(|shown| shown == line) && lines.last().is_some_and(|line| line.starts_with('>'))
        };
        self.wait_for(shown, line)
    }

    /// Waits for the process to end.
    fn ended(mut self) -> Result<u32, Failed> {
        // Nothing more comes when it has ended.
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        let status = self.child.wait()?;
        drop(self.pty);
        Ok(status.exit_code())
    }
}

fn results(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.enter("6 * 7", "42")?;
    terminal.enter("_ + 1", "43")?;
    terminal.enter("let x = [1]; let y = x; x", "[ 1 ]")?;
    terminal.enter("let x = 'again'; x", "'again'")?;
    terminal.enter("await scheduler.postTask(() => new Map([[x, y]]))", "Map(1) { 'again' => [ 1 ] }")
}

fn output_above_the_line(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.enter("setTimeout(() => console.log('from', 'the timer'), 300); 'set'", "'set'")?;
    terminal.press("half of a li")?;
    terminal.see("from the timer")?;
    terminal.wait_for(|lines| lines.last().is_some_and(|line| line == "> half of a li"), "the line being edited")?;
    let lines = terminal.lines();
    let place = |text: &str| lines.iter().position(|line| line == text);
    if place("from the timer") > place("> half of a li") {
        return Err(format!("the output is below the line:\n{}", lines.join("\n")).into());
    }
    // The line is still whole, and can be edited.
    terminal.press("\u{15}")?;
    terminal.enter("1 + 2", "3")
}

fn several_lines(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("function twice(n) {\r")?;
    terminal.press("return `${n}\r")?;
    terminal.enter("${n}` }", "undefined")?;
    terminal.enter("twice(4)", "'4\\n4'")
}

fn completion(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("schedu\t.postT\t(() => 1")?;
    terminal.wait_for(
        |lines| lines.last().is_some_and(|line| line == "> scheduler.postTask(() => 1"),
        "the completed line",
    )?;
    terminal.press("\u{15}")?;
    terminal.enter("const mine = { get trap() { throw 1 }, inside: { deep: 1 } }; 0", "0")?;
    terminal.press("mine.ins\t.de\t\r")?;
    terminal.see("1")?;
    terminal.press(".tim\t\r")?;
    terminal.see("no timers are set")
}

fn history(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("[1,\r")?;
    terminal.enter("2].length", "2")?;
    terminal.press("\u{4}")?;
    terminal.ended()?;
    let file: PathBuf = state.join("posttask").join("history");
    if !file.exists() {
        return Err(format!("there is no {}", file.display()).into());
    }
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("\u{1b}[A")?;
    terminal.see("2].length")?;
    terminal.enter("", "2")?;
    // Ctrl-R looks for it.
    terminal.press("\u{12}leng")?;
    terminal.wait_for(|lines| lines.iter().any(|line| line.contains("reverse-i-search")), "the search")
}

fn interrupt(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    let prompt = |lines: &[String]| lines.last().is_some_and(|line| line == ">");
    let hinted = |lines: &[String]| lines.iter().filter(|line| line.starts_with("(Ctrl-C")).count();
    // On a line with text it only clears that, however often. Without a prompt after it, the terminal would still
    // turn the key into a signal.
    for text in ["this is nothing", "and this", "f("] {
        terminal.press(text)?;
        terminal.wait_for(|lines| lines.last().is_some_and(|line| line == &format!("> {text}")), text)?;
        terminal.press("\u{3}")?;
        terminal.wait_for(prompt, "the cleared line")?;
    }
    terminal.enter("2 + 2", "4")?;
    if hinted(&terminal.lines()) > 0 {
        return Err("a line with text counted towards leaving".into());
    }
    terminal.press("\u{3}")?;
    terminal.wait_for(|lines| hinted(lines) == 1 && prompt(lines), "the hint")?;
    // Text in between starts the count anew.
    terminal.press("x")?;
    terminal.wait_for(|lines| lines.last().is_some_and(|line| line == "> x"), "x")?;
    terminal.press("\u{3}")?;
    terminal.wait_for(prompt, "the cleared line")?;
    terminal.press("\u{3}")?;
    terminal.wait_for(|lines| hinted(lines) == 2 && prompt(lines), "the second hint")?;
    terminal.press("\u{3}")?;
    if terminal.ended()? == 0 { Ok(()) } else { Err("the exit code is not 0".into()) }
}

fn interrupted_await(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("console.log('start' + 'ed'); await new Promise(done => setTimeout(done, 1e9))\r")?;
    terminal.see("started")?;
    terminal.press("\u{3}")?;
    // The terminal may have shown ^C before it.
    let said = |lines: &[String]| lines.iter().any(|line| line.ends_with("(the input still awaits: interrupted)"));
    terminal.wait_for(said, "the message")?;
    terminal.enter("3 + 4", "7")
}

fn end_of_file(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("\u{4}")?;
    if terminal.ended()? == 0 { Ok(()) } else { Err("the exit code is not 0".into()) }
}

fn type_ahead(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("let a = 1\ra + 1\r'th' + 'ird'\r")?;
    terminal.see("'third'")
}

fn flood(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.enter(
        "let n = 0; const i = setInterval(() => { for (let k = 0; k < 5; k++) console.log('line', n++) }); 0",
        "0",
    )?;
    for input in 0..20 {
        terminal.press(&format!("'input' + {input}\r"))?;
        terminal.see(&format!("'input{input}'"))?;
    }
    terminal.enter("clearInterval(i); 'quiet'", "'quiet'")
}

fn step_and_why(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &["--virtual-time"])?;
    terminal.enter(".pause", "the loop is held; .step runs one task, .resume lets it go")?;
    terminal.enter("scheduler.postTask(() => console.log('low'), { priority: 'background' }); 1", "1")?;
    terminal.enter("scheduler.postTask(() => console.log('high'), { priority: 'user-blocking' }); 2", "2")?;
    terminal.enter(".step", "ran: user-blocking task #2, posted at repl#2:1:19")?;
    terminal.see("high")?;
    terminal.see(
        "why: user-blocking is the highest priority waiting, and this is its oldest task (#2); only scheduler tasks are ready",
    )?;
    terminal.enter(".why", "last: user-blocking task #2, posted at repl#2:1:19")?;
    if terminal.lines().iter().any(|line| line == "low") {
        return Err("the loop was not held".into());
    }
    terminal.enter(".resume", "low")
}

fn errors(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.enter("nowhere.x", "Uncaught ReferenceError: nowhere is not defined")?;
    terminal.enter("_error.name", "'ReferenceError'")?;
    terminal.enter("Promise.reject(new Error('lost')); 0", "Uncaught (in promise) Error: lost")?;
    terminal.enter("setTimeout(() => { throw new Error('thrown') }); 0", "Uncaught Error: thrown")?;
    terminal.enter("let 5", "   1 | let 5")?;
    terminal.enter("1 + 1", "2")
}

//! Tests of the prompt in a pseudo-terminal: they type keys and look at the screen.
//!
//! A test waits until the screen shows the expected text. It fails only if the prompt exits or
//! prints nothing for `PATIENCE`, so a slow machine does not matter.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, fs, thread};

use libtest_mimic::{Arguments, Failed, Trial};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long a test waits for the next output before it fails.
const PATIENCE: Duration = Duration::from_mins(1);

const ROWS: NonZero<u16> = NonZero::<u16>::MIN.saturating_add(49);
const COLUMNS: NonZero<u16> = NonZero::<u16>::MIN.saturating_add(159);

type Test = fn(&Path) -> Result<(), Failed>;

fn main() {
    let tests: [(&str, Test); 13] = [
        ("a result is printed and stored in _", results),
        ("output appears above a half-typed line", output_above_the_line),
        ("incomplete input continues on the next line", several_lines),
        ("names are completed", completion),
        ("history is kept between sessions, with multi-line inputs as one entry", history),
        ("Ctrl-C clears the line, and pressed twice on an empty line it exits", interrupt),
        ("Ctrl-C interrupts an await of a pending promise", interrupted_await),
        ("Ctrl-D exits", end_of_file),
        ("a signal restores the mode of the terminal", signal),
        ("keys typed ahead are not lost", type_ahead),
        ("neither input nor a flood of output blocks the other", flood),
        (".step runs one task and explains why", step_and_why),
        ("errors are printed, and the prompt continues", errors),
    ];
    let trials = tests.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            let state = env::temp_dir().join(format!("posttask-prompt-{}-{}", std::process::id(), name.len()));
            let result = test(&state);
            // The folder does not exist if no history was written.
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
    /// Starts a prompt that stores its history below `state`.
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
                Err(_) => return Err(format!("{what} did not appear; the screen:\n{}", self.lines().join("\n")).into()),
            }
        }
        Ok(())
    }

    /// Waits until `line` is on the screen.
    fn see(&mut self, line: &str) -> Result<(), Failed> {
        self.wait_for(|lines| lines.iter().any(|shown| shown == line), line)
    }

    /// Types `input` and Enter, and waits for `line` and for the next prompt.
    fn enter(&mut self, input: &str, line: &str) -> Result<(), Failed> {
        self.press(&format!("{input}\r"))?;
        let shown = |lines: &[String]| {
            lines.iter().any(|shown| shown == line) && lines.last().is_some_and(|line| line.starts_with('>'))
        };
        self.wait_for(shown, line)
    }

    /// Waits for the process to exit and returns its exit code.
    fn ended(mut self) -> Result<u32, Failed> {
        // The reader thread closes the channel when the process has exited.
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
    // The line is still complete and can be edited.
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
    // Ctrl-R searches the history.
    terminal.press("\u{12}leng")?;
    terminal.wait_for(|lines| lines.iter().any(|line| line.contains("reverse-i-search")), "the search")
}

fn interrupt(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    let prompt = |lines: &[String]| lines.last().is_some_and(|line| line == ">");
    let hinted = |lines: &[String]| lines.iter().filter(|line| line.starts_with("(to leave")).count();
    // On a line with text, Ctrl-C only clears the line, however often it is pressed. Each round waits for the prompt:
    // before it, the terminal would still turn the key into a signal.
    for text in ["this is nothing", "and this", "f("] {
        terminal.press(text)?;
        terminal.wait_for(|lines| lines.last().is_some_and(|line| line == &format!("> {text}")), text)?;
        terminal.press("\u{3}")?;
        terminal.wait_for(prompt, "the cleared line")?;
    }
    terminal.enter("2 + 2", "4")?;
    if hinted(&terminal.lines()) > 0 {
        return Err("Ctrl-C on a line with text counted toward exiting".into());
    }
    terminal.press("\u{3}")?;
    terminal.wait_for(|lines| hinted(lines) == 1 && prompt(lines), "the hint")?;
    // Text in between resets the count.
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
    // The terminal may have printed ^C at the start of the line.
    let said =
        |lines: &[String]| lines.iter().any(|line| line.ends_with("(the promise is still pending: interrupted)"));
    terminal.wait_for(said, "the message")?;
    terminal.enter("3 + 4", "7")
}

fn end_of_file(state: &Path) -> Result<(), Failed> {
    let mut terminal = Terminal::start(state, &[])?;
    terminal.press("\u{4}")?;
    if terminal.ended()? == 0 { Ok(()) } else { Err("the exit code is not 0".into()) }
}

fn signal(state: &Path) -> Result<(), Failed> {
    let pid = |terminal: &Terminal| terminal.child.process_id().map(|id| id.to_string()).unwrap_or_default();
    let mode = |terminal: &Terminal| format!("{:?}", terminal.pty.get_termios());
    let mut terminal = Terminal::start(state, &[])?;
    let raw = mode(&terminal);
    terminal.enter("1 + 1", "2")?;
    std::process::Command::new("kill").args(["-TERM", &pid(&terminal)]).status()?;
    let status = terminal.child.wait()?;
    while let Ok(bytes) = terminal.output.recv_timeout(PATIENCE) {
        terminal.screen.process(&bytes);
    }
    let (restored, pastes) = (mode(&terminal), terminal.screen.screen().bracketed_paste());
    if status.exit_code() == 143 && raw != restored && !pastes {
        return Ok(());
    }
    Err(format!("{status:?}, bracketed paste {pastes}, {raw} and {restored}").into())
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
    terminal.enter(".pause", "the loop is paused; .step runs one task, .resume continues")?;
    terminal.enter("scheduler.postTask(() => console.log('low'), { priority: 'background' }); 1", "1")?;
    terminal.enter("scheduler.postTask(() => console.log('high'), { priority: 'user-blocking' }); 2", "2")?;
    terminal.enter(".step", "ran: user-blocking task #2, posted at repl#2:1:19")?;
    terminal.see("high")?;
    terminal.see(
        "why: user-blocking is the highest priority waiting, and this is its oldest task (#2); \
         only scheduler tasks are ready",
    )?;
    terminal.enter(".why", "last: user-blocking task #2, posted at repl#2:1:19")?;
    if terminal.lines().iter().any(|line| line == "low") {
        return Err("the loop was not paused".into());
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

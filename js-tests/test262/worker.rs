//! Processes that run tests. A test may crash its process or never end, so the results come from others.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use posttask::internal::runtime::on_a_large_stack;

use crate::case::Case;
use crate::run::{Through, run};

/// The argument that starts a worker. The folder of the checkout follows, and [`LIBRARY`] if the front end is left out.
pub(crate) const WORKER: &str = "--worker";

/// The option that leaves the front end out.
pub(crate) const LIBRARY: &str = "--library";

/// What became of a test. An error says what is wrong.
pub(crate) type Outcome = Result<(), String>;

/// Runs the tests whose names come from standard input, and answers with a line each.
pub(crate) fn work(root: &Path, through: Through) -> io::Result<()> {
    let answer_all = || -> io::Result<()> {
        for line in io::stdin().lock().lines() {
            let line = line?;
            let outcome = match Case::of_line(&line) {
                Some(case) => run(root, &case, through),
                None => Err(format!("not a test: {line}")),
            };
            let answer = outcome.map_or_else(|message| message.replace(['\n', '\r'], " "), |()| PASSED.to_owned());
            writeln!(io::stdout(), "{answer}")?;
        }
        Ok(())
    };
    on_a_large_stack(answer_all).map_err(io::Error::other)?
}

const PASSED: &str = "passed";

/// A process that runs tests.
pub(crate) struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It has ended already, or is in an endless loop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    pub(crate) fn start(root: &Path, through: Through) -> io::Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(WORKER).arg(root).args((through == Through::Library).then_some(LIBRARY));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        let (sender, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, answers })
    }

    /// Runs a test. `None` if the process can run no more tests.
    pub(crate) fn run(&mut self, case: &Case, limit: Duration) -> (Outcome, bool) {
        if let Err(error) = writeln!(self.input, "{case}") {
            return (Err(format!("crashed: {error}")), false);
        }
        match self.answers.recv_timeout(limit) {
            Ok(answer) if answer == PASSED => (Ok(()), true),
            Ok(answer) => (Err(answer), true),
            Err(RecvTimeoutError::Timeout) => (Err("timed out".to_owned()), false),
            Err(RecvTimeoutError::Disconnected) => (Err("crashed".to_owned()), false),
        }
    }
}

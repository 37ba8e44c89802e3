//! Runs many tests, each in a separate process.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::{FileResult, HarnessStatus, Test, WptError};

/// The timeout of a test, before the multiplier is applied.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout of a test with `// META: timeout=long`, before the multiplier is applied.
const LONG_TIMEOUT: Duration = Duration::from_mins(1);

/// How much longer than the timeout a process may run, to start and to report a timeout.
const GRACE: Duration = Duration::from_secs(5);

/// An event during a run.
#[derive(Debug)]
pub(crate) enum Event<'a> {
    /// A test has ended.
    Finished(&'a FileResult),
}

/// Runs tests in parallel, each in a process that `command` starts.
#[derive(Debug)]
pub(crate) struct Runner {
    /// The root folder of the tests.
    pub root: PathBuf,
    /// The program that runs one test, and its first arguments. The root, the test as JSON, the timeout in
    /// milliseconds and `--end-with-input` are appended. The program prints the result as JSON, and ends when its
    /// standard input does.
    pub command: Vec<PathBuf>,
    /// The number of tests that run in parallel.
    pub jobs: usize,
    /// The factor by which all timeouts are multiplied.
    pub timeout_multiplier: f64,
}

impl Runner {
    /// Runs the tests and returns their results in the order of the tests. `on_event` is called on the caller's thread.
    ///
    /// # Errors
    ///
    /// [`WptError::Io`] if a process cannot be started. The crash of a process is a result, not an error.
    pub(crate) fn run(&self, tests: &[Test], mut on_event: impl FnMut(Event<'_>)) -> Result<Vec<FileResult>, WptError> {
        let waiting: Mutex<VecDeque<usize>> = Mutex::new((0..tests.len()).collect());
        let (sender, receiver) = channel();
        let mut results: Vec<Option<FileResult>> = vec![None; tests.len()];
        thread::scope(|scope| {
            for number in 0..self.jobs.clamp(1, tests.len().max(1)) {
                let (sender, waiting) = (sender.clone(), &waiting);
                let started = thread::Builder::new().spawn_scoped(scope, move || self.work(tests, waiting, &sender));
                match started {
                    // The others do the work.
                    Err(_) if number > 0 => break,
                    started => started.map(drop).map_err(WptError::io("start", "a thread"))?,
                }
            }
            drop(sender);
            for (index, result) in receiver {
                let result: FileResult = result?;
                on_event(Event::Finished(&result));
                results[index] = Some(result);
            }
            Ok::<(), WptError>(())
        })?;
        Ok(results.into_iter().flatten().collect())
    }

    fn work(
        &self,
        tests: &[Test],
        waiting: &Mutex<VecDeque<usize>>,
        sender: &Sender<(usize, Result<FileResult, WptError>)>,
    ) {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(index) = next else { return };
            // Sending fails if another test could not be started.
            if sender.send((index, self.run_one(&tests[index]))).is_err() {
                return;
            }
        }
    }

    fn run_one(&self, test: &Test) -> Result<FileResult, WptError> {
        let timeout = if test.long_timeout { LONG_TIMEOUT } else { TIMEOUT }.mul_f64(self.timeout_multiplier);
        let (program, arguments) = self.command.split_first().ok_or_else(|| WptError::NoSuchTest(test.id.clone()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .arg(&self.root)
            .arg(serde_json::to_string(test).unwrap_or_default())
            .arg(timeout.as_millis().to_string())
            // The process ends with this one: then the pipe is closed.
            .arg("--end-with-input")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(WptError::io("start", program))?;
        let pipes = drain(child.stdout.take()).and_then(|out| Ok((out, drain(child.stderr.take())?)));
        let (out, errors) = pipes.map_err(|error| {
            // The process may have ended by itself in the meantime.
            let _ = (child.kill(), child.wait());
            WptError::io("start", "a thread")(error)
        })?;
        let printed = out.recv_timeout(timeout + GRACE);
        Ok(result(test, &mut child, printed, &errors))
    }
}

/// Reads a pipe to its end on a separate thread, and sends the text.
fn drain(pipe: Option<impl Read + Send + 'static>) -> io::Result<Receiver<String>> {
    let (sender, receiver) = channel();
    thread::Builder::new().spawn(move || {
        let mut text = Vec::new();
        if let Some(mut pipe) = pipe {
            // After an error, the text so far is still useful.
            let _ = pipe.read_to_end(&mut text);
        }
        // Sending fails if the process was killed.
        let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
    })?;
    Ok(receiver)
}

fn result(
    test: &Test,
    child: &mut Child,
    printed: Result<String, RecvTimeoutError>,
    errors: &Receiver<String>,
) -> FileResult {
    let Ok(printed) = printed else {
        // The process may have ended by itself in the meantime.
        let _ = (child.kill(), child.wait());
        let message = "a callback did not return in time, and the process was killed".to_owned();
        return FileResult::without_subtests(&test.id, HarnessStatus::Timeout, message);
    };
    let status = child.wait();
    if let Ok(result) = serde_json::from_str(&printed) {
        return result;
    }
    let errors = errors.recv_timeout(GRACE).unwrap_or_default();
    let ended = status.map_or_else(|error| error.to_string(), |status| status.to_string());
    let message = format!("the process ended with {ended}\n{errors}");
    FileResult::without_subtests(&test.id, HarnessStatus::Crash, message.trim_end().to_owned())
}

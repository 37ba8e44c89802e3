//! The output of a run, to be compared with that of another one.

use std::cell::RefCell;

use posttask::{ConsoleOutput, ErrorSink, Uncaught};

/// What a program has printed, with uncaught errors.
#[derive(Debug)]
pub struct PrintedLines {
    lines: RefCell<Vec<String>>,
    /// How an error is written.
    error: fn(&Uncaught) -> String,
}

impl PrintedLines {
    /// Nothing is printed yet. `error` writes uncaught errors.
    #[must_use]
    pub fn new(error: fn(&Uncaught) -> String) -> Self {
        Self { lines: RefCell::default(), error }
    }

    /// Takes the lines.
    pub fn take(&self) -> Vec<String> {
        self.lines.take()
    }
}

impl ConsoleOutput for PrintedLines {
    fn out(&self, line: &str) {
        self.lines.borrow_mut().extend(line.split('\n').map(str::to_owned));
    }

    fn err(&self, line: &str) {
        self.out(line);
    }
}

impl ErrorSink for PrintedLines {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.out(&(self.error)(uncaught));
    }
}

//! The output of a program that is run again to be recorded.

use posttask::{ConsoleOutput, ErrorSink, Uncaught};

/// Prints nothing: the program has been run before.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl ConsoleOutput for Silent {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

impl ErrorSink for Silent {
    fn uncaught(&self, _: &Uncaught) {}
}

//! What is counted in a file: its statements, functions and branches, in the terms of Istanbul.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

/// A place in a text: the line from 1, and the column from 0 in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 0, in UTF-16 code units.
    pub column: u32,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Range {
    /// Where it starts.
    pub start: Place,
    /// Where it ends.
    pub end: Place,
}

/// The number of a counter. Each is used once, in all files together.
pub type CounterId = u32;

/// A statement, or the value of a variable or a field.
#[derive(Clone, Debug)]
pub struct CountedStatement {
    /// Where it is.
    pub range: Range,
    /// Counts how often it starts.
    pub counter: CounterId,
}

/// A function.
#[derive(Clone, Debug)]
pub struct CountedFunction {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where its name is, or its first character.
    pub declaration: Range,
    /// Where its body is.
    pub body: Range,
    /// Counts its calls.
    pub counter: CounterId,
}

/// A place where the program takes one of several ways.
#[derive(Clone, Debug)]
pub struct CountedBranch {
    /// What it is, in the words of Istanbul: `if`, `cond-expr`, `binary-expr`, `default-arg` or `switch`.
    pub kind: &'static str,
    /// Where it is.
    pub range: Range,
    /// The ways.
    pub arms: Vec<Arm>,
}

/// One of the ways of a branch.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Where it is. The `else` that an `if` does not have is nowhere.
    pub range: Option<Range>,
    /// Counts how often it is taken.
    pub counter: CounterId,
}

/// What is counted in a file.
#[derive(Clone, Debug)]
pub struct CountedFile {
    /// The absolute path of the file.
    pub path: PathBuf,
    /// Its text.
    pub text: Arc<str>,
    /// Its statements, in the order of the text.
    pub statements: Vec<CountedStatement>,
    /// Its functions.
    pub functions: Vec<CountedFunction>,
    /// Its branches.
    pub branches: Vec<CountedBranch>,
}

//! A test as it runs: a file, and one of the ways to run it.

use std::fmt;

use crate::metadata::Metadata;

/// A way to run a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// As a script.
    Sloppy,
    /// As a script that begins with `"use strict"`.
    Strict,
    /// As a module.
    Module,
    /// As a script, without the files of the harness.
    Raw,
}

const NAMES: [(Mode, &str); 4] =
    [(Mode::Sloppy, "sloppy"), (Mode::Strict, "strict"), (Mode::Module, "module"), (Mode::Raw, "raw")];

impl Mode {
    /// The ways to run a test with this metadata.
    pub(crate) fn of(metadata: &Metadata) -> &'static [Self] {
        match () {
            () if metadata.has_flag("module") => &[Self::Module],
            () if metadata.has_flag("raw") => &[Self::Raw],
            () if metadata.has_flag("onlyStrict") => &[Self::Strict],
            () if metadata.has_flag("noStrict") => &[Self::Sloppy],
            () => &[Self::Sloppy, Self::Strict],
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, own)| *own == name).map(|(mode, _)| *mode)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        NAMES.iter().find(|(mode, _)| mode == self).map_or(Ok(()), |(_, name)| f.write_str(name))
    }
}

/// A test and a way to run it. Written as `strict language/types/number.js`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Case {
    /// The path in the folder `test`.
    pub(crate) path: String,
    pub(crate) mode: Mode,
}

impl Case {
    /// Reads what [`Display`](fmt::Display) writes.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let (mode, path) = line.trim_end().split_once(' ')?;
        Some(Self { mode: Mode::of_name(mode)?, path: path.to_owned() })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.mode, self.path)
    }
}

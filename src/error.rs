//! The errors that embedders receive, for example when a program cannot be loaded or throws an exception.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, io};

use crate::event_loop::{Exceeded, Location};

/// An error of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A source file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A source file is larger than the embedder allows.
    #[error("cannot read {}: it is larger than {}", path.display(), size(*limit))]
    TooLarge {
        /// The path of the file.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// A source file is not valid UTF-8.
    #[error("cannot read {}: invalid UTF-8 at byte {offset}", path.display())]
    NotUtf8 {
        /// The path of the file.
        path: PathBuf,
        /// The number of valid bytes before the first invalid one.
        offset: usize,
    },
    /// A file does not contain a valid schedule.
    #[error("{} is not a valid order: {reason}", path.display())]
    Schedule {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// JavaScript threw an exception, or a script does not parse.
    #[error("{0}")]
    JavaScript(Box<Exception>),
    /// A thread could not be started.
    #[error("cannot start a thread for JavaScript: {0}")]
    Thread(io::Error),
    /// A thread that ran JavaScript panicked.
    #[error("the thread for JavaScript panicked")]
    Panicked,
    /// A runtime was given a virtual clock without a parker that moves it.
    #[error("a virtual clock needs a parker that moves it: pass both to RuntimeBuilder::time")]
    NoParker,
    /// No work is left that could settle a promise.
    #[error("the promise is pending, and no work is left that could settle it")]
    Unsettled,
    /// The event loop was stopped.
    #[error("the event loop was stopped")]
    Stopped,
    /// Work was ended, because it exceeded a limit of the runtime.
    #[error("{0}")]
    LimitExceeded(Box<Exceeded>),
    /// An exploration cannot be continued, because the program no longer runs in the same usual order.
    #[error("the exploration cannot be continued: the program now runs in another usual order")]
    Changed,
    /// The stack that JavaScript runs on could not be allocated, or is too small.
    #[error("cannot provide a stack for JavaScript: {0}")]
    Stack(io::Error),
}

/// Returns a number of bytes as text, in mebibytes if it is a whole number of them.
#[must_use]
pub fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes > 0 && bytes.is_multiple_of(MIB) { format!("{} MiB", bytes / MIB) } else { format!("{bytes} bytes") }
}

/// The description of an exception that JavaScript threw.
///
/// It can be sent to other threads. The thrown value cannot be sent; the runtime keeps it: see
/// [`Runtime::thrown_value`](crate::Runtime::thrown_value).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    pub(crate) name: Option<String>,
    pub(crate) message: String,
    pub(crate) stack: Vec<String>,
    pub(crate) details: Vec<String>,
    pub(crate) location: Option<Location>,
    /// Identifies the exception in this process.
    pub(crate) id: u64,
}

/// The number of exceptions so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

impl Exception {
    pub(crate) fn new(message: String, stack: Vec<String>, details: Vec<String>, location: Option<Location>) -> Self {
        Self { name: None, message, stack, details, location, id: COUNT.fetch_add(1, Ordering::Relaxed) }
    }

    /// Returns the name of the error, such as `TypeError` or `AbortError`: `SyntaxError` if a text does not parse, and
    /// `Error` if the name is a getter, because no JavaScript is run. `None` if the thrown value is not an error.
    ///
    /// ```
    /// use posttask::{Error, Runtime};
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let result = runtime.run_script("AbortSignal.abort().throwIfAborted()");
    /// let Err(Error::JavaScript(exception)) = result else { panic!("{result:?}") };
    /// assert_eq!(exception.name(), Some("AbortError"));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the description of the thrown value, such as `TypeError: x is not a function`.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the stack frames, such as `at f (app.js:1:2)`, innermost first.
    #[must_use]
    pub fn stack(&self) -> &[String] {
        &self.stack
    }

    /// Returns the position of a syntax error, or the innermost position that is not in native code. `None` if it is
    /// unknown.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }

    /// Returns the lines that a report shows below the message: the innermost stack frames and the causes.
    #[must_use]
    pub fn details(&self) -> &[String] {
        &self.details
    }
}

impl fmt::Display for Exception {
    /// Writes the message, and the location in parentheses if it is known and not part of the message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.location {
            Some(location) if !self.message.ends_with(&format!("({location})")) => write!(f, " ({location})"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Exception {}

//! Why a value cannot be converted.

use std::fmt::{self, Display};

use boa_engine::{JsError, JsNativeError};

/// Why a value cannot be converted, and where in it.
#[derive(Debug)]
pub(super) struct Error {
    cause: Cause,
    /// The properties and indices that lead there, innermost first.
    path: Vec<String>,
}

#[derive(Debug)]
enum Cause {
    /// It has no counterpart.
    Mismatch(String),
    /// JavaScript threw this.
    Thrown(JsError),
}

impl Error {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { cause: Cause::Mismatch(message.into()), path: Vec::new() }
    }

    /// The error of something in the property or the element `step`.
    pub(super) fn at(mut self, step: String) -> Self {
        self.path.push(step);
        self
    }

    /// The exception: a `TypeError`, or what JavaScript threw.
    pub(super) fn into_js(self) -> JsError {
        match self.cause {
            Cause::Thrown(error) => error,
            Cause::Mismatch(_) => JsNativeError::typ().with_message(self.to_string()).into(),
        }
    }
}

/// How a property is read.
pub(super) fn property(name: &str) -> String {
    if crate::web::html::is_identifier(name) { format!(".{name}") } else { format!("[{name:?}]") }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            f.write_str("at ")?;
            self.path.iter().rev().try_for_each(|step| f.write_str(step))?;
            f.write_str(": ")?;
        }
        match &self.cause {
            Cause::Mismatch(message) => f.write_str(message),
            Cause::Thrown(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<JsError> for Error {
    fn from(error: JsError) -> Self {
        Self { cause: Cause::Thrown(error), path: Vec::new() }
    }
}

impl serde::ser::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

impl serde::de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

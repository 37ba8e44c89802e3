//! Something that the text of a function uses.

use std::fmt;
use std::sync::Arc;

/// Something that the text of a function uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A variable that several functions share.
    Variable {
        /// The number of the variable, among all files.
        id: u32,
        /// Its name.
        name: Arc<str>,
        /// Whether it may be written.
        is_written: bool,
        /// Which argument of the call that announces the function tells the instances of the variable apart.
        scope: Option<usize>,
    },
    /// A variable that is a property of the global object, which a script may also use as such.
    GlobalVariable {
        /// Its name.
        name: Arc<str>,
        /// Whether it may be written.
        is_written: bool,
    },
    /// A property with this name is read.
    Read(Arc<str>),
    /// A property with this name is written.
    Write(Arc<str>),
    /// A property with this name is used that may be one of the global object.
    OfGlobalObject(Arc<str>),
    /// A method with this name is called.
    Method {
        /// The name.
        name: Arc<str>,
        /// Whether all arguments are primitive values.
        is_plain: bool,
    },
    /// A global is used: `setTimeout()`, `Math.max()`, `Math.PI` or `new Map`.
    Global {
        /// How it is used.
        name: Arc<str>,
        /// Whether all arguments are primitive values.
        is_plain: bool,
    },
    /// A function of a module of the host is called, or something else that it exports is used.
    Host {
        /// How the program calls it.
        name: Arc<str>,
        /// Whether it is a call of a function that tells what it uses.
        tells: bool,
    },
    /// Properties are read whose names are not known.
    ReadAny,
    /// Properties are written whose names are not known.
    WriteAny,
    /// A value is converted to a primitive value.
    Convert,
    /// A value is iterated over.
    Iterate,
    /// The number that `setTimeout` returns is used.
    TimerNumber,
}

impl fmt::Display for Use {
    /// How it looks in a program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable { name, .. }
            | Self::GlobalVariable { name, .. }
            | Self::Global { name, .. }
            | Self::Host { name, .. } => f.write_str(name),
            Self::Read(name) | Self::Write(name) => write!(f, ".{name}"),
            Self::OfGlobalObject(name) => write!(f, "this.{name}"),
            Self::Method { name, .. } => write!(f, ".{name}()"),
            Self::ReadAny | Self::WriteAny => f.write_str("a property"),
            Self::Convert => f.write_str("a conversion"),
            Self::Iterate => f.write_str("an iteration"),
            Self::TimerNumber => f.write_str("the number of a timer"),
        }
    }
}

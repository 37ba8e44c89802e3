//! The messages of the engine that can be said better.

/// What the engine says in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Complaint<'m> {
    /// A property of `undefined` or `null`, or an iterator of one of them.
    Nullish,
    /// A guard says what the value is.
    Guarded(&'m str),
    NotCallable,
    ClassWithoutNew,
    NotConstructor,
    /// A name without a value.
    NotDefined(&'m str),
    /// A variable whose declaration has not been evaluated. The engine does not say which.
    Uninitialized,
    /// An assignment to a name that is not declared, in strict mode.
    AssignmentToUndeclared(&'m str),
    Immutable(&'m str),
    /// An assignment to a variable whose declaration has not been evaluated.
    EarlyWrite(&'m str),
    /// The destructuring of `undefined` or `null`, whichever it says.
    Destructured(&'m str),
    NotIterable,
    /// The operand of `in`, with its type.
    In(&'m str),
    InstanceofNotCallable,
    InstanceofNotObject,
    InstanceofPrototype,
    Superclass,
    Private,
    Symbol,
    BigInt,
}

impl<'m> Complaint<'m> {
    pub(super) fn of(message: &'m str) -> Option<Self> {
        Some(match message {
            "cannot convert 'null' or 'undefined' to object" => Self::Nullish,
            "not a callable function" => Self::NotCallable,
            "class constructor cannot be invoked without 'new'" => Self::ClassWithoutNew,
            "not a constructor" => Self::NotConstructor,
            "access of uninitialized binding" => Self::Uninitialized,
            "Cannot destructure 'undefined' value" => Self::Destructured("undefined"),
            "Cannot destructure 'null' value" => Self::Destructured("null"),
            "right-hand side of 'instanceof' is not callable" => Self::InstanceofNotCallable,
            "function has non-object prototype in instanceof check" => Self::InstanceofPrototype,
            "superclass must be a constructor" => Self::Superclass,
            "Private element does not exist on object" => Self::Private,
            "can't convert symbol to string" => Self::Symbol,
            "cannot mix BigInt and other types, use explicit conversions" => Self::BigInt,
            _ => return Self::with_a_part(message),
        })
    }

    /// Messages that say what they are about.
    fn with_a_part(message: &'m str) -> Option<Self> {
        let part = |before: &str, after: &str| message.strip_prefix(before)?.strip_suffix(after);
        if let Some(name) = part("cannot assign to uninitialized global property `", "`") {
            return Some(Self::AssignmentToUndeclared(name));
        }
        if let Some(name) = part("cannot mutate an immutable binding '", "'") {
            return Some(Self::Immutable(name));
        }
        if let Some(name) = part("cannot assign to uninitialized binding `", "`") {
            return Some(Self::EarlyWrite(name));
        }
        if part("value with type `", "` is not iterable").is_some() {
            return Some(Self::NotIterable);
        }
        if let Some(kind) = part("right-hand side of 'in' should be an object, got `", "`") {
            return Some(Self::In(kind));
        }
        if part("right-hand side of 'instanceof' should be an object, got `", "`").is_some() {
            return Some(Self::InstanceofNotObject);
        }
        let is_value = |value: &&str| matches!(*value, "undefined" | "null" | "undefined or null");
        if let Some(value) = part("Cannot read properties of ", "").filter(is_value) {
            return Some(Self::Guarded(value));
        }
        part("", " is not defined").map(Self::NotDefined)
    }
}

//! The messages of the engine that can be said better.

/// What the engine says in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Complaint<'m> {
    /// A property of `undefined` or `null`, or an iterator of one of them.
    Nullish,
    /// A guard says what the value is, and perhaps the key of the property.
    Guarded(&'m str, Option<&'m str>),
    /// The object of an assignment, with the message of the host.
    Unset(&'m str),
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
    /// A value without an iterator, with its type.
    NotIterable(&'m str),
    /// What an iterator returns is not an object.
    IteratorNotObject,
    /// The operand of `in`, with its type.
    In(&'m str),
    InstanceofNotCallable,
    InstanceofNotObject,
    InstanceofPrototype,
    /// The message of the host, if it has checked the superclass.
    Superclass(Option<&'m str>),
    PrototypeOfSuperclass,
    Private,
    PrivateWithoutGetter,
    PrivateWithoutSetter,
    PrivateMethod,
    SuperTwice,
    Symbol,
    BigInt,
    /// A value that is converted to a number, with its kind.
    NoNumber(&'m str),
    DivisionByZero,
    UnsignedShift,
    NotPrimitive,
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
            "superclass must be a constructor" => Self::Superclass(None),
            "superclass prototype must be an object or null" => Self::PrototypeOfSuperclass,
            "Private element does not exist on object" => Self::Private,
            "private property was defined without a getter" => Self::PrivateWithoutGetter,
            "private property was defined without a setter" => Self::PrivateWithoutSetter,
            "private method is not writable" => Self::PrivateMethod,
            "cannot reinitialize `this` binding" => Self::SuperTwice,
            "returned iterator is not an object" => Self::IteratorNotObject,
            "can't convert symbol to string" => Self::Symbol,
            "argument must not be a symbol" => Self::NoNumber("Symbol"),
            "argument must not be a bigint" => Self::NoNumber("BigInt"),
            "BigInt division by zero" => Self::DivisionByZero,
            "BigInts have no unsigned right shift, use >> instead" => Self::UnsignedShift,
            "cannot convert object to primitive value" | "method `[Symbol.toPrimitive]` cannot return an object" => {
                Self::NotPrimitive
            }
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
        if let Some(kind) = part("value with type `", "` is not iterable") {
            return Some(Self::NotIterable(kind));
        }
        if let Some(kind) = part("right-hand side of 'in' should be an object, got `", "`") {
            return Some(Self::In(kind));
        }
        if part("right-hand side of 'instanceof' should be an object, got `", "`").is_some() {
            return Some(Self::InstanceofNotObject);
        }
        if part("Class extends value ", " is not a constructor or null").is_some() {
            return Some(Self::Superclass(Some(message)));
        }
        if let Some(value) = part("Cannot read properties of ", "").and_then(Self::guarded) {
            return Some(value);
        }
        if part("Cannot set properties of ", "')").is_some() {
            return Some(Self::Unset(message));
        }
        part("", " is not defined").map(Self::NotDefined)
    }

    /// What a guard says.
    fn guarded(text: &'m str) -> Option<Self> {
        let (value, key) = match text.split_once(" (reading '") {
            Some((value, key)) => (value, Some(key.strip_suffix("')")?)),
            None => (text, None),
        };
        matches!(value, "undefined" | "null" | "undefined or null").then_some(Self::Guarded(value, key))
    }
}

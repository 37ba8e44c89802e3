//! Messages of the engine in the words of V8, which programs and tests look for.
//!
//! Only what the engine says is said differently. Where V8 also names a value that the engine does not name, the
//! message has no value.

/// The functions of `Object` that convert their argument to an object.
const OF_OBJECT: [&str; 8] = [
    "assign",
    "defineProperties",
    "entries",
    "getOwnPropertyDescriptor",
    "getOwnPropertyNames",
    "getPrototypeOf",
    "keys",
    "values",
];

/// The methods of arrays that V8 names with their class if they are called on `null` or `undefined`.
const OF_ARRAYS: [&str; 20] = [
    "concat",
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "includes",
    "indexOf",
    "join",
    "lastIndexOf",
    "map",
    "reduce",
    "reduceRight",
    "slice",
    "some",
    "sort",
];

/// The methods of arrays that append elements, and those that change them.
const APPENDING: [&str; 2] = ["push", "unshift"];
const CHANGING: [&str; 7] = ["copyWithin", "fill", "pop", "reverse", "shift", "sort", "splice"];

/// Returns what V8 says instead of a message. `native` is the name of the function of the engine that has probably
/// thrown. An error that a program has made, with the same message, has none.
pub(super) fn in_words_of_v8(message: &str, native: Option<&str>) -> Option<String> {
    let of_operator = || of_operator(message).map(str::to_owned).or_else(|| of_property(message, native));
    let of_function = |function| {
        of_functions(message)
            .map(str::to_owned)
            .or_else(|| of_function(message, function))
            .or_else(|| with_a_part(message))
    };
    of_operator().or_else(|| native.and_then(of_function))
}

/// Whether a message is said differently, at least if some functions have thrown.
pub(super) fn is_reworded(message: &str) -> bool {
    BY_FUNCTION.iter().any(|(known, _)| *known == message) || in_words_of_v8(message, Some("")).is_some()
}

/// Messages of operators, which no program uses for its own errors.
fn of_operator(message: &str) -> Option<&'static str> {
    Some(match message {
        "bad length for array" => "Invalid array length",
        "BigInt division by zero" => "Division by zero",
        "BigInt negative exponent" => "Exponent must be non-negative",
        "argument must not be a bigint" => "Cannot convert a BigInt value to a number",
        "argument must not be a symbol" => "Cannot convert a Symbol value to a number",
        "returned iterator is not an object" => "Result of the Symbol.iterator method is not an object",
        "next value should be an object" => "Iterator result is not an object",
        "cannot reinitialize `this` binding" => "Super constructor may only be called once",
        "derived constructor can only return an Object or undefined" => {
            "Derived constructors may only return object or undefined"
        }
        "super constructor object must be constructor" => "Super constructor is not a constructor",
        "superclass prototype must be an object or null" => {
            "Class extends value does not have valid prototype property"
        }
        "cannot convert object to primitive value" | "method `[Symbol.toPrimitive]` cannot return an object" => {
            "Cannot convert object to primitive value"
        }
        _ => return None,
    })
}

/// Messages of functions, without parts.
fn of_functions(message: &str) -> Option<&'static str> {
    Some(match message {
        "invalid array length" => "Invalid array length",
        "Invalid property descriptor.Cannot both specify accessors and a value or writable attribute" => {
            "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute"
        }
        "Property descriptor getter must be callable" => "Getter must be a function",
        "Property descriptor setter must be callable" => "Setter must be a function",
        "Cannot construct a property descriptor from a non-object" => "Property description must be an object",
        "cannot get key and value from primitive item of `iterable`" => "Iterator value is not an entry object",
        "cannot create list from a primitive" => "CreateListFromArrayLike called on non-object",
        "offset of typed array exceeds buffer size" => "Start offset is outside the bounds of the buffer",
        "cannot create a typed array spanning a byte range outside of its buffer" => "Invalid typed array length",
        "cannot bind `this` without a `[[Call]]` internal method" => "Bind must be called on a function",
        "'this' is not a Date" => "this is not a Date object.",
        "buffer must be an ArrayBuffer" => "First argument to DataView constructor must be an ArrayBuffer",
        "cannot construct typed array from detached buffer" => "Cannot perform Construct on a detached ArrayBuffer",
        "Source object and target offset longer than target typed array" => "offset is out of bounds",
        "Generator should not be executing" => "Generator is already running",
        "Promise NewTarget cannot be undefined" => "Promise constructor cannot be invoked without 'new'",
        "Promise.resolve() called on a non-object" => "PromiseResolve called on non-object",
        "Proxy constructor called with non-object target" => {
            "Cannot create proxy with a non-object as target or handler"
        }
        "Proxy constructor called on undefined new target" => "Constructor Proxy requires 'new'",
        "Promise.prototype.then: this is not a promise" => {
            "Method Promise.prototype.then called on incompatible receiver"
        }
        "RegExp.prototype.exec called with invalid value" => {
            "Method RegExp.prototype.exec called on incompatible receiver"
        }
        "replaceAll must be called with a global RegExp" => {
            "String.prototype.replaceAll called with a non-global RegExp argument"
        }
        "Typed array length is 0 and initial value is not present" => "Reduce of empty array with no initial value",
        "precision must be an integer at least 1 and no greater than 100" => {
            "toPrecision() argument must be between 1 and 100"
        }
        "radix must be an integer at least 2 and no greater than 36" => {
            "toString() radix argument must be between 2 and 36"
        }
        "invalid escape character found" | "trying to encode an invalid string" => "URI malformed",
        "value with type `undefined` is not callable" => "undefined is not a function",
        _ => return None,
    })
}

/// Returns what V8 says if a function has thrown. `None` if it says the same.
type InFunction = fn(&str) -> Option<String>;

/// Messages that depend on the function.
const BY_FUNCTION: [(&str, InFunction); 11] = [
    ("cannot convert 'null' or 'undefined' to object", |function| match function {
        _ if OF_OBJECT.contains(&function) => Some("Cannot convert undefined or null to object".to_owned()),
        _ => OF_ARRAYS.contains(&function).then(|| format!("Array.prototype.{function} called on null or undefined")),
    }),
    ("cannot construct a typed array with an unaligned buffer", |function| {
        element_size(function).map(|size| format!("byte length of {function} should be a multiple of {size}"))
    }),
    ("byte offset of typed array must be aligned", |function| {
        element_size(function).map(|size| format!("start offset of {function} should be a multiple of {size}"))
    }),
    ("'this' is not a BigInt", |function| Some(requires("BigInt", function))),
    ("cannot convert null or undefined to Object", |function| match function {
        "setPrototypeOf" => Some("Object.setPrototypeOf called on null or undefined".to_owned()),
        _ => is_of_strings(function).then(|| format!("String.prototype.{function} called on null or undefined")),
    }),
    ("Index must be between 0 and  2^53 - 1", |function| match function {
        _ if function.ends_with("Buffer") => Some("Invalid array buffer length".to_owned()),
        _ => function.ends_with("Array").then(|| "Invalid typed array length".to_owned()),
    }),
    ("target must be an object", |function| Some(format!("Reflect.{function} called on non-object"))),
    ("not a function", |function| (function == "toString").then(|| requires("Function", function))),
    ("'this' is not a boolean", |function| Some(requires("Boolean", function))),
    ("'this' is not a number", |function| Some(requires("Number", function))),
    ("'this' is not a Symbol", |function| Some(requires("Symbol", function))),
];

fn of_function(message: &str, function: &str) -> Option<String> {
    let (_, in_function) = BY_FUNCTION.iter().find(|(known, _)| *known == message)?;
    in_function(function)
}

/// The size of an element of a typed array, in bytes.
fn element_size(constructor: &str) -> Option<u32> {
    let bits = constructor.strip_suffix("Array")?.trim_start_matches(|it: char| !it.is_ascii_digit());
    Some(bits.parse::<u32>().ok()? / 8)
}

fn requires(kind: &str, method: &str) -> String {
    format!("{kind}.prototype.{method} requires that 'this' be a {kind}")
}

/// Whether `String.prototype` has a method of this name.
fn is_of_strings(function: &str) -> bool {
    const METHODS: &str = "at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf \
                           localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search \
                           slice split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase \
                           toUpperCase toWellFormed trim trimEnd trimStart";
    METHODS.split_whitespace().any(|method| method == function)
}

/// Changes of properties that fail.
fn of_property(message: &str, native: Option<&str>) -> Option<String> {
    let function = native.unwrap_or_default();
    if let Some(key) = message.strip_prefix("cannot set non-writable property: ") {
        return Some(if APPENDING.contains(&function) {
            format!("Cannot add property {key}, object is not extensible")
        } else if CHANGING.contains(&function) {
            format!("Cannot assign to read only property '{key}' of object '[object Array]'")
        } else {
            format!("Cannot assign to read only property '{key}' of object")
        });
    }
    if let Some(key) = message.strip_prefix("cannot delete non-configurable property: ") {
        let object = if CHANGING.contains(&function) { " of [object Array]" } else { "" };
        return Some(format!("Cannot delete property '{key}'{object}"));
    }
    message.strip_prefix("cannot redefine property: ").map(|key| format!("Cannot redefine property: {key}"))
}

/// Messages that have a part of the engine's.
fn with_a_part(message: &str) -> Option<String> {
    let part = |before: &str, after: &str| message.strip_prefix(before)?.strip_suffix(after);
    if let Some(why) = part("failed to create matcher: ", "") {
        return Some(format!("Invalid regular expression: {}", fault_of_pattern(why)));
    }
    if part("invalid regular expression flag ", "").or(part("repeated regular expression flag ", "")).is_some() {
        return Some("Invalid flags supplied to RegExp constructor".to_owned());
    }
    if let Some(kind) = part("value with type `", "` is not iterable") {
        let value = if kind == "null" { "object null" } else { kind };
        return Some(format!("{value} is not iterable (cannot read property Symbol(Symbol.iterator))"));
    }
    if part("Object.", "`").is_some_and(|rest| rest.contains(": expected 'proto' to be an Object or null, got `")) {
        return Some("Object prototype may only be an Object or null".to_owned());
    }
    if let Some(function) = part("", ": expected 'this' to be an Object") {
        return Some(format!("{function} called on non-object"));
    }
    if let Some(value) = part("cannot convert ", " to a BigInt") {
        return Some(match value {
            "undefined" | "null" => format!("Cannot convert {value} to a BigInt"),
            number => {
                number.parse::<f64>().ok()?;
                format!("The number {number} cannot be converted to a BigInt because it is not an integer")
            }
        });
    }
    if let Some(text) = part("cannot convert string '", "' to bigint primitive") {
        return Some(format!("Cannot convert {text} to a BigInt"));
    }
    if let Some(number) = part("codepoint `", "` outside of Unicode range") {
        return Some(format!("Invalid code point {number}"));
    }
    if let Some(name) = part("cannot call `", "` constructor without new") {
        return Some(format!("Constructor {name} requires 'new'"));
    }
    if let Some(name) = part("new target was undefined when constructing an ", "") {
        return Some(format!("Constructor {name}Array requires 'new'"));
    }
    if let Some(method) = part("method `", "` called on incompatible receiver") {
        return Some(format!("Method {method} called on incompatible receiver"));
    }
    if part("Array.prototype.reduce", ": called on an empty array and with no initial value").is_some() {
        return Some("Reduce of empty array with no initial value".to_owned());
    }
    let (function, what) = message.split_once(": ")?;
    match function {
        "WeakMap.set" => Some("Invalid value used as weak map key".to_owned()),
        "WeakSet.add" => Some("Invalid value used in weak set".to_owned()),
        "WeakRef" => Some("WeakRef: invalid target".to_owned()),
        _ if function.starts_with("Array.prototype.") && is_about_a_callback(what) => {
            Some(format!("{function}: the callback is not a function"))
        }
        _ => None,
    }
}

/// What V8 says about a pattern, if the engine says only one thing in this way.
fn fault_of_pattern(why: &str) -> &str {
    match why {
        "Unbalanced bracket" => "Unterminated character class",
        "Invalid quantifier" => "numbers out of order in {} quantifier",
        "Incomplete escape" => "\\ at end of pattern",
        "Invalid token at named capture group identifier" => "Invalid capture group name",
        "Quantifier not allowed here" => "Invalid quantifier",
        "Invalid unicode escape" => "Invalid Unicode escape",
        _ if why.starts_with("Backreference to invalid named capture group") => "Invalid named capture referenced",
        _ if why.starts_with("Range values reversed") => "Range out of order in character class",
        _ => why,
    }
}

fn is_about_a_callback(what: &str) -> bool {
    matches!(
        what,
        "Callbackfn is not callable"
            | "callback is not callable"
            | "`callback` must be callable"
            | "predicate is not callable"
            | "invalid callback function"
            | "callback function is not callable"
    )
}

//! Messages of the engine in the words of V8, which programs and tests look for.
//!
//! Only what the engine says is said differently. Where V8 also names a value that the engine does not name, the
//! message has a value only if the text of the call shows it.

use super::names::not_iterable_of_kind;
use super::thrower::Called;

/// The functions of `Object` and `String`, and the methods of objects and arrays, that say only that they cannot
/// convert a value to an object.
const WITHOUT_NAME: &str = "assign at copyWithin defineProperties entries fill flat flatMap \
                            getOwnPropertyDescriptor getOwnPropertyNames getPrototypeOf hasOwn hasOwnProperty includes \
                            join keys pop push raw reverse shift slice sort splice toReversed toSorted toSpliced \
                            unshift valueOf values with";

/// The methods of arrays that V8 names with their class if they are called on `null` or `undefined`.
const OF_ARRAYS: &str = "concat every filter find findIndex findLast findLastIndex forEach indexOf lastIndexOf map \
                         reduce reduceRight some";

/// The methods of arrays that append elements, and those that change them.
const APPENDING: [&str; 2] = ["push", "unshift"];
const CHANGING: [&str; 7] = ["copyWithin", "fill", "pop", "reverse", "shift", "sort", "splice"];

/// Returns what V8 says instead of a message. `native` is the function of the engine that has probably thrown. An error
/// that a program has made, with the same message, has none.
pub(super) fn in_words_of_v8(message: &str, native: Option<&Called>) -> Option<String> {
    let name = native.map(|called| called.name.as_str());
    let of_operator = || of_operator(message).map(str::to_owned).or_else(|| of_property(message, name));
    let of_function = |called: &Called| {
        let function = called.name.as_str();
        let reworded = of_functions(message)
            .map(str::to_owned)
            .or_else(|| of_function(message, function))
            .or_else(|| with_a_part(message));
        with_values(reworded.as_deref().unwrap_or(message), called).or(reworded)
    };
    of_operator().or_else(|| native.and_then(of_function))
}

/// Whether a message is said differently, at least if some functions have thrown.
pub(super) fn is_reworded(message: &str) -> bool {
    BY_FUNCTION.iter().any(|(known, _)| *known == message)
        || message == RESOLVER
        || message.ends_with("called with non-callable callback function")
        || in_words_of_v8(message, Some(&Called::default())).is_some()
}

/// The message about the argument of `new Promise`.
const RESOLVER: &str = "Promise resolver is not a function";

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
        "Cannot construct a property descriptor from a non-object" | "property descriptor must be an object" => {
            "Property description must be an object"
        }
        "cannot get key and value from primitive item of `iterable`" => "Iterator value is not an entry object",
        "cannot create list from a primitive" => "CreateListFromArrayLike called on non-object",
        "offset of typed array exceeds buffer size" => "Start offset is outside the bounds of the buffer",
        "cannot create a typed array spanning a byte range outside of its buffer" => "Invalid typed array length",
        "cannot bind `this` without a `[[Call]]` internal method" => "Bind must be called on a function",
        "'this' is not a Date" => "this is not a Date object.",
        "buffer must be an ArrayBuffer" => "First argument to DataView constructor must be an ArrayBuffer",
        "cannot construct typed array from detached buffer" => "Cannot perform Construct on a detached ArrayBuffer",
        "Source object and target offset longer than target typed array"
        | "TypedArray.set called with negative offset" => "offset is out of bounds",
        "Generator should not be executing" => "Generator is already running",
        "Promise NewTarget cannot be undefined" => "Promise constructor cannot be invoked without 'new'",
        "Promise.resolve() called on a non-object" => "PromiseResolve called on non-object",
        "Proxy constructor called with non-object target" | "Proxy constructor called with non-object handler" => {
            "Cannot create proxy with a non-object as target or handler"
        }
        "Proxy constructor called on undefined new target" => "Constructor Proxy requires 'new'",
        "calling a builtin Set constructor without new is forbidden" => "Constructor Set requires 'new'",
        "Iterator constructor requires 'new'" => "Constructor Iterator requires 'new'",
        "size is undefined" => "The .size property is NaN",
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
        "escape characters must be preceded with a % sign"
        | "invalid UTF-8 encoding found"
        | "invalid escape character found"
        | "invalid hexadecimal digit found"
        | "non-terminated escape character found"
        | "trying to encode an invalid string" => "URI malformed",
        "can't convert symbol to string" => "Cannot convert a Symbol value to a string",
        "Promise.all() called on a non-object" => "Promise.all called on non-object",
        "proto must be an object or null"
        | "Object.setPrototypeOf: At least 2 arguments required, but only 1 passed" => {
            "Object prototype may only be an Object or null"
        }
        "Object.getPrototypeOf: At least 1 argument required, but only 0 passed" => {
            "Cannot convert undefined or null to object"
        }
        "FinalizationRegistry: cleanup callback of registry must be callable" => {
            "FinalizationRegistry: cleanup must be callable"
        }
        "flatMap mapper function is not callable" => "Array.prototype.flatMap: the callback is not a function",
        "value with type `undefined` is not callable" => "undefined is not a function",
        _ => return None,
    })
}

/// Returns what V8 says if a function has thrown. `None` if it says the same.
type InFunction = fn(&str) -> Option<String>;

/// Messages that depend on the function.
const BY_FUNCTION: [(&str, InFunction); 11] = [
    ("cannot convert 'null' or 'undefined' to object", |function| match function {
        "from" | "fromEntries" => Some(not_iterable_of_kind("undefined or null")),
        _ if is_one_of(WITHOUT_NAME, function) => Some("Cannot convert undefined or null to object".to_owned()),
        _ => is_one_of(OF_ARRAYS, function).then(|| format!("Array.prototype.{function} called on null or undefined")),
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
        "fromEntries" => Some(not_iterable_of_kind("undefined or null")),
        _ => is_of_strings(function).then(|| format!("String.prototype.{function} called on null or undefined")),
    }),
    ("Index must be between 0 and  2^53 - 1", |function| match function {
        _ if function.ends_with("Buffer") => Some("Invalid array buffer length".to_owned()),
        "asIntN" | "asUintN" => Some("Invalid value: not (convertible to) a safe integer".to_owned()),
        _ if is_of_data_views(function) => Some("Offset is outside the bounds of the DataView".to_owned()),
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
    is_one_of(METHODS, function)
}

/// Whether a method reads or writes a number in a `DataView`.
fn is_of_data_views(method: &str) -> bool {
    let kind = method.strip_prefix("get").or_else(|| method.strip_prefix("set")).unwrap_or_default();
    is_one_of("BigInt64 BigUint64 Float16 Float32 Float64 Int8 Int16 Int32 Uint8 Uint16 Uint32", kind)
}

fn is_one_of(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
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
    let flags =
        ["invalid regular expression flag ", "repeated regular expression flag ", "cannot use both 'u' and 'v' flags"];
    if flags.iter().any(|start| message.starts_with(start)) {
        return Some("Invalid flags supplied to RegExp constructor".to_owned());
    }
    if let Some(kind) = part("value with type `", "` is not iterable") {
        return Some(not_iterable_of_kind(kind));
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
    if let Some(number) =
        part("codepoint `", "` outside of Unicode range").or(part("codepoint `", "` is not an integer"))
    {
        return Some(format!("Invalid code point {number}"));
    }
    if let Some(name) = constructor_without_new(message) {
        return Some(format!("Constructor {name} requires 'new'"));
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

/// The constructor in one of the engine's messages about calls without `new`.
fn constructor_without_new(message: &str) -> Option<String> {
    if let Some(kind) = message.strip_prefix("new target was undefined when constructing an ") {
        return Some(format!("{kind}Array"));
    }
    let name = message
        .strip_prefix("cannot call `")
        .and_then(|rest| {
            rest.strip_suffix("` constructor without new").or(rest.strip_suffix("` constructor without `new`"))
        })
        .or_else(|| message.strip_suffix(": cannot call constructor without `new`"))
        .or_else(|| message.strip_suffix(".constructor called with undefined new target"))?;
    Some(name.to_owned())
}

/// What V8 says about a pattern, if the engine says only one thing in this way.
fn fault_of_pattern(why: &str) -> &str {
    match why {
        "Unbalanced bracket" | "Unbalanced class set bracket" => "Unterminated character class",
        "Invalid atom character" => "Nothing to repeat",
        "Invalid group modifier" => "Invalid group",
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

/// What V8 also says if the text of the call shows the value. `None` if it says no more.
fn with_values(message: &str, called: &Called) -> Option<String> {
    let shown = |index| called.shown(index);
    let function = called.name.as_str();
    Some(match message {
        RESOLVER => format!("Promise resolver {} is not a function", shown(0)?),
        "Object prototype may only be an Object or null" => {
            format!("{message}: {}", shown(usize::from(function == "setPrototypeOf"))?)
        }
        "Property description must be an object" => format!("{message}: {}", shown(2)?),
        "Invalid flags supplied to RegExp constructor" => format!("{message} '{}'", shown(1)?),
        "Invalid typed array length" if called.arguments.len() == 1 => format!("{message}: {}", shown(0)?),
        "Method Map.prototype.forEach called with non-callable callback function"
        | "Method Set.prototype.forEach called with non-callable callback function"
            if shown(0) == Some("undefined") =>
        {
            "undefined is not a function".to_owned()
        }
        _ if message.ends_with(": the callback is not a function") => {
            format!("{} is not a function", shown(usize::from(function == "from"))?)
        }
        _ if message.ends_with("is not iterable (cannot read property Symbol(Symbol.iterator))") => {
            not_iterable_value(message, shown(0)?)?
        }
        _ => {
            // The arguments of `eval` and `Function` are no patterns.
            let why = message.strip_prefix("Invalid regular expression: ").filter(|_| takes_pattern(function))?;
            let (pattern, flags) = (shown(0)?, shown(1)?);
            let flags = if flags == "undefined" { "" } else { flags };
            if why.strip_prefix('/').and_then(|why| why.strip_prefix(pattern)).is_some_and(|why| why.starts_with('/')) {
                return None; // It has been said already.
            }
            let why = if why == "Unbalanced parenthesis" { unbalanced(pattern).unwrap_or(why) } else { why };
            format!("Invalid regular expression: /{pattern}/{flags}: {why}")
        }
    })
}

fn takes_pattern(function: &str) -> bool {
    matches!(function, "RegExp" | "compile" | "match" | "matchAll" | "search")
}

/// The message with a value whose type it says.
fn not_iterable_value(message: &str, value: &str) -> Option<String> {
    let (kind, _) = message.split_once(" is not iterable ")?;
    match (kind, value) {
        ("undefined or null", "undefined" | "null") => Some(not_iterable_of_kind(value)),
        ("number" | "boolean", value) => Some(not_iterable_of_kind(&format!("{kind} {value}"))),
        _ => None,
    }
}

/// What is wrong with the parentheses of a pattern. `None` if they match.
fn unbalanced(pattern: &str) -> Option<&'static str> {
    let (mut depth, mut is_class) = (0_usize, false);
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '[' => is_class = true,
            ']' => is_class = false,
            '(' if !is_class => depth += 1,
            ')' if !is_class && depth == 0 => return Some("Unmatched ')'"),
            ')' if !is_class => depth -= 1,
            _ => {}
        }
    }
    (depth > 0 && !is_class).then_some("Unterminated group")
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

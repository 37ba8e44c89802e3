//! The getter `RegExp.prototype.source`. The engine's own puts a backslash before each slash of the pattern, even if
//! the slash is escaped already or is in a class: `/a\/b/.source` is `a\\/b`, which is another pattern.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::super::abstract_operations::function;

/// Replaces the getter by one that calls it.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let property = prototype.borrow().properties().get(&PropertyKey::from(js_string!("source")));
    let Some(engines) = property.and_then(|property| property.get().and_then(JsValue::as_object)) else {
        return Ok(());
    };
    let getter = NativeFunction::from_copy_closure_with_captures(source, engines);
    let getter = function(js_string!("get source"), 0, getter, context);
    let property =
        PropertyDescriptor::builder().get(getter).set(JsValue::undefined()).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("source"), property, context)?;
    Ok(())
}

/// [`get RegExp.prototype.source`](https://tc39.es/ecma262/#sec-get-regexp.prototype.source).
fn source(this: &JsValue, _: &[JsValue], engines: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let source = engines.call(this, &[], context)?;
    match source.as_string() {
        Some(text) if text.contains(b'/') => Ok(escape_pattern(&text).into()),
        _ => Ok(source),
    }
}

/// [`EscapeRegExpPattern`](https://tc39.es/ecma262/#sec-escaperegexppattern) as V8 does it, of a text that the engine
/// has escaped. The engine's escapes of line terminators are right, unless a backslash is before them.
pub(crate) fn escape_pattern(escaped: &JsString) -> JsString {
    const BACKSLASH: u16 = b'\\' as u16;
    let units = escaped.to_vec();
    let mut pattern: Vec<u16> = Vec::with_capacity(units.len());
    let (mut is_escaped, mut is_in_class) = (false, false);
    for (index, &unit) in units.iter().enumerate() {
        if unit == BACKSLASH && units.get(index + 1) == Some(&u16::from(b'/')) {
            // This is the one that the engine has inserted.
            if !is_escaped && !is_in_class {
                pattern.push(unit);
            }
            continue;
        }
        pattern.push(unit);
        match u8::try_from(unit) {
            _ if is_escaped => is_escaped = false,
            Ok(b'\\') => is_escaped = true,
            Ok(b'[') => is_in_class = true,
            Ok(b']') => is_in_class = false,
            _ => {}
        }
    }
    let latin1: Option<Vec<u8>> = pattern.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    match latin1 {
        Some(bytes) => JsString::from(boa_engine::string::JsStr::latin1(&bytes)),
        None => JsString::from(pattern.as_slice()),
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;
    use crate::engine::workarounds::tests::bare_engine;

    #[test]
    fn slashes_are_escaped_once() {
        for (source, expected) in [
            (r"/a\/b/.source", r"a\/b"),
            (r"new RegExp('a/b').source", r"a\/b"),
            (r"/a\\\/b/.source", r"a\\\/b"),
            (r"/[/]/.source", "[/]"),
            (r"/[\]/]\//.source", r"[\]/]\/"),
            (r"/[\/]/.source", r"[\/]"),
            (r"new RegExp('a[]/]').source", r"a[]\/]"),
            (r"new RegExp('\n/').source", r"\n\/"),
            (r"new RegExp('').source", "(?:)"),
            (r"RegExp.prototype.source", "(?:)"),
            (r"String(/é\/😀/u)", r"/é\/😀/u"),
            (r"new RegExp(/a\/b/).source", r"a\/b"),
            (r"RegExp(/\//.source).source", r"\/"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
        assert!(evaluate("Object.create(RegExp.prototype).source").starts_with("TypeError"));
    }

    #[test]
    fn the_getter_looks_like_that_of_the_engine() {
        let getter = "(({ get, set, enumerable, configurable }) => [get.name, get.length, set, enumerable, \
            configurable, 'prototype' in get, Function.prototype.toString.call(get)])";
        let property = "Object.getOwnPropertyDescriptor(RegExp.prototype, 'source')";
        let expected = bare_engine(&format!("String({getter}({property}))"));
        assert_eq!(evaluate(&format!("{getter}({property})")), expected);
    }
}

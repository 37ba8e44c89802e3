//! `indexOf`, `includes`, `split` and `replaceAll` of strings. The engine's own search from the start of a string,
//! wherever they are to start, so that a loop over all occurrences takes quadratic time.

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::JsArray;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{
    Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_error, js_string,
};

use super::define;
use super::string_search::index_of;
use super::text_builder::TextBuilder;

/// Replaces the functions.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    define(&prototype, js_string!("indexOf"), 1, NativeFunction::from_fn_ptr(string_index_of), context)?;
    define(&prototype, js_string!("includes"), 1, NativeFunction::from_fn_ptr(includes), context)?;
    define(&prototype, js_string!("split"), 2, NativeFunction::from_fn_ptr(split), context)?;
    define(&prototype, js_string!("replaceAll"), 2, NativeFunction::from_fn_ptr(replace_all), context)
}

/// [`String.prototype.indexOf`](https://tc39.es/ecma262/#sec-string.prototype.indexof).
fn string_index_of(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let string = this.require_object_coercible()?.to_string(context)?;
    let sought = arguments.get_or_undefined(0).to_string(context)?;
    let start = position(arguments.get_or_undefined(1), &string, context)?;
    Ok(index_of(&string, &sought, start).map_or(JsValue::from(-1), JsValue::from))
}

/// [`String.prototype.includes`](https://tc39.es/ecma262/#sec-string.prototype.includes).
fn includes(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let string = this.require_object_coercible()?.to_string(context)?;
    let sought = arguments.get_or_undefined(0);
    if let Some(object) = sought.as_object()
        && is_regexp(&object, context)?
    {
        return Err(
            js_error!(TypeError: "First argument to String.prototype.includes must not be a regular expression"),
        );
    }
    let sought = sought.to_string(context)?;
    let start = position(arguments.get_or_undefined(1), &string, context)?;
    Ok(index_of(&string, &sought, start).is_some().into())
}

/// The position in the string that is nearest to a value.
fn position(value: &JsValue, string: &JsString, context: &mut Context) -> JsResult<usize> {
    if value.is_undefined() {
        return Ok(0);
    }
    Ok(value.to_integer_or_infinity(context)?.clamp_finite(0, string.len()))
}

/// [`String.prototype.split`](https://tc39.es/ecma262/#sec-string.prototype.split).
fn split(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let this = this.require_object_coercible()?;
    let (separator, limit) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    if let Some(object) = separator.as_object()
        && let Some(splitter) = method(&object, JsSymbol::split(), context)?
    {
        return splitter.call(separator, &[this.clone(), limit.clone()], context);
    }
    let string = this.to_string(context)?;
    let limit = if limit.is_undefined() { u32::MAX } else { limit.to_u32(context)? };
    let is_undefined = separator.is_undefined();
    let separator = separator.to_string(context)?;
    let parts: Vec<JsValue> = if limit == 0 {
        Vec::new()
    } else if is_undefined || string.is_empty() && !separator.is_empty() {
        vec![string.into()]
    } else {
        parts(&string, &separator, usize::try_from(limit).unwrap_or(usize::MAX))
    };
    Ok(JsArray::from_iter(parts, context).into())
}

/// What is between the separators, or, if these are empty, each code unit.
fn parts(string: &JsString, separator: &JsString, limit: usize) -> Vec<JsValue> {
    if separator.is_empty() {
        let units = 0..string.len().min(limit);
        return units.map(|index| unit(string, index).into()).collect();
    }
    let (mut parts, mut start) = (Vec::new(), 0);
    while let Some(end) = index_of(string, separator, start) {
        parts.push(string.slice(start, end).into());
        if parts.len() == limit {
            return parts;
        }
        start = end + separator.len();
    }
    parts.push(string.slice(start, string.len()).into());
    parts
}

/// The string of one code unit. Those of ASCII are not allocated.
fn unit(string: &JsString, index: usize) -> JsString {
    match string.variant() {
        JsStrVariant::Latin1(bytes) => JsStr::latin1(&bytes[index..=index]).into(),
        JsStrVariant::Utf16(units) => JsStr::utf16(&units[index..=index]).into(),
    }
}

/// [`String.prototype.replaceAll`](https://tc39.es/ecma262/#sec-string.prototype.replaceall).
fn replace_all(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let this = this.require_object_coercible()?;
    let (sought, replacement) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    if let Some(object) = sought.as_object() {
        if is_regexp(&object, context)? {
            let flags = object.get(js_string!("flags"), context)?;
            if !flags.require_object_coercible()?.to_string(context)?.contains(b'g') {
                return Err(js_error!(TypeError: "replaceAll must be called with a global RegExp"));
            }
        }
        if let Some(replacer) = method(&object, JsSymbol::replace(), context)? {
            return replacer.call(sought, &[this.clone(), replacement.clone()], context);
        }
    }
    let string = this.to_string(context)?;
    let sought = sought.to_string(context)?;
    let function = replacement.as_callable();
    let template = if function.is_none() { replacement.to_string(context)? } else { js_string!() };
    // All positions are found first: the function cannot change the string.
    let (mut text, mut end) = (TextBuilder::default(), 0);
    let mut next = index_of(&string, &sought, 0);
    while let Some(position) = next {
        push_slice(&mut text, &string, end, position)?;
        end = position + sought.len();
        next = index_of(&string, &sought, position + sought.len().max(1));
        if let Some(function) = &function {
            let arguments = [sought.clone().into(), position.into(), string.clone().into()];
            let replaced = function.call(&JsValue::undefined(), &arguments, context)?;
            text.push(&replaced.to_string(context)?)?;
        } else {
            substitute(&mut text, &template, &string, position..end)?;
        }
    }
    push_slice(&mut text, &string, end, string.len())?;
    Ok(text.finish().into())
}

/// [`GetSubstitution`](https://tc39.es/ecma262/#sec-getsubstitution) without captures.
fn substitute(
    text: &mut TextBuilder,
    template: &JsString,
    string: &JsString,
    matched: std::ops::Range<usize>,
) -> JsResult<()> {
    let dollar = js_string!("$");
    let mut start = 0;
    while let Some(index) = index_of(template, &dollar, start) {
        push_slice(text, template, start, index)?;
        start = index + 2;
        match template.code_unit_at(index + 1).map(u8::try_from) {
            Some(Ok(b'$')) => text.push_latin1(b"$")?,
            Some(Ok(b'&')) => push_slice(text, string, matched.start, matched.end)?,
            Some(Ok(b'`')) => push_slice(text, string, 0, matched.start)?,
            Some(Ok(b'\'')) => push_slice(text, string, matched.end, string.len())?,
            _ => {
                text.push_latin1(b"$")?;
                start = index + 1;
            }
        }
    }
    push_slice(text, template, start, template.len())
}

fn push_slice(text: &mut TextBuilder, string: &JsString, start: usize, end: usize) -> JsResult<()> {
    match string.variant() {
        JsStrVariant::Latin1(bytes) => text.push_latin1(&bytes[start..end]),
        JsStrVariant::Utf16(units) => text.push_utf16(&units[start..end]),
    }
}

/// [`IsRegExp`](https://tc39.es/ecma262/#sec-isregexp).
fn is_regexp(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    let matcher = object.get(JsSymbol::r#match(), context)?;
    Ok(if matcher.is_undefined() { object.is::<RegExp>() } else { matcher.to_boolean() })
}

/// [`GetMethod`](https://tc39.es/ecma262/#sec-getmethod).
fn method(object: &JsObject, key: JsSymbol, context: &mut Context) -> JsResult<Option<JsObject>> {
    let value = object.get(key, context)?;
    if value.is_null_or_undefined() {
        return Ok(None);
    }
    let function = value.as_callable();
    function.map(Some).ok_or_else(|| js_error!(TypeError: "the value of a method is not a function"))
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn strings_are_searched_split_and_replaced() {
        for (source, expected) in [
            (
                "['abcabc'.indexOf('c', 3), 'abc'.indexOf('', 9), 'abc'.indexOf('a', -1), 'abc'.indexOf('d')]",
                "[5,3,0,-1]",
            ),
            ("['abc'.indexOf(), 'undefined'.indexOf(), 'abc'.indexOf('b', Infinity)]", "[-1,0,-1]"),
            ("['abc'.includes('b', 2), 'abc'.includes('', 3), 'nulll'.includes(null)]", "[false,true,true]"),
            ("'a,b,,c,'.split(',')", r#"["a","b","","c",""]"#),
            ("'a,b'.split(',', 1)", r#"["a"]"#),
            ("'a,b'.split(',', -1)", r#"["a","b"]"#),
            (
                "['ab'.split(''), 'ab'.split('', 1), ''.split(''), ''.split(','), 'ab'.split()]",
                r#"[["a","b"],["a"],[],[""],["ab"]]"#,
            ),
            ("'a日b日'.split('日')", r#"["a","b",""]"#),
            ("'a1b2'.split(/(\\d)/)", r#"["a","1","b","2",""]"#),
            ("'x'.split({ [Symbol.split]: (...a) => a })", r#"["x",null]"#),
            ("'aaa'.replaceAll('a', '$$[$&$`$\\'$1$<]$')", r#""$[aaa$1$<]$$[aaa$1$<]$$[aaa$1$<]$""#),
            ("'abab'.replaceAll('b', (...a) => JSON.stringify(a))", r#""a[\"b\",1,\"abab\"]a[\"b\",3,\"abab\"]""#),
            ("'ab'.replaceAll('', '-')", r#""-a-b-""#),
            ("'a日a'.replaceAll('a', 'é日')", r#""é日日é日""#),
            ("'aab'.replaceAll(/a/g, 'x')", r#""xxb""#),
            (
                "['indexOf', 'includes', 'split', 'replaceAll'].map(k => [''[k].name, ''[k].length])",
                r#"[["indexOf",1],["includes",1],["split",2],["replaceAll",2]]"#,
            ),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
        for source in
            ["'a'.includes(/a/)", "'a'.replaceAll(/a/, '')", "''.split.call(null)", "'a'.split({ [Symbol.split]: 1 })"]
        {
            assert!(evaluate(source).starts_with("TypeError"), "{source}");
        }
    }
}

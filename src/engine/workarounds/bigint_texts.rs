//! `BigInt` of a string. The engine's own takes `1_0` for 10, and refuses a byte order mark, which is white space.

use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::abstract_operations::{constructor, replace_constructor};

/// Replaces the function by one that calls it.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let name = js_string!("BigInt");
    let engines = context.intrinsics().constructors().bigint().constructor();
    let function = NativeFunction::from_copy_closure_with_captures(bigint, engines.clone());
    let replaced = constructor(name.clone(), 1, function, context);
    replace_constructor(name, &replaced, &engines, context)
}

/// [`BigInt`](https://tc39.es/ecma262/#sec-bigint-constructor-number-value).
fn bigint(new_target: &JsValue, arguments: &[JsValue], engines: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if !new_target.is_undefined() {
        return Err(js_error!(TypeError: "BigInt is not a constructor"));
    }
    let value = arguments.get_or_undefined(0).to_primitive(context, PreferredType::Number)?;
    let value = match value.as_string() {
        Some(text) => literal(&text)?.into(),
        None => value,
    };
    engines.call(&JsValue::undefined(), &[value], context)
}

/// Whether a character is [`StrWhiteSpaceChar`](https://tc39.es/ecma262/#prod-StrWhiteSpaceChar).
pub(super) fn is_white_space(it: char) -> bool {
    it == '\u{feff}' || it.is_whitespace() && it != '\u{85}'
}

/// The text without white space around it, if it has the form of
/// [`StringIntegerLiteral`](https://tc39.es/ecma262/#prod-StringIntegerLiteral).
fn literal(text: &JsString) -> JsResult<JsString> {
    let shown = text.to_std_string_lossy();
    let literal = shown.trim_matches(is_white_space);
    let is_number = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let radix = literal.get(..2).and_then(|prefix| match prefix {
        "0x" | "0X" => Some(16),
        "0o" | "0O" => Some(8),
        "0b" | "0B" => Some(2),
        _ => None,
    });
    let is_valid = match radix {
        Some(radix) => is_number(&literal[2..], radix),
        None => literal.is_empty() || is_number(literal.strip_prefix(['+', '-']).unwrap_or(literal), 10),
    };
    if is_valid {
        return Ok(JsString::from(literal));
    }
    Err(js_error!(SyntaxError: "Cannot convert {} to a BigInt", shown))
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn texts_have_the_form_of_a_literal() {
        for (source, expected) in [
            (r"[' 12 ', '\ufeff\u00a0', '0x1F', ' 0b11', '-5', '+5', '0o17'].map(BigInt).join()", "12,0,31,3,-5,5,15"),
            (
                "['1_0', '-0x1', '- 5', '1n', '0x', '1.5', '\\ud800', '٣'].map(text => {
                try { return BigInt(text) } catch (e) { return e.name } }).join()",
                "SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError",
            ),
            ("try { BigInt('a b') } catch (e) { e.message }", "Cannot convert a b to a BigInt"),
            ("try { new BigInt(1) } catch (e) { e.message }", "BigInt is not a constructor"),
            (
                "[BigInt(true), BigInt({ valueOf: () => '7' }), BigInt.asUintN(8, 257n), BigInt.length].join()",
                "1,7,1,1",
            ),
            ("(5n).constructor === BigInt && Object(5n) instanceof BigInt && BigInt.name", "BigInt"),
            ("try { BigInt(1.5) } catch (e) { e.name }", "RangeError"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
    }
}

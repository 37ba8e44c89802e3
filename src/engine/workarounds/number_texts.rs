//! `Number` and `parseInt` of a string. The engine's own round at each digit if there are many, and `Number` takes
//! `-inf` and `0x+5` for numbers.

use boa_engine::property::PropertyDescriptor;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsBigInt, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::abstract_operations::{constructor, function, replace_constructor};
use super::bigint_texts::is_white_space;

/// More digits than the largest number has in base 2.
const MOST_DIGITS: usize = 1_100;

/// Replaces `Number` by a function that calls it, and `parseInt`.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let engines = context.intrinsics().constructors().number().constructor();
    let name = js_string!("parseInt");
    let parse = function(name.clone(), 2, NativeFunction::from_fn_ptr(parse_int), context);
    let property = PropertyDescriptor::builder().value(parse).writable(true).enumerable(false).configurable(true);
    for object in [context.global_object(), engines.clone()] {
        object.insert_property(name.clone(), property.clone());
    }
    let name = js_string!("Number");
    let function = NativeFunction::from_copy_closure_with_captures(number, engines.clone());
    let replaced = constructor(name.clone(), 1, function, context);
    replace_constructor(name, &replaced, &engines, context)
}

/// [`Number`](https://tc39.es/ecma262/#sec-number-constructor-number-value).
fn number(new_target: &JsValue, arguments: &[JsValue], engines: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let value = match arguments.first() {
        Some(value) if value.is_string() || value.is_object() => {
            let value = value.to_primitive(context, PreferredType::Number)?;
            value.as_string().as_ref().and_then(string_to_number).map_or(value, JsValue::from)
        }
        Some(value) => value.clone(),
        None => JsValue::from(0),
    };
    match new_target.as_object() {
        Some(target) => engines.construct(&[value], Some(&target), context).map(JsValue::from),
        None => engines.call(&JsValue::undefined(), &[value], context),
    }
}

/// [`StringToNumber`](https://tc39.es/ecma262/#sec-stringtonumber) of a text that the engine may get wrong.
fn string_to_number(text: &JsString) -> Option<f64> {
    // Most numbers start with a digit that is not 0: the engine is right.
    if matches!(text.iter().next(), Some(0x31..=0x39)) {
        return None;
    }
    let text = text.to_std_string_lossy();
    let text = text.trim_matches(is_white_space);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.starts_with(['i', 'I']) {
        let infinity = if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
        return Some(if unsigned == "Infinity" { infinity } else { f64::NAN });
    }
    let radix = match text.get(..2)? {
        "0b" | "0B" => 2,
        "0o" | "0O" => 8,
        "0x" | "0X" => 16,
        _ => return None,
    };
    let digits = &text[2..];
    let is_valid = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    Some(if is_valid { value_of(digits, radix) } else { f64::NAN })
}

/// [`parseInt`](https://tc39.es/ecma262/#sec-parseint-string-radix).
fn parse_int(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (value, radix) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    if value.as_i32().is_some() && radix.is_undefined() {
        return Ok(value.clone());
    }
    let text = value.to_string(context)?.to_std_string_lossy();
    // Steps 2 to 5.
    let text = text.trim_start_matches(is_white_space);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Steps 6 to 10.
    let radix = radix.to_i32(context)?;
    let prefixed = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    let (text_of_digits, radix) = match (radix, prefixed) {
        (0 | 16, Some(digits)) => (digits, 16),
        (0, None) => (unsigned, 10),
        (radix, _) => (unsigned, u32::try_from(radix).unwrap_or_default()),
    };
    // Steps 11 to 15.
    let is_digit = |letter: char| (2..=36).contains(&radix) && letter.is_digit(radix);
    let end = text_of_digits.find(|letter| !is_digit(letter)).unwrap_or(text_of_digits.len());
    if end == 0 {
        return Ok(JsValue::nan());
    }
    let value = value_of(&text_of_digits[..end], radix);
    Ok(JsValue::from(if text.starts_with('-') { -value } else { value }))
}

/// The number that is nearest to digits.
fn value_of(digits: &str, radix: u32) -> f64 {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return 0.0;
    }
    // Most texts are short.
    if let Ok(value) = u32::from_str_radix(digits, radix) {
        return value.into();
    }
    if digits.len() > MOST_DIGITS {
        return f64::INFINITY;
    }
    JsBigInt::from_string_radix(digits, radix).map_or(f64::NAN, |value| value.to_f64())
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn texts_have_the_nearest_value() {
        for (source, expected) in [
            ("['-infinity', '-inf', '+inf', '0x+5', '0b+1', '0o+7', '0x', '-0x1', 'i'].map(Number).join()", {
                "NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN"
            }),
            ("[' 12 ', '', ' -Infinity ', '+Infinity', '0XfF', '0b11', '0O17', '1e3', '-.5'].map(Number).join()", {
                "12,0,-Infinity,Infinity,255,3,15,1000,-0.5"
            }),
            ("Number('0b11010110001101001000010001001101110001011000111100010111010')", "482347102889605300"),
            ("Number('0x' + 'f'.repeat(256)) + ' ' + Number('0x' + '0'.repeat(2000) + '7')", "Infinity 7"),
            ("parseInt('999999999999999999') + ' ' + parseInt('-70000000206000000000')", {
                "1000000000000000000 -70000000206000000000"
            }),
            ("parseInt('28872d96edb78595d10d9ccb838b', 16)", "8.220062953723937e+32"),
            (
                "[parseInt(' 0x1Fg'), parseInt('0x'), parseInt('-0'), parseInt('12', 37), parseInt('z', 36),
                parseInt('9', 8), parseInt('1' + '0'.repeat(2000)), parseInt(null, 36),
                parseInt('٣'), parseInt()].join()",
                "31,NaN,0,NaN,35,NaN,Infinity,1112745,NaN,NaN",
            ),
            ("Object.is(parseInt('-0'), -0) && Number.parseInt === parseInt && parseInt.length === 2", "true"),
            (
                "class A extends Number { }; const a = new A('0b11');
                [a + 1, a instanceof A, a.constructor.name, Number.name, Number.length, Number(), new Number('7') + 1,
                Number(10n), Number({ valueOf: () => '-inf' }), Number.MAX_SAFE_INTEGER,
                (5).constructor === Number].join()",
                "4,true,A,Number,1,0,8,10,NaN,9007199254740991,true",
            ),
            ("try { Number(Symbol()) } catch (e) { e.name }", "TypeError"),
        ] {
            assert_eq!(evaluate(source), expected, "{source}");
        }
    }
}

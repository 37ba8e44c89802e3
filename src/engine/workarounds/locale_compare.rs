//! `String.prototype.localeCompare`. The engine's own compares code units: `B` comes before `a`, and texts that are
//! canonically equivalent are different.

use std::cmp::Ordering;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::collation::Collator;
use super::define;
use super::locales::{language, locale, tell};
use crate::event_loop::EngineFault;

/// Replaces the method.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    let Some(normalize) = prototype.get(js_string!("normalize"), context)?.as_object() else { return Ok(()) };
    let compare = NativeFunction::from_copy_closure_with_captures(locale_compare, normalize);
    define(&prototype, js_string!("localeCompare"), 1, compare, context)
}

/// [`String.prototype.localeCompare`](https://tc39.es/ecma402/#sup-String.prototype.localeCompare), in all locales with
/// the order of the root of CLDR, which is also that of English.
fn locale_compare(
    this: &JsValue,
    arguments: &[JsValue],
    normalize: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let string = this.require_object_coercible()?.to_string(context)?;
    let that = arguments.get_or_undefined(0).to_string(context)?;
    if arguments.get_or_undefined(1).is_null() {
        return Err(js_error!(TypeError: "Cannot convert undefined or null to object"));
    }
    let collator = collator(arguments.get_or_undefined(2), context)?;
    if string == that {
        return Ok(0.into());
    }
    let locale = locale(arguments.get_or_undefined(1), context)?;
    let (string, that) = (decompose(&string, normalize, context)?, decompose(&that, normalize, context)?);
    if has_other_order(locale.as_deref()) || string.iter().chain(&that).any(|&unit| is_other_letter(unit)) {
        tell(
            EngineFault::LocaleOrder,
            "localeCompare does not support the order of these letters in this locale",
            context,
        );
    }
    Ok(match collator.compare(&string, &that) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
    .into())
}

/// Whether a locale has another order than the root of CLDR, as far as is known here.
fn has_other_order(locale: Option<&str>) -> bool {
    locale.is_some_and(|locale| !matches!(language(locale), "en" | "de" | "fr" | "it" | "nl" | "pt"))
}

/// Whether the collator does not know the place of a letter: it is not Latin.
fn is_other_letter(unit: u16) -> bool {
    unit >= 0x370 && char::from_u32(unit.into()).is_none_or(char::is_alphabetic)
}

fn decompose(string: &JsString, normalize: &JsObject, context: &mut Context) -> JsResult<Vec<u16>> {
    let units = string.to_vec();
    if units.iter().all(|&unit| unit < 0xc0) {
        return Ok(units);
    }
    let normalized = normalize.call(&string.clone().into(), &[js_string!("NFD").into()], context)?;
    Ok(normalized.as_string().map_or(units, |text| text.to_vec()))
}

/// [`Intl.Collator`](https://tc39.es/ecma402/#sec-intl.collator) with these options.
fn collator(options: &JsValue, context: &mut Context) -> JsResult<Collator> {
    let mut collator = Collator {
        compares_accents: true,
        compares_case: true,
        is_numeric: false,
        ignores_punctuation: false,
        has_upper_first: false,
    };
    if options.is_undefined() {
        return Ok(collator);
    }
    let options = options.to_object(context)?;
    option(&options, &js_string!("usage"), &["sort", "search"], context)?;
    option(&options, &js_string!("localeMatcher"), &["lookup", "best fit"], context)?;
    let collation = options.get(js_string!("collation"), context)?;
    if !collation.is_undefined() {
        collation.to_string(context)?;
    }
    collator.is_numeric = options.get(js_string!("numeric"), context)?.to_boolean();
    let case_first = option(&options, &js_string!("caseFirst"), &["upper", "lower", "false"], context)?;
    collator.has_upper_first = case_first == Some(0);
    let sensitivities = ["base", "accent", "case", "variant"];
    if let Some(index) = option(&options, &js_string!("sensitivity"), &sensitivities, context)? {
        collator.compares_accents = matches!(sensitivities[index], "accent" | "variant");
        collator.compares_case = matches!(sensitivities[index], "case" | "variant");
    }
    collator.ignores_punctuation = options.get(js_string!("ignorePunctuation"), context)?.to_boolean();
    Ok(collator)
}

/// [`GetOption`](https://tc39.es/ecma402/#sec-getoption) of a string: the index of its value.
fn option(options: &JsObject, name: &JsString, values: &[&str], context: &mut Context) -> JsResult<Option<usize>> {
    let value = options.get(name.clone(), context)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let value = value.to_string(context)?.to_std_string_lossy();
    let index = values.iter().position(|&known| known == value);
    let name = name.to_std_string_lossy();
    index.map(Some).ok_or_else(
        || js_error!(RangeError: "Value {} out of range for Intl.Collator options property {}", value, name),
    )
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn texts_are_compared_for_people() {
        for (source, expected) in [
            ("'a'.localeCompare('B')", "-1"),
            ("'é'.localeCompare('e\\u0301')", "0"),
            ("['b', 'a', 'C', 'Ä', 'z'].sort((a, b) => a.localeCompare(b))", r#"["a","Ä","b","C","z"]"#),
            ("'a2'.localeCompare('a10', undefined, { numeric: true })", "-1"),
            ("'a'.localeCompare('Á', 'en', { sensitivity: 'base' })", "0"),
            ("'a'.localeCompare('Á', [], { sensitivity: 'case' })", "-1"),
            ("'a'.localeCompare('A', 'en', { sensitivity: 'accent' })", "0"),
            ("'A'.localeCompare('a', 'en', { caseFirst: 'upper' })", "-1"),
            ("['undefined'.localeCompare(), ''.localeCompare.length]", "[0,1]"),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
        assert!(evaluate("''.localeCompare('', 'en', { sensitivity: 'x' })").starts_with("RangeError"));
        assert!(evaluate("''.localeCompare('', null)").starts_with("TypeError"));
    }
}

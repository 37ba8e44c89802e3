//! The [Formatter](https://console.spec.whatwg.org/#formatter): replaces format specifiers such as `%s`, then appends
//! the remaining arguments.

use boa_engine::{Context, JsResult, JsValue};

use crate::web::html::inspect::{Inspection, inspect};

/// Returns the arguments of a call as one text: strings verbatim, other values inspected. Runs no user code.
pub(super) fn format(arguments: &[JsValue], inspection: Inspection, context: &mut Context) -> JsResult<String> {
    let mut rest = arguments.iter();
    let mut text = match arguments.first().and_then(JsValue::as_string) {
        Some(template) if arguments.len() > 1 && template.iter().any(|unit| unit == u16::from(b'%')) => {
            rest.next();
            substitute(&template.to_std_string_lossy(), &mut rest, inspection, context)?
        }
        _ => match rest.next() {
            Some(first) => show(first, inspection, context),
            None => String::new(),
        },
    };
    for argument in rest {
        text.push(' ');
        text.push_str(&show(argument, inspection, context));
    }
    Ok(text)
}

fn show(value: &JsValue, inspection: Inspection, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => text.to_std_string_lossy(),
        None => inspect(value, inspection, context),
    }
}

/// Replaces each specifier with the next argument. Specifiers without an argument are kept.
fn substitute<'a>(
    template: &str,
    arguments: &mut impl Iterator<Item = &'a JsValue>,
    inspection: Inspection,
    context: &mut Context,
) -> JsResult<String> {
    let mut text = String::with_capacity(template.len());
    let mut characters = template.chars().peekable();
    while let Some(character) = characters.next() {
        let specifier = characters.peek().copied().filter(|_| character == '%');
        match specifier {
            Some('%') => {
                characters.next();
                text.push('%');
            }
            Some(specifier @ ('s' | 'd' | 'i' | 'f' | 'o' | 'O' | 'c')) => match arguments.next() {
                Some(argument) => {
                    characters.next();
                    text.push_str(&convert(specifier, argument, inspection, context)?);
                }
                None => text.push('%'),
            },
            _ => text.push(character),
        }
    }
    Ok(text)
}

fn convert(specifier: char, value: &JsValue, inspection: Inspection, context: &mut Context) -> JsResult<String> {
    let plain = Inspection { colored: false, ..inspection };
    Ok(match specifier {
        // Omitted: calling `String` and `parseInt` with objects: they may run user code.
        's' if value.is_object() => inspect(value, Inspection { depth: 0, ..plain }, context),
        's' => show(value, plain, context),
        // Symbols cannot be converted to numbers, and converting an object may run user code.
        'd' | 'i' | 'f' if value.is_symbol() || value.is_object() => "NaN".to_owned(),
        'd' | 'i' if value.is_bigint() => inspect(value, plain, context),
        'i' => inspect(&value.to_number(context)?.trunc().into(), plain, context),
        'f' if value.is_bigint() => show(value, plain, context).trim_end_matches('n').to_owned(),
        'd' | 'f' => inspect(&value.to_number(context)?.into(), plain, context),
        'o' => inspect(value, Inspection { depth: 4, ..inspection }, context),
        'O' => inspect(value, inspection, context),
        // `%c`: text has no styles.
        _ => String::new(),
    })
}

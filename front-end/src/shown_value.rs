//! A value in a message, as in V8, which runs no code of the program to show it.

use boa_engine::builtins::date::Date;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsString, JsSymbol, JsValue, js_string};

/// Returns the text for a value: `undefined`, `text`, `#<Object>`, `[object Array]`, the source text of a function.
pub(super) fn shown_value(value: &JsValue, context: &mut Context) -> String {
    if let Some(symbol) = value.as_symbol() {
        return shown_symbol(&symbol);
    }
    match value.as_object() {
        Some(object) if object.is_callable() => source_text(&object, context).unwrap_or_else(|| "function".to_owned()),
        Some(object) if object.is_array() => "[object Array]".to_owned(),
        Some(object) if object.is::<RegExp>() => "[object RegExp]".to_owned(),
        Some(object) if object.is::<Date>() => "[object Date]".to_owned(),
        Some(object) => format!("#<{}>", class_name(&object).unwrap_or_else(|| "Object".to_owned())),
        None => value.to_string(context).map(|text| text.to_std_string_lossy()).unwrap_or_default(),
    }
}

fn shown_symbol(symbol: &JsSymbol) -> String {
    format!("Symbol({})", symbol.description().map(|text| text.to_std_string_lossy()).unwrap_or_default())
}

/// What `Function.prototype.toString` returns, unless the program has replaced it.
fn source_text(function: &JsObject, context: &mut Context) -> Option<String> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let to_string = data_property(&prototype, js_string!("toString"))?.as_object()?;
    let to_string = Some(to_string).filter(JsObject::is::<NativeFunctionObject>)?;
    let text = to_string.call(&function.clone().into(), &[], context).ok()?;
    Some(text.as_string()?.to_std_string_lossy())
}

/// The name of the constructor that an object inherits.
fn class_name(object: &JsObject) -> Option<String> {
    let chain = std::iter::successors(Some(object.clone()), |object| object.borrow().prototype());
    let constructor = chain.take(100).find_map(|object| data_property(&object, js_string!("constructor")))?;
    let name = data_property(&constructor.as_object()?, js_string!("name"))?.as_string()?.to_std_string_lossy();
    Some(name).filter(|name| !name.is_empty())
}

/// The value of an own property, if it is stored there.
fn data_property(object: &JsObject, key: JsString) -> Option<JsValue> {
    object.borrow().properties().get(&PropertyKey::from(key))?.value().cloned()
}

#[cfg(test)]
mod tests {
    use boa_engine::Source;

    use super::*;

    #[test]
    fn values_are_shown_as_in_v8() {
        for (text, expected) in [
            ("undefined", "undefined"),
            ("null", "null"),
            ("'a b'", "a b"),
            ("-1.5", "-1.5"),
            ("12n", "12"),
            ("Symbol('q')", "Symbol(q)"),
            ("Symbol()", "Symbol()"),
            ("({ a: 1 })", "#<Object>"),
            ("[1]", "[object Array]"),
            ("/a/", "[object RegExp]"),
            ("new Date()", "[object Date]"),
            ("new Map()", "#<Map>"),
            ("new (class A { })()", "#<A>"),
            ("Object.create(null)", "#<Object>"),
            ("x => x + 1", "x => x + 1"),
            ("({ get constructor() { throw 1 } })", "#<Object>"),
            ("({ toString() { throw 1 } })", "#<Object>"),
        ] {
            let mut context = Context::default();
            let value = context.eval(Source::from_bytes(&format!("({text})"))).unwrap();
            assert_eq!(shown_value(&value, &mut context), expected, "{text}");
        }
    }
}

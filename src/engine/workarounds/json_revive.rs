//! The second half of `JSON.parse`, which calls a function for each value. The engine's own overflows the stack if a
//! value that the function adds is nested without end.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use super::engine_functions::EngineFunctions;
use super::json_record::{Content, Record};
use super::length_of_array_like;
use super::nested_values::Level;

/// The last steps of [`JSON.parse`](https://tc39.es/proposal-json-parse-with-source/#sec-json.parse): calls `reviver`
/// for each value, and returns what it makes of the outermost one. `units` is the text, and `records` has its values,
/// of which `value` is the last one.
///
/// # Errors
///
/// What the reviver or a proxy throws; `RangeError` if values are nested too deeply.
pub(super) fn revive(
    value: JsValue,
    units: &[u16],
    records: &[Record],
    reviver: &JsObject,
    functions: &EngineFunctions,
    context: &mut Context,
) -> JsResult<JsValue> {
    let root = JsObject::with_object_proto(context.intrinsics());
    root.create_data_property_or_throw(js_string!(), value, context)?;
    let revival = Revival { units, records, reviver, functions };
    revival.internalize(&root, &js_string!(), records.last(), context)
}

/// The state of one call.
struct Revival<'a> {
    units: &'a [u16],
    records: &'a [Record],
    reviver: &'a JsObject,
    functions: &'a EngineFunctions,
}

impl Revival<'_> {
    /// [`InternalizeJSONProperty`](https://tc39.es/proposal-json-parse-with-source/#sec-internalizejsonproperty).
    fn internalize(
        &self,
        holder: &JsObject,
        name: &JsString,
        record: Option<&Record>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        // Steps 1 to 3.
        let value = holder.get(name.clone(), context)?;
        // A value that the program has replaced has no source text.
        let parts = record.filter(|record| JsValue::same_value(&record.value, &value)).map(|record| &record.content);
        // Step 4.
        if let Some(object) = value.as_object() {
            let _level = Level::enter(context)?;
            if self.functions.is_array(&object, context)? {
                self.internalize_elements(&object, parts, context)?;
            } else {
                self.internalize_entries(&object, parts, context)?;
            }
        }
        // Steps 5 and 6.
        let about = JsObject::with_object_proto(context.intrinsics());
        if let Some(Content::Primitive(source)) = parts
            && !value.is_object()
        {
            let source = JsString::from(&self.units[source.clone()]);
            about.create_data_property_or_throw(js_string!("source"), source, context)?;
        }
        self.reviver.call(&holder.clone().into(), &[name.clone().into(), value, about.into()], context)
    }

    fn internalize_elements(&self, array: &JsObject, parts: Option<&Content>, context: &mut Context) -> JsResult<()> {
        let length = length_of_array_like(array, context)?;
        for index in 0..length {
            let record = match parts {
                Some(Content::Elements(elements)) => usize::try_from(index).ok().and_then(|index| elements.get(index)),
                _ => None,
            };
            self.replace(array, &js_string!(index.to_string()), record, context)?;
        }
        Ok(())
    }

    fn internalize_entries(&self, object: &JsObject, parts: Option<&Content>, context: &mut Context) -> JsResult<()> {
        for name in &*self.functions.keys(object, context)? {
            let record = match parts {
                Some(Content::Entries(entries)) => entries.get(name),
                _ => None,
            };
            self.replace(object, name, record, context)?;
        }
        Ok(())
    }

    /// Replaces the value of a property by the revived one, or deletes the property. It is no error if that fails.
    fn replace(
        &self,
        object: &JsObject,
        name: &JsString,
        record: Option<&usize>,
        context: &mut Context,
    ) -> JsResult<()> {
        let record = record.and_then(|&record| self.records.get(record));
        let revived = self.internalize(object, name, record, context)?;
        if revived.is_undefined() {
            return self.functions.delete(object, name.clone(), context);
        }
        object.create_data_property(PropertyKey::from(name.clone()), revived, context).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;

    #[test]
    fn values_are_revived_from_the_innermost_one() {
        let double = "const double = (key, value) => typeof value === 'number' ? value * 2 : value;
            JSON.stringify(JSON.parse('{\"a\":[1,2],\"b\":{}}', double))";
        assert_eq!(evaluate(double), "{\"a\":[2,4],\"b\":{}}");
        let order = "const log = []; JSON.parse('{\"a\":[1,{}],\"b\":null}', function (key, value) {
            log.push(key + (this[key] === value)); return value }); log.join()";
        assert_eq!(evaluate(order), "0true,1true,atrue,btrue,true");
        let removed =
            "JSON.stringify(JSON.parse('{\"a\":1,\"b\":[1,2]}', (key, value) => value === 1 ? undefined : value))";
        assert_eq!(evaluate(removed), "{\"b\":[null,2]}");
        let frozen = "JSON.stringify(JSON.parse('[1,{\"a\":1}]', function (key, value) {
            if (key === '0') Object.freeze(this[1]); return value === 1 ? undefined : value }))";
        assert_eq!(evaluate(frozen), "[null,{\"a\":1}]");
    }

    #[test]
    fn the_source_text_is_that_of_primitive_values_that_are_in_the_text() {
        let sources = r#"const log = []; JSON.parse('{"a":1.50,"b":["x\\n",-0,true],"c":{},"a":2}',
            (key, value, { source }) => { log.push(key + '=' + source); return value }); log.join(' ')"#;
        assert_eq!(evaluate(sources), r#"a=2 0="x\n" 1=-0 2=true b=undefined c=undefined =undefined"#);
        let replaced = "const log = []; JSON.parse('{\"a\":1,\"b\":{\"c\":2}}', function (key, value, { source }) {
            if (key === 'a') this.b = { c: 2 }; log.push(source); return value }); String(log)";
        assert_eq!(evaluate(replaced), "1,,,");
    }

    #[test]
    fn the_reviver_does_not_change_what_is_valid() {
        let parse = |text: &str| evaluate(&format!("JSON.stringify(JSON.parse({text}, (key, value) => value))"));
        assert_eq!(parse(r#"'"\\ud800"'"#), r#""\ud800""#);
        assert_eq!(evaluate("String(JSON.parse('1e400', (key, value) => value))"), "Infinity");
        assert_eq!(parse("'['.repeat(200) + ']'.repeat(200)"), "[".repeat(200) + &"]".repeat(200));
    }

    #[test]
    fn values_that_are_nested_without_end_are_errors() {
        let endless = "JSON.parse('[0,1]', function (key, value) { if (key === '0') this[1] = [0, 1]; return value })";
        for source in [endless, "JSON.parse('['.repeat(1e5) + ']'.repeat(1e5), (key, value) => value)"] {
            assert!(evaluate(source).contains("RangeError: Maximum call stack size exceeded"));
        }
    }
}

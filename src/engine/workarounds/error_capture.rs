//! `Error.captureStackTrace` and `Error.stackTraceLimit` of V8, which Node and all browsers have. The engine does not.

use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use super::call_sites::call_sites;
use super::define;

/// The limit that V8 starts with.
const LIMIT: i32 = 10;

/// Defines the properties.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let capture = NativeFunction::from_fn_ptr(capture_stack_trace);
    define(&constructor, js_string!("captureStackTrace"), 2, capture, context)?;
    let limit = PropertyDescriptor::builder().value(LIMIT).writable(true).enumerable(true).configurable(true);
    constructor.insert_property(js_string!("stackTraceLimit"), limit);
    Ok(())
}

/// [`Error.captureStackTrace`](https://v8.dev/docs/stack-trace-api).
fn capture_stack_trace(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = arguments.get_or_undefined(0).as_object();
    let object = object.filter(|object| JsProxy::from_object(object.clone()).is_err());
    let object = object.ok_or_else(|| js_error!(TypeError: "Invalid argument"))?;
    if !object.is_extensible(context)? {
        return Err(js_error!(TypeError: "Cannot define property stack, object is not extensible"));
    }
    let constructor = context.intrinsics().constructors().error().constructor();
    let limit = constructor.get(js_string!("stackTraceLimit"), context)?.as_number();
    let mut stack = JsValue::undefined();
    if let Some(limit) = limit {
        let header = header(&object, context)?;
        let until = arguments.get_or_undefined(1).as_callable();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and NaN becomes 0")]
        let limit = limit as usize;
        let frames = frames(&constructor, until.as_ref(), context)?;
        let frames = &frames[..frames.len().min(limit)];
        // The hook may be the program's: it decides what `stack` is.
        stack = match constructor.get(js_string!("prepareStackTrace"), context)?.as_callable() {
            Some(prepare) => {
                let sites = call_sites(frames, context)?;
                prepare.call(&constructor.into(), &[object.clone().into(), sites.into()], context)?
            }
            None => JsString::from(frames.iter().fold(header, |text, frame| text + "\n" + frame)).into(),
        };
    }
    let property = PropertyDescriptor::builder().value(stack).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(js_string!("stack"), property, context)?;
    Ok(JsValue::undefined())
}

/// What [`Error.prototype.toString`](https://tc39.es/ecma262/#sec-error.prototype.tostring) returns.
fn header(object: &JsObject, context: &mut Context) -> JsResult<String> {
    let mut property = |key, default: &str| {
        let value = object.get(key, context)?;
        if value.is_undefined() {
            return Ok(default.to_owned());
        }
        value.to_string(context).map(|text| text.to_std_string_lossy())
    };
    let (name, message) = (property(js_string!("name"), "Error")?, property(js_string!("message"), "")?);
    let separator = if name.is_empty() || message.is_empty() { "" } else { ": " };
    Ok(name + separator + &message)
}

/// The frames of the current stack, innermost first, without those above the innermost call of a function.
fn frames(constructor: &JsObject, until: Option<&JsObject>, context: &mut Context) -> JsResult<Vec<String>> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let property = prototype.borrow().properties().get(&PropertyKey::from(js_string!("stack")));
    let getter = property.and_then(|property| property.get().and_then(JsValue::as_callable));
    let Some(getter) = getter else { return Ok(Vec::new()) };
    let error = constructor.construct(&[], None, context)?;
    let stack = getter.call(&error.into(), &[], context)?.to_string(context)?.to_std_string_lossy();
    let mut frames: Vec<String> = stack.lines().filter(|line| line.starts_with("    at ")).map(str::to_owned).collect();
    if frames.first().is_some_and(|frame| function_name(frame) == "captureStackTrace") {
        frames.remove(0);
    }
    if let Some(until) = until {
        // The engine does not tell the function of a frame.
        let name = until.get(js_string!("name"), context)?.as_string().unwrap_or_default().to_std_string_lossy();
        if let Some(index) = frames.iter().position(|frame| !name.is_empty() && function_name(frame) == name) {
            frames.drain(..=index);
        }
    }
    Ok(frames)
}

/// The name in a frame such as `    at new Queue.push (file.js:1:2)`, here `push`.
fn function_name(frame: &str) -> &str {
    let name = frame.trim_start().trim_start_matches("at ").split(" (").next().unwrap_or_default();
    name.rsplit(['.', ' ']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;
    use super::super::tests::bare_engine;
    use super::*;

    #[test]
    fn the_engine_still_does_not_capture() {
        assert_eq!(bare_engine("typeof Error.captureStackTrace + typeof Error.stackTraceLimit"), "undefinedundefined");
    }

    #[test]
    fn names_of_functions_are_found() {
        assert_eq!(function_name("    at new Queue.push (file.js:1:2)"), "push");
        assert_eq!(function_name("    at push (unknown at <eval>:1:2)"), "push");
        assert_eq!(function_name("    at file.js:1:2"), "js:1:2");
    }

    #[test]
    fn stacks_are_captured() {
        let functions = "function outer() { return inner() } function inner() { Error.captureStackTrace(o, until);
            return String(o.stack).replace(/ \\(.*/g, '') }";
        for (before, expected) in [
            ("const o = {}, until = undefined", "Error\n    at inner\n    at outer\n    at <main>\n"),
            ("const o = { name: 'N', message: 'M' }, until = inner", "N: M\n    at outer\n    at <main>\n"),
            ("const o = new TypeError('m'), until = null; Error.stackTraceLimit = 1", "TypeError: m\n    at inner"),
            ("const o = { name: '' }, until = null; Error.stackTraceLimit = -1", ""),
            ("const o = {}, until = null; Error.stackTraceLimit = NaN", "Error"),
            ("const o = {}, until = null; Error.stackTraceLimit = 'x'", "undefined"),
        ] {
            let stack = evaluate(&format!("{before}; {functions} outer()"));
            assert_eq!(stack.trim_end(), expected.trim_end(), "{before}");
        }
        for wrong in ["1", "Object.freeze({})", "new Proxy({}, {})", ""] {
            assert!(evaluate(&format!("Error.captureStackTrace({wrong})")).starts_with("TypeError"), "{wrong}");
        }
        let property = "JSON.stringify([Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit'),
            Object.keys(Object.getOwnPropertyDescriptors(Error)), Error.captureStackTrace.length])";
        let expected = r#"[{"value":10,"writable":true,"enumerable":true,"configurable":true},"#;
        assert!(evaluate(property).starts_with(expected));
    }
}

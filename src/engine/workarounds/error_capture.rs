//! `Error.captureStackTrace` and `Error.stackTraceLimit` of V8, which Node and all browsers have. The engine does not.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::builtins::error::Error;
use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::vm::CallFrame;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string};

use boa_gc::{Finalize, Trace};

use super::call_sites::call_sites;
use super::define;
use crate::event_loop::{set_while, user_frame};

/// The limit that V8 starts with.
const LIMIT: i32 = 10;

/// Defines the properties.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let limit = PropertyDescriptor::builder().value(LIMIT).writable(true).enumerable(true).configurable(true);
    constructor.insert_property(js_string!("stackTraceLimit"), limit);
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&PropertyKey::from(js_string!("stack")));
    let Some(getter) = stack.and_then(|stack| stack.get().and_then(JsValue::as_callable)) else { return Ok(()) };
    let stacks = Stacks { getter, is_preparing: Rc::default() };
    let capture = NativeFunction::from_copy_closure_with_captures(capture_stack_trace, stacks.clone());
    define(&constructor, js_string!("captureStackTrace"), 2, capture, context)?;
    let get = NativeFunction::from_copy_closure_with_captures(get_stack, stacks);
    let getter = FunctionObjectBuilder::new(context.realm(), get).name(js_string!("get stack")).build();
    let set = NativeFunction::from_fn_ptr(assign_stack);
    let setter = FunctionObjectBuilder::new(context.realm(), set).name(js_string!("set stack")).length(1).build();
    let property = PropertyDescriptor::builder().get(getter).set(setter);
    prototype.define_property_or_throw(js_string!("stack"), property, context).map(drop)
}

/// The stacks of the errors of a realm.
#[derive(Clone, Trace, Finalize)]
struct Stacks {
    /// Returns the text of an error.
    getter: JsObject,
    /// Whether a function of the program prepares a stack. Then, others stay texts.
    #[unsafe_ignore_trace]
    is_preparing: Rc<Cell<bool>>,
}

impl Stacks {
    /// The program's [`Error.prepareStackTrace`](https://v8.dev/docs/stack-trace-api), unless it is running.
    fn preparer(&self, constructor: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
        let function = constructor.get(js_string!("prepareStackTrace"), context)?;
        Ok(function.as_callable().filter(|_| !self.is_preparing.get()))
    }

    fn prepare(
        &self,
        preparer: &JsObject,
        object: &JsObject,
        frames: &[String],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let constructor = context.intrinsics().constructors().error().constructor();
        let sites = call_sites(frames, context)?;
        let _preparing = set_while(&self.is_preparing, true);
        preparer.call(&constructor.into(), &[object.clone().into(), sites.into()], context)
    }
}

/// `stack` of an error. The first time, a program's function decides what it is.
fn get_stack(this: &JsValue, _: &[JsValue], stacks: &Stacks, context: &mut Context) -> JsResult<JsValue> {
    let stack = stacks.getter.call(this, &[], context)?;
    let (Some(error), Some(text)) = (this.as_object().filter(JsObject::is::<Error>), stack.as_string()) else {
        return Ok(stack);
    };
    let constructor = context.intrinsics().constructors().error().constructor();
    let Some(preparer) = stacks.preparer(&constructor, context)? else { return Ok(stack) };
    let Some(limit) = limit(&constructor, context)? else { return Ok(JsValue::undefined()) };
    let frames: Vec<String> = frames_in(&text.to_std_string_lossy()).take(limit).collect();
    let value = stacks.prepare(&preparer, &error, &frames, context)?;
    // A frozen error is asked again the next time.
    let _ = set_stack(&error, value.clone(), context);
    Ok(value)
}

/// An assignment to `stack`. In V8, the property belongs to the error, and stays one that is not enumerable. That of
/// another object becomes an ordinary property.
fn assign_stack(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object =
        this.as_object().ok_or_else(|| js_error!(TypeError: "the receiver of 'set stack' is not an object"))?;
    let stack = arguments.get_or_undefined(0).clone();
    if object.is::<Error>() {
        set_stack(&object, stack, context)?;
    } else {
        object.create_data_property_or_throw(js_string!("stack"), stack, context)?;
    }
    Ok(JsValue::undefined())
}

fn set_stack(object: &JsObject, stack: JsValue, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder().value(stack).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(js_string!("stack"), property, context).map(drop)
}

/// `Error.stackTraceLimit`, if it is a number.
fn limit(constructor: &JsObject, context: &mut Context) -> JsResult<Option<usize>> {
    let limit = constructor.get(js_string!("stackTraceLimit"), context)?.as_number();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and NaN becomes 0")]
    Ok(limit.map(|limit| limit as usize))
}

/// [`Error.captureStackTrace`](https://v8.dev/docs/stack-trace-api).
fn capture_stack_trace(
    _: &JsValue,
    arguments: &[JsValue],
    stacks: &Stacks,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = arguments.get_or_undefined(0).as_object();
    let object = object.filter(|object| JsProxy::from_object(object.clone()).is_err());
    let object = object.ok_or_else(|| js_error!(TypeError: "Invalid argument"))?;
    if !object.is_extensible(context)? {
        return Err(js_error!(TypeError: "Cannot define property stack, object is not extensible"));
    }
    let constructor = context.intrinsics().constructors().error().constructor();
    let mut stack = JsValue::undefined();
    if let Some(limit) = limit(&constructor, context)? {
        let header = header(&object, context)?;
        let until = arguments.get_or_undefined(1).as_callable();
        let frames = frames(&constructor, &stacks.getter, until.as_ref(), context)?;
        let frames = &frames[..frames.len().min(limit)];
        // The hook may be the program's: it decides what `stack` is.
        stack = match stacks.preparer(&constructor, context)? {
            Some(preparer) => stacks.prepare(&preparer, &object, frames, context)?,
            None => JsString::from(frames.iter().fold(header, |text, frame| text + "\n" + frame)).into(),
        };
    }
    set_stack(&object, stack, context)?;
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
fn frames(
    constructor: &JsObject,
    getter: &JsObject,
    until: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<Vec<String>> {
    let error = constructor.construct(&[], None, context)?;
    let stack = getter.call(&error.into(), &[], context)?.to_string(context)?.to_std_string_lossy();
    let mut frames: Vec<String> = frames_in(&stack).collect();
    if frames.first().is_some_and(|frame| function_name(frame) == "captureStackTrace") {
        frames.remove(0);
    }
    if let Some(until) = until {
        let end = end_of_call(until, &frames, context)?;
        frames.drain(..end.min(frames.len()));
    }
    Ok(frames)
}

/// The number of frames up to the innermost call of a function. V8 omits all frames if no function of the program has
/// called it, and none if it is a bound function.
fn end_of_call(until: &JsObject, frames: &[String], context: &mut Context) -> JsResult<usize> {
    if until.is::<OrdinaryFunction>() {
        let is_of_code = |frame: &String| !is_native(frame);
        let last = calls_until(until, context).and_then(|calls| calls.checked_sub(1));
        let index = last.and_then(|last| (0..frames.len()).filter(|&index| is_of_code(&frames[index])).nth(last));
        return Ok(index.map_or(frames.len(), |index| index + 1));
    }
    // The engine does not tell the native function of a frame.
    let name = until.get(js_string!("name"), context)?.as_string().unwrap_or_default().to_std_string_lossy();
    let is_call = |frame: &String| !name.is_empty() && is_native(frame) && function_name(frame) == name;
    Ok(frames.iter().position(is_call).map_or(0, |index| index + 1))
}

/// The number of calls of JavaScript functions that a stack shows, up to the innermost call of a function. `None` if it
/// has not been called.
fn calls_until(function: &JsObject, context: &Context) -> Option<usize> {
    let is_called = |frame: &CallFrame| {
        let function = function.downcast_ref::<OrdinaryFunction>();
        function.is_some_and(|function| std::ptr::eq(function.codeblock(), &raw const **frame.code_block()))
    };
    let index = context.stack_trace().position(is_called)?;
    let calls = context.stack_trace().take(index + 1);
    Some(calls.filter(|frame| user_frame(&line_of(frame), context).is_some()).count())
}

/// A frame as the engine writes it in stacks.
fn line_of(frame: &CallFrame) -> String {
    let call = frame.position();
    let (line, column) = call.position.map_or((0, 0), |place| (place.line_number(), place.column_number()));
    format!("    at {} ({}:{line}:{column})", call.function_name.to_std_string_lossy(), call.path)
}

fn is_native(frame: &str) -> bool {
    frame.ends_with(" (native)")
}

fn frames_in(stack: &str) -> impl Iterator<Item = String> {
    stack.lines().filter(|line| line.starts_with("    at ")).map(str::to_owned)
}

/// The name in a frame such as `    at new Queue.push (file.js:1:2)`, here `push`.
fn function_name(frame: &str) -> &str {
    let name = frame.trim_start().trim_start_matches("at ").split(" (").next().unwrap_or_default();
    name.rsplit(['.', ' ']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::evaluate;
    use super::*;

    #[test]
    fn names_of_functions_are_found() {
        assert_eq!(function_name("    at new Queue.push (file.js:1:2)"), "push");
        assert_eq!(function_name("    at push (unknown at <eval>:1:2)"), "push");
        assert_eq!(function_name("    at file.js:1:2"), "js:1:2");
    }

    #[test]
    fn programs_decide_what_stacks_are() {
        let program = "let calls = 0;
            Error.prepareStackTrace = (error, sites) => {
                calls++;
                return [error.message, typeof error.stack, sites.map(site => site.getFunctionName())];
            };
            function f() { return new TypeError('a') }
            function g() { return f() }
            const error = g();
            const stack = JSON.stringify([error.stack, error.stack === error.stack, calls]);
            Error.stackTraceLimit = 1;
            stack + JSON.stringify(g().stack[2])";
        assert_eq!(evaluate(program), r#"[["a","string",["f","g",null]],true,1]["f"]"#);
        for (prepare, read, expected) in [
            ("() => 'b'", "Object.freeze(new TypeError('a')).stack", "b"),
            (
                "() => { try { throw new Error('b') } catch (error) { return typeof error.stack } }",
                "error.stack",
                "string",
            ),
            ("() => { Error.captureStackTrace(o); return typeof o.stack }", "error.stack", "string"),
            (
                "() => { throw new RangeError('b') }",
                "['stack', 'stack'].map(key => { try { return error[key] } catch (e) { return e.message } }).join()",
                "b,b",
            ),
        ] {
            let program =
                format!("const o = {{}}, error = new Error('a'); Error.prepareStackTrace = {prepare}; {read}");
            assert_eq!(evaluate(&program), expected, "{prepare}");
        }
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

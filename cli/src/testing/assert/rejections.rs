//! `assert.rejects` and `assert.doesNotReject`.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use posttask::internal::event_loop::call_in_own_frame;
use posttask::webidl::catch_as_rejection;

use super::exceptions::rest;
use super::expected_error::{expect_error, expect_no_error};
use super::failure::Assertion;
use super::node_error::{invalid_arg_type, invalid_return_value};
use super::objects::plain_object;

/// An assertion that waits for a promise.
#[derive(Clone, Trace, Finalize)]
struct Waiting {
    assertion: Assertion,
    /// The expected error and the message.
    rest: Vec<JsValue>,
    /// Whether the promise must be rejected.
    must_reject: bool,
}

impl Waiting {
    /// Checks how the promise was settled.
    fn settled(&self, rejection: Option<JsValue>, context: &mut Context) -> JsResult<JsValue> {
        let check = if self.must_reject { expect_error } else { expect_no_error };
        check(&self.assertion, rejection, &self.rest, context)?;
        Ok(JsValue::undefined())
    }

    /// Returns a function that checks how the promise was settled.
    fn reaction(&self, is_rejected: bool, context: &Context) -> JsFunction {
        let reaction = NativeFunction::from_copy_closure_with_captures(
            |_, arguments, (waiting, is_rejected): &(Self, bool), context| {
                waiting.settled(is_rejected.then(|| arguments.get_or_undefined(0).clone()), context)
            },
            (self.clone(), is_rejected),
        );
        FunctionObjectBuilder::new(context.realm(), reaction).name(js_string!()).length(1).build()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the engine calls it through a pointer of this type")]
pub(super) fn rejects(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(check("rejects", true, arguments, context))
}

#[expect(clippy::unnecessary_wraps, reason = "the engine calls it through a pointer of this type")]
pub(super) fn does_not_reject(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(check("doesNotReject", false, arguments, context))
}

fn check(name: &'static str, must_reject: bool, arguments: &[JsValue], context: &mut Context) -> JsValue {
    let assertion = Assertion::asynchronous(name, context);
    let waiting = Waiting { assertion, rest: rest(arguments).to_vec(), must_reject };
    catch_as_rejection(context, |context| {
        let promise = promise_of(arguments.get_or_undefined(0), context)?;
        let promise = JsPromise::resolve(promise, context)?;
        let (fulfilled, rejected) = (waiting.reaction(false, context), waiting.reaction(true, context));
        promise.then(Some(fulfilled), Some(rejected), context).map(JsValue::from)
    })
}

/// Returns the promise that the first argument is or returns.
fn promise_of(value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    if let Some(function) = value.as_callable() {
        let promise = call_in_own_frame(&function, &JsValue::undefined(), &[], context)?;
        if is_promise(&promise, context)? {
            return Ok(promise);
        }
        return Err(invalid_return_value("instance of Promise", "promiseFn", &promise, context));
    }
    if is_promise(value, context)? {
        return Ok(value.clone());
    }
    let expected = "of type function or an instance of Promise";
    Err(invalid_arg_type("promiseFn", expected, value, context))
}

/// Whether a value is a promise, or an object with the methods of one.
fn is_promise(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    if value.is_promise() {
        return Ok(true);
    }
    let Some(object) = plain_object(value) else { return Ok(false) };
    Ok(object.get(js_string!("then"), context)?.is_callable()
        && object.get(js_string!("catch"), context)?.is_callable())
}

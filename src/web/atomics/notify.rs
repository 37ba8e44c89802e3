//! `Atomics.notify`.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};

use super::shared_waiters::SharedWaiters;
use super::waitable::WaitableArray;

/// [`Atomics.notify`](https://tc39.es/ecma262/#sec-atomics.notify).
pub(super) fn notify(
    this: &JsValue,
    arguments: &[JsValue],
    engines: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(array) = WaitableArray::of(arguments.get_or_undefined(0), context) else {
        // Nobody can wait for memory that is not shared, but the arguments are checked.
        return engines.call(this, arguments, context);
    };
    // Step 1.
    let element = array.element(arguments.get_or_undefined(1), "Atomics.notify", context)?;
    // Steps 2 and 3.
    let count = match arguments.get_or_undefined(2) {
        count if count.is_undefined() => u64::MAX,
        count => match count.to_integer_or_infinity(context)? {
            IntegerOrInfinity::PositiveInfinity => u64::MAX,
            IntegerOrInfinity::NegativeInfinity => 0,
            IntegerOrInfinity::Integer(count) => u64::try_from(count).unwrap_or(0),
        },
    };
    // Steps 7 to 12.
    let notified = SharedWaiters::of(context).notify(element.place, count, context);
    Ok(notified.into())
}

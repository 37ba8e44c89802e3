//! `Math.random` from a seed, so that runs can be repeated.

use std::cell::RefCell;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, Finalize, JsResult, JsValue, NativeFunction, Trace, js_string};
use fastrand::Rng;

/// The seed of a context, from which each realm gets its own numbers.
struct Seed(Rng);

/// The random numbers of a realm.
#[derive(Trace, Finalize)]
struct RandomNumbers(#[unsafe_ignore_trace] RefCell<Rng>);

/// Makes `Math.random` of the realms that are created from now on return numbers that follow from `seed`.
pub(crate) fn set_random_seed(seed: u64, context: &mut Context) {
    context.insert_data(Seed(Rng::with_seed(seed)));
}

/// Replaces [`Math.random`](https://tc39.es/ecma262/#sec-math.random) of the current realm if the context has a seed.
/// The engine's own function cannot be given one.
///
/// # Errors
///
/// Whatever the engine throws if the function cannot be defined.
pub(crate) fn seed_math_random(context: &mut Context) -> JsResult<()> {
    let Some(seed) = context.host_defined_mut().get_mut::<Seed>() else { return Ok(()) };
    // Each realm has a distinct sequence of numbers, as the standard requires.
    let numbers = RandomNumbers(RefCell::new(seed.0.fork()));
    let random = NativeFunction::from_copy_closure_with_captures(random, numbers);
    let function = FunctionObjectBuilder::new(context.realm(), random).name(js_string!("random")).length(0).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let Some(math) = context.global_object().get(js_string!("Math"), context)?.as_object() else { return Ok(()) };
    math.define_property_or_throw(js_string!("random"), property, context).map(drop)
}

#[expect(clippy::unnecessary_wraps, reason = "the engine requires this type")]
fn random(_: &JsValue, _: &[JsValue], numbers: &RandomNumbers, _: &mut Context) -> JsResult<JsValue> {
    Ok(numbers.0.borrow_mut().f64().into())
}

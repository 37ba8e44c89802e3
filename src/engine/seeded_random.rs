//! `Math.random` and random bytes from a seed, so that runs can be repeated.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, Finalize, JsResult, JsValue, NativeFunction, Trace, js_string};
use fastrand::Rng;

/// What makes the random bytes of a seed different from its numbers.
const SEED_OF_BYTES: u64 = 0x6279_7465_7300_0000;

/// The seed of a context, from which each realm gets its own numbers, and how many numbers all realms have drawn.
struct Seed {
    random: Rng,
    /// The random bytes of all realms. They come from a generator of their own, so `Math.random` does not depend on
    /// them.
    bytes: Rng,
    drawn: Rc<Cell<u64>>,
}

/// The random numbers of a realm.
#[derive(Trace, Finalize)]
struct RandomNumbers {
    #[unsafe_ignore_trace]
    random: RefCell<Rng>,
    #[unsafe_ignore_trace]
    drawn: Rc<Cell<u64>>,
}

/// Makes `Math.random` of the realms that are created from now on return numbers that follow from `seed`, and
/// [`fill_with_random_bytes`] use bytes that do.
pub(crate) fn set_random_seed(seed: u64, context: &mut Context) {
    context.insert_data(Seed {
        random: Rng::with_seed(seed),
        bytes: Rng::with_seed(seed ^ SEED_OF_BYTES),
        drawn: Rc::default(),
    });
}

/// Fills a buffer with random bytes, which follow from the context's seed if it has one, and are those of the operating
/// system otherwise.
///
/// # Errors
///
/// If the operating system has no random bytes.
pub(crate) fn fill_with_random_bytes(bytes: &mut [u8], context: &mut Context) -> Result<(), getrandom::Error> {
    let Some(seed) = context.host_defined_mut().get_mut::<Seed>() else { return getrandom::fill(bytes) };
    seed.drawn.set(seed.drawn.get() + 1);
    seed.bytes.fill(bytes);
    Ok(())
}

/// Runs steps whose random bytes the program has not asked for: it does not depend on them.
pub(crate) fn without_drawing<R>(context: &mut Context, steps: impl FnOnce(&mut Context) -> R) -> R {
    let drawn = drawn_random_numbers(context);
    let result = steps(context);
    if let Some(seed) = context.get_data::<Seed>() {
        seed.drawn.set(drawn);
    }
    result
}

/// How many random numbers the program has drawn; 0 if there is no seed.
pub(crate) fn drawn_random_numbers(context: &Context) -> u64 {
    context.get_data::<Seed>().map_or(0, |seed| seed.drawn.get())
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
    let numbers = RandomNumbers { random: RefCell::new(seed.random.fork()), drawn: Rc::clone(&seed.drawn) };
    let random = NativeFunction::from_copy_closure_with_captures(random, numbers);
    let function = FunctionObjectBuilder::new(context.realm(), random).name(js_string!("random")).length(0).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let Some(math) = context.global_object().get(js_string!("Math"), context)?.as_object() else { return Ok(()) };
    math.define_property_or_throw(js_string!("random"), property, context).map(drop)
}

#[expect(clippy::unnecessary_wraps, reason = "the engine requires this type")]
fn random(_: &JsValue, _: &[JsValue], numbers: &RandomNumbers, _: &mut Context) -> JsResult<JsValue> {
    numbers.drawn.set(numbers.drawn.get() + 1);
    Ok(numbers.random.borrow_mut().f64().into())
}

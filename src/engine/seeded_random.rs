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
#[derive(Clone)]
pub(crate) struct RandomSeed(Rc<Generators>);

struct Generators {
    random: RefCell<Rng>,
    /// The random bytes of all realms. They come from a generator of their own, so `Math.random` does not depend on
    /// them.
    bytes: RefCell<Rng>,
    /// The numbers of the realms, in the order in which the realms were created.
    of_realms: RefCell<Vec<Rc<RefCell<Rng>>>>,
    drawn: Cell<u64>,
}

impl RandomSeed {
    fn new(seed: u64) -> Self {
        Self(Rc::new(Generators {
            random: RefCell::new(Rng::with_seed(seed)),
            bytes: RefCell::new(Rng::with_seed(seed ^ SEED_OF_BYTES)),
            of_realms: RefCell::default(),
            drawn: Cell::default(),
        }))
    }

    /// Whether the program has drawn a number.
    pub(crate) fn has_drawn(&self) -> bool {
        self.0.drawn.get() > 0
    }

    /// Uses another seed, as if it had been used from the beginning. The program must not have drawn a number.
    pub(crate) fn replace(&self, seed: u64) {
        let new = Self::new(seed);
        self.0.random.swap(&new.0.random);
        self.0.bytes.swap(&new.0.bytes);
        for numbers in &*self.0.of_realms.borrow() {
            numbers.replace(self.0.random.borrow_mut().fork());
        }
    }

    /// The numbers of a new realm. Each has a distinct sequence, as the standard requires.
    fn of_a_realm(&self) -> Rc<RefCell<Rng>> {
        let numbers = Rc::new(RefCell::new(self.0.random.borrow_mut().fork()));
        self.0.of_realms.borrow_mut().push(Rc::clone(&numbers));
        numbers
    }

    fn count_one(&self) {
        self.0.drawn.set(self.0.drawn.get() + 1);
    }
}

/// The random numbers of a realm.
#[derive(Trace, Finalize)]
struct RandomNumbers {
    #[unsafe_ignore_trace]
    random: Rc<RefCell<Rng>>,
    #[unsafe_ignore_trace]
    seed: RandomSeed,
}

/// Makes `Math.random` of the realms that are created from now on return numbers that follow from `seed`, and
/// [`fill_with_random_bytes`] use bytes that do.
pub(crate) fn set_random_seed(seed: u64, context: &mut Context) {
    context.insert_data(RandomSeed::new(seed));
}

/// The seed of a context, if it has one.
pub(crate) fn random_seed(context: &Context) -> Option<RandomSeed> {
    context.get_data::<RandomSeed>().cloned()
}

/// Fills a buffer with random bytes, which follow from the context's seed if it has one, and are those of the operating
/// system otherwise.
///
/// # Errors
///
/// If the operating system has no random bytes.
pub(crate) fn fill_with_random_bytes(bytes: &mut [u8], context: &mut Context) -> Result<(), getrandom::Error> {
    let Some(seed) = random_seed(context) else { return getrandom::fill(bytes) };
    seed.count_one();
    seed.0.bytes.borrow_mut().fill(bytes);
    Ok(())
}

/// Runs steps whose random bytes the program has not asked for: it does not depend on them.
pub(crate) fn without_drawing<R>(context: &mut Context, steps: impl FnOnce(&mut Context) -> R) -> R {
    let drawn = drawn_random_numbers(context);
    let result = steps(context);
    if let Some(seed) = random_seed(context) {
        seed.0.drawn.set(drawn);
    }
    result
}

/// How many random numbers the program has drawn; 0 if there is no seed.
pub(crate) fn drawn_random_numbers(context: &Context) -> u64 {
    random_seed(context).map_or(0, |seed| seed.0.drawn.get())
}

/// Replaces [`Math.random`](https://tc39.es/ecma262/#sec-math.random) of the current realm if the context has a seed.
/// The engine's own function cannot be given one.
///
/// # Errors
///
/// Whatever the engine throws if the function cannot be defined.
pub(crate) fn seed_math_random(context: &mut Context) -> JsResult<()> {
    let Some(seed) = random_seed(context) else { return Ok(()) };
    let numbers = RandomNumbers { random: seed.of_a_realm(), seed };
    let random = NativeFunction::from_copy_closure_with_captures(random, numbers);
    let function = FunctionObjectBuilder::new(context.realm(), random).name(js_string!("random")).length(0).build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let Some(math) = context.global_object().get(js_string!("Math"), context)?.as_object() else { return Ok(()) };
    math.define_property_or_throw(js_string!("random"), property, context).map(drop)
}

#[expect(clippy::unnecessary_wraps, reason = "the engine requires this type")]
fn random(_: &JsValue, _: &[JsValue], numbers: &RandomNumbers, _: &mut Context) -> JsResult<JsValue> {
    numbers.seed.count_one();
    Ok(numbers.random.borrow_mut().f64().into())
}

//! Queuing strategies: <https://streams.spec.whatwg.org/#qs>.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::web::webidl::{
    Dictionary, Layers, callback_function, event_loop, interface, invoke, new_object, prototype_of_new_target,
    range_error,
};

/// A converted [`QueuingStrategy`](https://streams.spec.whatwg.org/#dictdef-queuingstrategy).
#[derive(Default)]
pub(super) struct QueuingStrategy {
    high_water_mark: Option<f64>,
    pub(super) size: SizeAlgorithm,
}

impl QueuingStrategy {
    /// Converts the members.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value or a member is not of its type. Whatever getters and `valueOf` throw.
    pub(super) fn convert(value: &JsValue, what: &'static str, context: &mut Context) -> JsResult<Self> {
        let strategy = Dictionary::from_value(value, what)?;
        let mark =
            strategy.convert(&js_string!("highWaterMark"), context, |value, _, context| value.to_number(context))?;
        let size = strategy
            .convert(&js_string!("size"), context, |value, what, _| callback_function(value, &what.to_string()))?;
        Ok(Self { high_water_mark: mark, size: SizeAlgorithm(size) })
    }

    /// [ExtractHighWaterMark](https://streams.spec.whatwg.org/#validate-and-normalize-high-water-mark).
    ///
    /// # Errors
    ///
    /// `RangeError` if it is negative or not a number.
    pub(super) fn high_water_mark(&self, default: f64) -> JsResult<f64> {
        match self.high_water_mark {
            None => Ok(default),
            Some(mark) if mark >= 0.0 => Ok(mark),
            Some(mark) => Err(range_error(format!("highWaterMark must be a number that is not negative, not {mark}"))),
        }
    }
}

/// The size algorithm of a strategy: without a callback, all chunks have the size 1.
#[derive(Clone, Default, Trace, Finalize)]
pub(super) struct SizeAlgorithm(Option<JsObject>);

impl SizeAlgorithm {
    pub(super) fn is_given(&self) -> bool {
        self.0.is_some()
    }

    /// The size of a chunk.
    ///
    /// # Errors
    ///
    /// Whatever the callback or the conversion of its result throws.
    pub(super) fn size(&self, chunk: &JsValue, context: &mut Context) -> JsResult<f64> {
        let Some(callback) = &self.0 else { return Ok(1.0) };
        let event_loop = event_loop(context)?;
        let size = invoke(callback, &JsValue::undefined(), std::slice::from_ref(chunk), &event_loop, context)?;
        event_loop.call_javascript(context, |context| size.to_number(context))
    }
}

/// The state of a [`CountQueuingStrategy`](https://streams.spec.whatwg.org/#cqs-class).
#[derive(Trace, Finalize)]
pub(super) struct CountQueuingStrategy {
    high_water_mark: f64,
}

/// The state of a [`ByteLengthQueuingStrategy`](https://streams.spec.whatwg.org/#blqs-class).
#[derive(Trace, Finalize)]
pub(super) struct ByteLengthQueuingStrategy {
    high_water_mark: f64,
}

interface! {
    CountQueuingStrategy;
    constructor(1) = |new_target: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let high_water_mark = mark(&arguments[0], "CountQueuingStrategy", context)?;
        let prototype = prototype_of_new_target::<CountQueuingStrategy>(new_target, context)?;
        JsResult::Ok(new_object(prototype, Layers::root(&Gc::new(CountQueuingStrategy { high_water_mark })), context))
    };
    get "highWaterMark" = |strategy| strategy.high_water_mark;
    get "size" = |_strategy, context| size_functions(context).count;
}

interface! {
    ByteLengthQueuingStrategy;
    constructor(1) = |new_target: &JsValue, arguments: &[JsValue], context: &mut Context| {
        let high_water_mark = mark(&arguments[0], "ByteLengthQueuingStrategy", context)?;
        let prototype = prototype_of_new_target::<ByteLengthQueuingStrategy>(new_target, context)?;
        let strategy = ByteLengthQueuingStrategy { high_water_mark };
        JsResult::Ok(new_object(prototype, Layers::root(&Gc::new(strategy)), context))
    };
    get "highWaterMark" = |strategy| strategy.high_water_mark;
    get "size" = |_strategy, context| size_functions(context).byte_length;
}

/// Converts a [`QueuingStrategyInit`](https://streams.spec.whatwg.org/#dictdef-queuingstrategyinit).
fn mark(init: &JsValue, what: &'static str, context: &mut Context) -> JsResult<f64> {
    let init = Dictionary::from_value(init, what)?;
    init.required(&js_string!("highWaterMark"), context, |value, _, context| value.to_number(context))
}

/// The size functions of a realm. They are made when the first one is read.
#[derive(Clone, Trace, Finalize, JsData)]
#[boa_gc(unsafe_no_drop)]
struct SizeFunctions {
    byte_length: JsObject,
    count: JsObject,
}

fn size_functions(context: &mut Context) -> SizeFunctions {
    let known = context.realm().host_defined().get::<SizeFunctions>().cloned();
    known.unwrap_or_else(|| {
        let function = |length, steps| -> JsObject {
            let builder = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(steps));
            let function: JsFunction = builder.name(js_string!("size")).length(length).constructor(false).build();
            function.into()
        };
        let byte_length = function(1, |_, arguments, context| {
            arguments.get_or_undefined(0).to_object(context)?.get(js_string!("byteLength"), context)
        });
        let count = function(0, |_, _, _| Ok(1.into()));
        let functions = SizeFunctions { byte_length, count };
        context.realm().host_defined_mut().insert(functions.clone());
        functions
    })
}

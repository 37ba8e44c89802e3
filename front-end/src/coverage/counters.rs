//! The counters of a runtime.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};
use posttask::internal::exploration::footprints::show_texts_without_hidden;

use super::counted_file::CounterId;
use super::recording::COUNT;

/// The counters of a runtime, by their numbers.
#[derive(Debug, Default)]
pub struct Counters(RefCell<Vec<u32>>);

/// The counters as what a function captures. They contain nothing that the collector manages.
#[derive(Clone, Trace, Finalize)]
struct Handle(#[unsafe_ignore_trace] Rc<Counters>);

impl Counters {
    /// Counts what files count in the current realm of a context. Texts of functions are shown without counters.
    ///
    /// # Errors
    ///
    /// Whatever the global object throws when the function that counts is defined.
    pub fn define(self: &Rc<Self>, context: &mut Context) -> JsResult<()> {
        let count = NativeFunction::from_copy_closure_with_captures(count, Handle(Rc::clone(self)));
        let count = FunctionObjectBuilder::new(context.realm(), count).length(1).build();
        context.register_global_property(JsString::from(COUNT), count, Attribute::empty())?;
        show_texts_without_hidden(context)
    }

    /// Returns the number of a counter.
    pub fn get(&self, counter: CounterId) -> u32 {
        self.0.borrow().get(counter as usize).copied().unwrap_or_default()
    }

    /// Returns all numbers, by the numbers of the counters. Later ones are 0.
    pub fn take(&self) -> Vec<u32> {
        self.0.take()
    }
}

/// Adds one to a counter. A program that calls this itself changes nothing but the report.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
fn count(_: &JsValue, arguments: &[JsValue], counters: &Handle, _: &mut Context) -> JsResult<JsValue> {
    let number = arguments.get_or_undefined(0).as_i32().and_then(|number| usize::try_from(number).ok());
    let mut counters = counters.0.0.borrow_mut();
    if let Some(number) = number.filter(|&number| number < MOST_COUNTERS) {
        if counters.len() <= number {
            counters.resize(number + 1, 0);
        }
        counters[number] = counters[number].saturating_add(1);
    }
    Ok(JsValue::undefined())
}

/// More than the counters of all files that fit into memory.
const MOST_COUNTERS: usize = 1 << 28;

//! How a host ends a worker from inside: at once, or when nothing is left to do. Workers of the web only end when a
//! program says so.

use std::rc::Rc;

use boa_engine::{Context, JsData, JsError};
use boa_gc::{Finalize, Trace};

use super::environment::WorkerEnvironment;
use crate::engine::cut_off;

/// Decides whether a worker that has nothing left to do goes on.
#[derive(Trace, Finalize, JsData)]
struct WhenIdle(#[unsafe_ignore_trace] Rc<dyn Fn(&mut Context) -> bool>);

/// Sets a function that is called when the worker of a context has nothing left to do. The worker ends if it returns
/// false.
pub fn end_worker_when_idle(goes_on: Rc<dyn Fn(&mut Context) -> bool>, context: &mut Context) {
    context.insert_data(WhenIdle(goes_on));
}

/// Whether a worker that has nothing left to do goes on. By default, it waits.
pub(crate) fn goes_on_when_idle(context: &mut Context) -> bool {
    let function = context.get_data::<WhenIdle>().map(|WhenIdle(function)| Rc::clone(function));
    function.is_none_or(|goes_on| goes_on(context))
}

/// Ends the worker of a context in the middle of its JavaScript: none of it runs any more, not even a `finally`, after
/// the error that is returned is thrown. `None` if the context is not that of a worker.
#[must_use]
pub fn end_worker(context: &mut Context) -> Option<JsError> {
    let environment = WorkerEnvironment::of(context).ok()?;
    environment.closing.set(true);
    environment.is_cut_off.set(true);
    Some(cut_off(context))
}

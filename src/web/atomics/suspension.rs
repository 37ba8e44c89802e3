//! Whether an agent can be suspended, and how.

use std::rc::Rc;

use boa_engine::{Context, JsData};
use boa_gc::{Finalize, Trace};

/// Suspends an agent.
pub(crate) trait Suspend {
    /// Whether the running code can be suspended.
    fn is_possible(&self) -> bool;

    /// Lets other agents run until this one is resumed. Only called if it is possible.
    fn suspend(&self);
}

/// What suspends the agent of a context.
#[derive(Trace, Finalize, JsData)]
struct Suspension(#[unsafe_ignore_trace] Rc<dyn Suspend>);

/// Sets what suspends the agent of a context. By default, it cannot be suspended: its `[[CanBlock]]` is false.
pub(crate) fn set_suspension(suspension: Rc<dyn Suspend>, context: &mut Context) {
    context.insert_data(Suspension(suspension));
}

/// What suspends the agent of a context. `None` if [AgentCanSuspend](https://tc39.es/ecma262/#sec-agentcansuspend) is
/// false.
pub(super) fn suspension(context: &Context) -> Option<Rc<dyn Suspend>> {
    let suspension = context.get_data::<Suspension>().map(|Suspension(suspension)| Rc::clone(suspension));
    suspension.filter(|suspension| suspension.is_possible())
}

//! The ports that connect agents.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::{Context, JsData};
use boa_gc::{Finalize, Gc, Trace};

use super::PortEnd;
use crate::context_data::context_data;
use crate::event_loop::EventLoop;
use crate::web::dom::WeakList;

/// The ends of the channels between agents. When an agent ends, [so do its ports][1], which the other ends observe.
///
/// [1]: https://html.spec.whatwg.org/multipage/web-messaging.html#ports-and-garbage-collection
#[derive(Clone, Default, Trace, Finalize, JsData)]
pub(crate) struct SharedPorts(#[unsafe_ignore_trace] Rc<RefCell<WeakList<PortEnd>>>);

impl SharedPorts {
    /// Those of a context.
    pub(crate) fn of(context: &mut Context) -> Self {
        context_data(context)
    }

    /// Adds both ends of a channel.
    pub(super) fn add(&self, end: &Gc<PortEnd>) {
        for end in [Some(end.clone()), end.other()].into_iter().flatten() {
            self.0.borrow_mut().push(&end);
        }
    }

    /// Disentangles the ports of an agent, whose context this is: it has ended.
    pub(crate) fn an_agent_has_ended(&self, event_loop: &EventLoop, context: &mut Context) {
        let all = self.0.borrow().live();
        for end in all.iter().filter(|end| end.belongs_to(event_loop)) {
            end.disentangle(context);
        }
    }
}

//! Who learns which promises and ports the work of a program uses.

use boa_engine::object::builtins::JsPromise;

use crate::agents::AgentId;
use crate::event_loop::work::PortId;

/// Learns which promises and ports the work of a program uses, to find out which work is independent.
pub(crate) trait AccessObserver {
    /// A job callback has been created. Returns a number that identifies what it waits for.
    fn registered(&self) -> u64;

    /// A job callback is about to be called, with the number that it got. `is_of_thenable` tells whether it is the
    /// method of a thenable that is not a promise.
    fn job_started(&self, registration: u64, is_of_thenable: bool);

    /// A job callback has returned. `is_native` tells whether it is a function of the engine or the host.
    fn job_ended(&self, is_native: bool);

    /// A port is used: its state is changed, or only read.
    fn port_used(&self, port: PortId, is_changed: bool);

    /// This agent has shared memory that another one may have, too: its work may use it from now on.
    fn memory_shared(&self, agent: AgentId);

    /// A `BroadcastChannel` of an agent has been opened, or the open ones get a message.
    fn channels_used(&self, is_opened: bool);

    /// A value may be shown: what is thrown is no error, or has a cause, or a function of the host may show it.
    fn value_shown(&self);

    /// The host does something that depends on all work that has run, such as ending a test.
    fn host_acts(&self);

    /// The host is about to wait for a promise.
    fn host_awaits(&self, promise: &JsPromise);

    /// The store of blob URLs is used, which agents share.
    fn blob_urls_used(&self);
}

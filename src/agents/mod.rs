//! Agents that share a thread: which of them takes the next turn. Needs no engine.
//!
//! An [agent](https://tc39.es/ecma262/#sec-agents) is a context with an event loop: that of the program, or that of a
//! worker.

mod agent_id;
mod turns;

pub use agent_id::AgentId;
pub(crate) use turns::Turns;

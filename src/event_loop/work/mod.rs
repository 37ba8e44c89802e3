//! A piece of work: its number, kind, source, place, and end.

mod ending;
mod loop_id;
mod numbered;
mod numbers;
mod piece_of_work;
mod queue_position;
mod signal_id;
mod stream_id;
mod task_source;
mod work_id;
mod work_kind;
mod work_request;

pub use ending::Ending;
pub(crate) use loop_id::LoopId;
pub(crate) use numbers::Numbers;
pub use piece_of_work::Work;
pub use queue_position::QueuePosition;
pub use signal_id::SignalId;
pub use stream_id::StreamId;
pub use task_source::{ArrivalId, PortId, TaskSource};
pub use work_id::WorkId;
pub use work_kind::WorkKind;
pub use work_request::WorkRequest;

//! Which work counts.

use crate::event_loop::WorkKind;

/// Whether the program asks for work of this kind. The rest is work of the host, such as that of the test runner.
pub(in crate::testing) fn is_of_the_program(kind: WorkKind) -> bool {
    match kind {
        WorkKind::Task
        | WorkKind::Continuation
        | WorkKind::Timeout
        | WorkKind::Interval
        | WorkKind::AbortTimeout
        | WorkKind::IdleCallback
        | WorkKind::Message
        | WorkKind::Broadcast
        | WorkKind::PortClose
        | WorkKind::PerformanceEntries
        | WorkKind::BlobRead
        | WorkKind::AnimationFrame
        | WorkKind::UserInput
        | WorkKind::Fetch
        | WorkKind::ResponseBody
        | WorkKind::BodyRead
        | WorkKind::Crypto
        | WorkKind::Arrival => true,
        WorkKind::UnhandledRejections
        | WorkKind::RejectionHandled
        | WorkKind::EngineJob
        | WorkKind::AsyncJob
        | WorkKind::Finalization
        | WorkKind::MicrotaskCheckpoint
        | WorkKind::Remote
        | WorkKind::Host
        | WorkKind::Test
        | WorkKind::Choice => false,
    }
}

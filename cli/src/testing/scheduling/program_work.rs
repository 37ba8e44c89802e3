//! Which work counts.

use posttask::event_loop::WorkKind;

/// Whether the program asks for work of this kind. The rest is work of the host, such as that of the test runner.
pub(in crate::testing) fn is_of_the_program(kind: WorkKind) -> bool {
    !matches!(
        kind,
        WorkKind::UnhandledRejections
            | WorkKind::RejectionHandled
            | WorkKind::EngineJob
            | WorkKind::AsyncJob
            | WorkKind::Finalization
            | WorkKind::MicrotaskCheckpoint
            | WorkKind::Remote
            | WorkKind::Host
            | WorkKind::Test
            | WorkKind::Choice
    )
}

//! The machine's clocks. Only this file reads them.

use std::time::SystemTime;

pub(super) use web_time::Instant;

/// The current time of the monotonic clock.
#[cfg_attr(
    not(target_family = "wasm"),
    expect(clippy::disallowed_methods, reason = "real time is read here and nowhere else")
)]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// The current time of the wall clock.
#[cfg(not(target_family = "wasm"))]
#[expect(clippy::disallowed_methods, reason = "real time is read here and nowhere else")]
pub(super) fn wall_clock() -> SystemTime {
    SystemTime::now()
}

/// The current time of the wall clock, which is that of JavaScript.
#[cfg(target_family = "wasm")]
pub(super) fn wall_clock() -> SystemTime {
    use web_time::web::SystemTimeExt;
    web_time::SystemTime::now().to_std()
}

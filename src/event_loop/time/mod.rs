//! Clocks, real and virtual, and how the thread of an event loop waits.

mod alarm;
mod alarm_clock;
mod clock;
mod host_time;
mod later_clock;
mod machine;
mod parker;
mod real_time;
mod sleeper;
mod timestamp;
mod virtual_time;
mod wake_flag;

pub use clock::Clock;
pub(crate) use host_time::HostTime;
pub(crate) use later_clock::LaterClock;
pub use parker::{Parker, ThreadParker};
pub use real_time::RealTime;
pub use timestamp::{Timestamp, milliseconds};
pub use virtual_time::VirtualTime;

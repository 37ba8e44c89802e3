//! What posttask tells about programs that have run, for the command and for the page that runs in browsers:
//! statistics, warnings and timelines, made from the records of an event loop, and reports of explorations.
//!
//! Nothing here prints, or reads or writes files. The package has no public interface: it may change in any version.

mod clock;
pub mod comparison;
pub mod diagnostics;
pub mod exploration;
pub mod pending;
mod printed_lines;
mod silent;
pub mod statistics;
pub mod timeline;

pub use clock::{GrowingClock, micros};
pub use printed_lines::PrintedLines;
pub use silent::Silent;

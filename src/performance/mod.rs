//! High Resolution Time: `performance.now()` and `performance.timeOrigin`. <https://w3c.github.io/hr-time/>.
//!
//! Time is the event loop's, so it stands still under virtual time while anything runs.

mod performance_interface;

pub use performance_interface::{Performance, register};

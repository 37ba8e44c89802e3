//! The clock of `performance`: <https://w3c.github.io/hr-time/>.

use std::time::UNIX_EPOCH;

use boa_engine::{Context, JsResult};

use crate::event_loop::milliseconds;
use crate::web::webidl::event_loop;

/// Returns the [current high resolution time](https://w3c.github.io/hr-time/#dfn-current-high-resolution-time):
/// milliseconds since the time origin.
pub(super) fn current_high_resolution_time(context: &Context) -> JsResult<f64> {
    // Omitted: coarsening the time: there are no other origins to protect.
    Ok(event_loop(context)?.clock().read().as_milliseconds())
}

/// [`timeOrigin`](https://w3c.github.io/hr-time/#dom-performance-timeorigin): milliseconds since 1970.
pub(super) fn time_origin(context: &Context) -> JsResult<f64> {
    let origin = event_loop(context)?.clock().origin();
    Ok(origin.duration_since(UNIX_EPOCH).map_or(0.0, milliseconds))
}

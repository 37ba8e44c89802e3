//! The local time zone. The engine's own conversion from local time to UTC takes the offset of a point in time whose
//! UTC is that local time, which is wrong for some hours around each change of the offset.

use boa_engine::Context;

const DAY: f64 = 86_400_000.0;

/// The milliseconds between UTC and local time at a point in time.
pub(super) fn offset_at(time: f64, context: &Context) -> f64 {
    f64::from(offset_seconds(time, context)) * 1000.0
}

fn offset_seconds(time: f64, context: &Context) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "points in time are below 2^53")]
    let seconds = (time / 1000.0).floor() as i64;
    context.host_hooks().local_timezone_offset_seconds(seconds)
}

/// [`UTC`](https://tc39.es/ecma262/#sec-utc-t): of a local time that occurs twice, the first; of one that is skipped,
/// what it would be if the offset had not changed.
pub(super) fn utc(local: f64, context: &Context) -> f64 {
    if !local.is_finite() {
        return f64::NAN;
    }
    let (before, after) = (offset_seconds(local - DAY, context), offset_seconds(local + DAY, context));
    let with = |offset: i32| local - f64::from(offset) * 1000.0;
    let is_right = |offset| offset_seconds(with(offset), context) == offset;
    with(if before != after && !is_right(before) && is_right(after) { after } else { before })
}

/// [`LocalTime`](https://tc39.es/ecma262/#sec-localtime).
pub(super) fn local_time(time: f64, context: &Context) -> f64 {
    time + offset_at(time, context)
}

//! Moves the clock of the tests, for fake timers.

use std::time::Duration;

use boa_engine::{Context, JsResult, JsValue};
use posttask::internal::event_loop::milliseconds;
use posttask::internal::webidl::{range_error, type_error};

use super::functions::{Function, number};
use crate::testing::clock::Clock;
use crate::testing::session::runner;

pub(super) const FUNCTIONS: &[Function] =
    &[("now", now), ("fakeTime", fake), ("realTime", real), ("skipTime", skip), ("movesTime", moves), ("clock", clock)];

/// `now()` returns the milliseconds since the start.
fn now(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(milliseconds(runner(context)?.host().event_loop.now().elapsed()).into())
}

/// `fakeTime()` stops time, until `realTime()` lets it pass.
fn fake(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    if runner.host().options.is_real_time {
        return Err(type_error("fake timers control the tests' clock: run the tests without --real-time"));
    }
    runner.host().set_time_faked(true);
    Ok(JsValue::undefined())
}

fn real(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    runner(context)?.host().set_time_faked(false);
    Ok(JsValue::undefined())
}

fn duration(arguments: &[JsValue]) -> JsResult<Duration> {
    let duration = Duration::try_from_secs_f64(number(arguments, 0)? / 1_000.0);
    duration.map_err(|_| range_error("the time to advance must not be negative or too large"))
}

/// `movesTime(ms)` tells that the test moves the clock by this: it does not count for its limit.
fn moves(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let duration = duration(arguments)?;
    let runner = runner(context)?;
    let moved = &runner.host().clock.moved;
    moved.set(moved.get().saturating_add(duration));
    Ok(JsValue::undefined())
}

/// `skipTime(ms)` moves the clock without running anything.
fn skip(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    moves(&JsValue::undefined(), arguments, context)?;
    let duration = duration(arguments)?;
    let runner = runner(context)?;
    let event_loop = &runner.host().event_loop;
    let until = event_loop.now().after(duration);
    // A sleep ends early if something has woken the loop.
    while !runner.host().options.is_real_time && event_loop.now() < until {
        event_loop.sleep(Some(until));
    }
    Ok(JsValue::undefined())
}

/// `clock()` returns a clock like that of `t.clock`, whose times start now.
fn clock(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let now = runner(context)?.host().event_loop.now();
    Clock::create(now, context)
}

//! `console.timeStamp`, which no standard defines: it only reaches the observer, for example a trace.
//!
//! The parameters are those of Chromium: a label, and optionally a start, an end, the name of a track, the name of a
//! group of tracks, a color, and an object with more. With a start and an end, DevTools draws a span in the track.

use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsResult, JsValue};

use crate::event_loop::{Event, Moment};
use crate::web::html::plain_json;
use crate::web::webidl::event_loop;

/// Converts an argument that says when a span starts or ends.
fn moment(value: &JsValue) -> Option<Moment> {
    let label = || value.as_string().map(|label| Moment::Label(label.to_std_string_lossy().into()));
    value.as_number().filter(|time| time.is_finite()).map(Moment::Time).or_else(label)
}

pub(super) fn time_stamp(arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    // Converted also without an observer: it may run code of the program, which must not depend on observers.
    let label = arguments.get_or_undefined(0).to_string(context)?;
    let event_loop = event_loop(context)?;
    if !event_loop.is_observed() {
        return Ok(());
    }
    let text = |index: usize| {
        let value = arguments.get_or_undefined(index);
        let number = || value.as_number().map(|number| number.to_string());
        value.as_string().map(|text| text.to_std_string_lossy()).or_else(number).map(Rc::from)
    };
    let detail = arguments.get(6).filter(|detail| detail.is_object()).and_then(|detail| plain_json(detail, context));
    let [start, end] = [1, 2].map(|index| moment(arguments.get_or_undefined(index)));
    let [track, group, color] = [3, 4, 5].map(text);
    let (label, detail) = (label.to_std_string_lossy().into(), detail.map(Rc::from));
    event_loop.notify(|| Event::TimeStamp { label, start, end, track, group, color, detail });
    Ok(())
}

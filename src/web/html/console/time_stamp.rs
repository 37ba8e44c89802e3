//! `console.timeStamp`, which no standard defines: it only reaches the observer, for example a trace.
//!
//! The parameters are those of Chromium: a label, and optionally a start, an end, the name of a track, the name of a
//! group of tracks, a colour, and an object with more. With a start and an end, DevTools draws a span in the track.

use boa_engine::{Context, JsArgs, JsResult, JsValue};

use crate::event_loop::{Event, TimeStamp, TimeStampMoment};
use crate::web::html::plain_json;
use crate::web::webidl::event_loop;

/// An argument that says when a span starts or ends.
enum Moment {
    Label(String),
    Time(f64),
}

impl Moment {
    fn from_value(value: &JsValue) -> Option<Self> {
        let label = || value.as_string().map(|label| Self::Label(label.to_std_string_lossy()));
        value.as_number().filter(|time| time.is_finite()).map(Self::Time).or_else(label)
    }

    fn borrow(&self) -> TimeStampMoment<'_> {
        match self {
            Self::Label(label) => TimeStampMoment::Label(label),
            Self::Time(time) => TimeStampMoment::Time(*time),
        }
    }
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
        value.as_string().map(|text| text.to_std_string_lossy()).or_else(number)
    };
    let label = label.to_std_string_lossy();
    let detail = arguments.get(6).filter(|detail| detail.is_object()).and_then(|detail| plain_json(detail, context));
    let span = [1, 2].map(|index| Moment::from_value(arguments.get_or_undefined(index)));
    let place = [3, 4, 5].map(text);
    let mut stamp = TimeStamp::new(&label);
    stamp.span = span.each_ref().map(|moment| moment.as_ref().map(Moment::borrow));
    stamp.place = place.each_ref().map(Option::as_deref);
    stamp.detail = detail.as_deref();
    event_loop.notify(|| Event::TimeStamp(&stamp));
    Ok(())
}

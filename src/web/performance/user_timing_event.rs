//! Tells the observer of the event loop about the marks and measures of the program.

use std::rc::Rc;

use boa_engine::{Context, JsResult, JsValue};

use super::entry_type::EntryType;
use super::performance_entry::PerformanceEntry;
use crate::event_loop::Event;
use crate::web::html::plain_json;
use crate::web::webidl::event_loop;

/// Tells the observer about a new entry. The detail is only written if there is an observer.
pub(super) fn notify(entry: &PerformanceEntry, detail: &JsValue, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    if !event_loop.is_observed() {
        return Ok(());
    }
    let detail = Some(detail).filter(|detail| !detail.is_null()).and_then(|detail| plain_json(detail, context));
    let duration = (entry.entry_type == EntryType::Measure).then_some(entry.duration);
    let (name, detail) = (entry.name.to_std_string_lossy().into(), detail.map(Rc::from));
    event_loop.notify(|| Event::UserTiming { name, start: entry.start_time, duration, detail });
    Ok(())
}

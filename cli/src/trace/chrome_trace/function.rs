//! A function of the program in a trace.

use posttask::event_loop::Location;
use posttask::scheduling::TaskPriority;
use serde_json::json;

use super::event_text::{FRAME, Members, string_literal};

/// A function, and the texts about it that are the same for each call.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) url: String,
    /// From 0, like the column.
    pub(super) line: u32,
    pub(super) column: u32,
    /// The data of its `FunctionCall`.
    pub(super) call: Vec<u8>,
    /// For each priority: a JSON string with the detail that makes DevTools draw a measure in the track of the
    /// priority.
    waiting: [String; 3],
}

impl Function {
    pub(super) fn new(name: &str, url: &str, place: &Location) -> Self {
        let mut call = Vec::new();
        Members::of(&mut call, |data| {
            data.string("functionName", name);
            data.string("scriptId", "0");
            data.string("url", url);
            data.number("lineNumber", place.line.into());
            data.number("columnNumber", place.column.into());
            data.string("frame", FRAME);
        });
        Self {
            name: name.to_owned(),
            url: url.to_owned(),
            line: place.line.saturating_sub(1),
            column: place.column.saturating_sub(1),
            call,
            waiting: TaskPriority::ALL.map(|priority| waiting_detail(priority, Some(place))),
        }
    }

    /// The detail of the measure of its waiting with this priority.
    pub(super) fn waiting(&self, priority: TaskPriority) -> &str {
        &self.waiting[priority as usize]
    }
}

/// A JSON string with the detail of a measure in the track of a priority.
pub(super) fn waiting_detail(priority: TaskPriority, place: Option<&Location>) -> String {
    let color = match priority {
        TaskPriority::UserBlocking => "error",
        TaskPriority::UserVisible => "primary",
        TaskPriority::Background => "secondary",
    };
    let detail = json!({
        "devtools": {
            "dataType": "track-entry",
            "track": priority.as_str(),
            "trackGroup": "Waiting tasks",
            "color": color,
            "properties": place.map(|place| [["posted at".to_owned(), place.to_string()]]),
        }
    });
    string_literal(&detail.to_string())
}

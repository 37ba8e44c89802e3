//! The types of performance entries, and which of them a context has.

use boa_engine::{Context, JsString, js_string};

/// The supported types of performance entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryType {
    /// A point in time.
    Mark,
    /// A span of time.
    Measure,
    /// A task of over 50 ms.
    LongTask,
    /// A response of `fetch`.
    Resource,
    /// What a long task is attributed to. Never observed.
    TaskAttribution,
}

impl EntryType {
    /// The types that lists of entries may contain.
    pub(super) const LISTED: [Self; 4] = [Self::Mark, Self::Measure, Self::LongTask, Self::Resource];

    /// All types that can be observed, in the order of `supportedEntryTypes`.
    pub(super) fn supported(context: &Context) -> &'static [Self] {
        const ALL: [EntryType; 4] = [EntryType::LongTask, EntryType::Mark, EntryType::Measure, EntryType::Resource];
        if reports_long_tasks(context) { &ALL } else { &ALL[1..] }
    }

    /// Returns the value of `entryType`.
    #[must_use]
    pub(crate) fn as_js_string(self) -> JsString {
        match self {
            Self::Mark => js_string!("mark"),
            Self::Measure => js_string!("measure"),
            Self::LongTask => js_string!("longtask"),
            Self::Resource => js_string!("resource"),
            Self::TaskAttribution => js_string!("taskattribution"),
        }
    }

    /// Returns the type with this name that can be observed, if there is one.
    #[must_use]
    pub(crate) fn from_js_string(name: &JsString, context: &Context) -> Option<Self> {
        Self::supported(context).iter().copied().find(|kind| kind.as_js_string() == *name)
    }
}

/// Marks a context whose realms report long tasks.
struct LongTasks;

/// Turns on long tasks in the realms that are created later.
pub(crate) fn enable_long_tasks(context: &mut Context) {
    context.insert_data(LongTasks);
}

/// Whether long tasks are reported.
pub(super) fn reports_long_tasks(context: &Context) -> bool {
    context.has_data::<LongTasks>()
}

//! The `Lock` interface: <https://w3c.github.io/web-locks/#api-lock>.

use boa_engine::{JsString, js_string};
use boa_gc::{Finalize, Trace};

use super::lock_queues::LockMode;
use crate::web::webidl::interface;

/// The state of a `Lock`.
#[derive(Trace, Finalize)]
pub(super) struct Lock {
    name: JsString,
    #[unsafe_ignore_trace]
    mode: LockMode,
}

interface! {
    Lock;
    get "name" = |lock| lock.name.clone();
    get "mode" = |lock| js_string!(lock.mode.as_str());
}

impl Lock {
    pub(super) fn new(name: JsString, mode: LockMode) -> Self {
        Self { name, mode }
    }
}

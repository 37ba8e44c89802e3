//! CommonJS modules: <https://nodejs.org/api/modules.html>.

mod exports;
mod require;

pub(super) use exports::{as_es_module, exports_of};
pub(super) use require::{require_for_the_host, require_of, set_main};

//! CommonJS modules: <https://nodejs.org/api/modules.html>.

mod exports;
mod require;

pub(super) use exports::{as_es_module, exports_of};
pub(super) use require::set_main;
pub use require::{builtin_exports, create_require};

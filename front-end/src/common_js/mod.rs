//! CommonJS modules: <https://nodejs.org/api/modules.html>.

mod es_module;
mod exports;
mod require;

pub(crate) use es_module::error_with_code;
pub(super) use exports::{as_es_module, exports_of};
pub use require::{builtin_exports, create_require};
pub(super) use require::{forget_all, load_actual, set_main, set_up};

//! The main program.

use std::path::Path;
use std::sync::Arc;

use boa_engine::JsError;

use super::FrontEnd;
use super::common_js;
use super::module_format::{Format, Role};
use super::modules::explained;
use crate::runtime::{Program, Runtime, SourceKind};

impl FrontEnd {
    /// Compiles and parses the main program for a runtime. `name` is its path, or a name such as `[eval]`.
    pub(crate) fn program(self: &Arc<Self>, text: &str, name: &Path, runtime: &mut Runtime) -> Program {
        let file = self.add(name, text.into());
        let compiled = match &file.compiled {
            Ok(compiled) => compiled,
            Err(error) => return Program::failed(error.to_exception(name)),
        };
        let kind = match file.format(compiled, Role::Main) {
            Format::CommonJs => {
                let module = |context: &mut _| {
                    common_js::set_main(self, name, context);
                    common_js::as_es_module(self, &file, name, compiled, context)
                };
                return Program::of_module(runtime.with_context(module));
            }
            Format::Module => match self.check_links(&file) {
                Ok(()) => SourceKind::Module,
                Err(error) => return Program::failed(error),
            },
            Format::Script => SourceKind::Script,
        };
        let parsed = runtime.parse(file.engine_text(compiled), name, kind);
        parsed.map_error(|error| runtime.with_context(|context| explained(error, &file, context)))
    }

    /// Remembers a source text that is evaluated, for stack frames and reports.
    pub(crate) fn remember(&self, text: &str, name: &Path) {
        self.add(name, text.into());
    }

    /// Returns the exception that explains why a text parses neither as a script nor as a module. `None` if it does.
    pub(crate) fn syntax_error(&self, text: &str, name: &Path) -> Option<JsError> {
        let file = self.add(name, text.into());
        let found = file.compiled.as_ref().err().map(|error| &**error).or_else(|| file.explain_refusal());
        found.map(|error| error.to_exception(name))
    }
}

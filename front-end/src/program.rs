//! The main program.

use std::path::Path;
use std::sync::Arc;

use boa_engine::{Context, JsError, JsResult};
use posttask::event_loop::Location;
use posttask::internal::engine::check_nesting;
use posttask::{Program, Runtime, SourceKind};

use super::FrontEnd;
use super::common_js;
use super::compile::Compiled;
use super::compiler_options::Guards;
use super::module_format::{Format, Language, Role, Stated};
use super::refusal::explained;
use super::source_file::SourceFile;
use super::sources::{Sources, front_end_of};

/// Returns the first line of the call whose opening parenthesis is at a place, if its text is known.
#[must_use]
pub fn call_text(place: &Location, context: &Context) -> Option<String> {
    Sources::of(context)?.front_end.call_text(place)
}

/// Returns the text of a script for the engine, and remembers the script for stack frames and reports.
///
/// # Errors
///
/// `SyntaxError` if the text is not valid or nested too deeply, `TypeError` if the context has no front end.
pub fn text_of_script(text: &str, name: &Path, context: &mut Context) -> JsResult<String> {
    check_nesting(text, context)?;
    let file = front_end_of(context)?.add_as(name, text, || (Stated::Nothing, Ok(())));
    let compiled = file.compiled.as_ref().map_err(|error| error.to_exception(name))?;
    Ok(file.engine_text(compiled).to_owned())
}

impl FrontEnd {
    /// Says which program runs in a context, so that modules of the host find this front end and its packages.
    pub(super) fn set_program(self: &Arc<Self>, name: &Path, context: &mut Context) {
        context.insert_data(Sources { front_end: Arc::clone(self), main: name.to_owned() });
    }

    /// Compiles and parses the main program for a runtime. `name` is its path, or a name such as `[eval]`.
    pub fn program(self: &Arc<Self>, text: &str, name: &Path, runtime: &mut Runtime) -> Program {
        runtime.with_context(|context| self.set_program(name, context));
        let file = self.add(name, text);
        let compiled = match &file.compiled {
            Ok(compiled) => compiled,
            Err(error) => return Program::failed(error.to_exception(name)),
        };
        if let Err(error) = runtime.with_context(|context| self.prepare_for_file(compiled, context)) {
            return Program::failed(error);
        }
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
        self.parse(&file, compiled, name, kind, runtime)
    }

    /// Compiles and parses a text whose kind its host knows, as that of a `script` element. Unlike
    /// [`Self::program`], asks neither the text nor a package what it is.
    pub fn program_of_kind(&self, text: &str, name: &Path, kind: SourceKind, runtime: &mut Runtime) -> Program {
        let stated = if kind == SourceKind::Module { Stated::Module } else { Stated::Nothing };
        let file = self.add_as(name, text, || (stated, Ok(())));
        match &file.compiled {
            Ok(compiled) => self.parse(&file, compiled, name, kind, runtime),
            Err(error) => Program::failed(error.to_exception(name)),
        }
    }

    /// Returns a text for evaluation by [`Runtime::evaluate`], and remembers it for stack frames and reports. A text
    /// that is not valid is returned as it is: it may be valid as a part of another one.
    ///
    /// # Errors
    ///
    /// `SyntaxError` if the text is TypeScript and not valid, or imports what another module does not export.
    pub fn for_evaluation(&self, text: &str, name: &Path) -> Result<String, JsError> {
        let file = self.add_guarded(name, text, Guards::Input, || self.stated(name));
        match &file.compiled {
            Ok(compiled) => self.check_links(&file).map(|()| file.engine_text(compiled).to_owned()),
            Err(error) if Language::of(name).is_typescript() => Err(error.to_exception(name)),
            Err(_) => Ok(text.to_owned()),
        }
    }

    fn parse(
        &self,
        file: &SourceFile,
        compiled: &Compiled,
        name: &Path,
        kind: SourceKind,
        runtime: &mut Runtime,
    ) -> Program {
        let text = match kind {
            SourceKind::Module => {
                let find = |specifier: &str, importer: &Path| {
                    self.module_for(specifier, importer, |name, find| find(name)).ok()
                };
                runtime.with_context(|context| self.module_text(name, file, compiled, &find, context))
            }
            _ => file.engine_text(compiled).into(),
        };
        let parsed = runtime.parse(&text, name, kind);
        parsed.map_error(|error| runtime.with_context(|context| explained(error, file, context)))
    }

    /// Returns the exception that explains why a text parses neither as a script nor as a module. `None` if it does.
    pub fn syntax_error(&self, text: &str, name: &Path) -> Option<JsError> {
        let file = self.add(name, text);
        let found = file.compiled.as_ref().err().map(|error| &**error).or_else(|| file.explain_refusal());
        found.map(|error| error.to_exception(name))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{FrontEnd, Options};
    use posttask::Runtime;
    use posttask::internal::runtime::{LARGE_STACK, on_a_large_stack};

    /// Runs a program, and returns how many uncaught errors it has.
    fn errors(text: &str, name: &str) -> usize {
        on_a_large_stack(|| {
            let front_end = FrontEnd::new(Options::default()).unwrap();
            let mut runtime = front_end.configure(Runtime::builder()).caller_stack(LARGE_STACK).build().unwrap();
            let program = front_end.program(text, Path::new(name), &mut runtime);
            runtime.start_program(program);
            runtime.run();
            runtime.uncaught_count()
        })
        .unwrap()
    }

    #[test]
    fn text_that_is_nested_too_deeply_is_refused_in_every_format() {
        let deep = format!("x = {}1{}", "(".repeat(6_000), ")".repeat(6_000));
        for name in ["deep.js", "deep.mjs", "deep.ts", "deep.cts"] {
            assert_eq!(errors(&deep, name), 1, "{name}");
        }
        assert_eq!(errors("globalThis.x = ((1))", "shallow.mts"), 0);
    }

    #[test]
    fn a_common_js_module_is_read_when_it_runs() {
        // The main program is compiled from its text, which need not be that of a file.
        assert_eq!(errors("exports.x = require.main === module", "[eval]"), 0);
        assert_eq!(errors("require('./no/such/module')", "[eval]"), 1);
        assert_eq!(errors("const a = 1; { const a = 2; const a = 3; } require", "[eval]"), 1);
    }
}

//! The graph of the modules of a program, as far as the texts of the files say, and what its asynchronous modules get
//! for the engine.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::Context;
use indexmap::IndexSet;

use super::FrontEnd;
use super::async_evaluation::{AsyncEvaluation, ModuleGraph, async_evaluations};
use super::compile::Compiled;
use super::corrections::text_at_end;
use super::evaluations::EvaluationsOfContext;
use super::link_changes::Waiting;
use super::module_format::{Format, Role};
use super::module_mocks::identity;
use super::source_file::SourceFile;
use super::sources::{main_program, path_of_main};

/// Returns what identifies the module that a specifier in a file names.
pub(super) type Find<'f> = &'f dyn Fn(&str, &Path) -> Option<PathBuf>;

impl FrontEnd {
    /// Returns how a module is evaluated asynchronously. `None` if it is not. To be called when a module is loaded: the
    /// first one of a graph is taken to be the one that is evaluated first.
    fn async_evaluation(&self, path: &Path, find: Find<'_>, context: &mut Context) -> Option<AsyncEvaluation> {
        let mut evaluations = context.remove_data::<EvaluationsOfContext>().unwrap_or_default();
        if !evaluations.is_known(path) {
            let files = Files { front_end: self, find, main: Main::of(context), known: &evaluations };
            let found = async_evaluations(path.to_owned(), &files);
            evaluations.add(found);
        }
        let found = evaluations.of(path);
        context.insert_data(*evaluations);
        found
    }

    /// Returns the text of a module for the engine. `path` is what identifies the module, and `find` finds what it
    /// imports. To be called when it is loaded.
    pub(super) fn module_text<'f>(
        &self,
        path: &Path,
        file: &'f SourceFile,
        compiled: &'f Compiled,
        find: Find<'_>,
        context: &mut Context,
    ) -> Cow<'f, str> {
        let is_main = main_program(context) == path;
        let path = if is_main { Cow::Owned(path_of_main(path)) } else { Cow::Borrowed(path) };
        match self.async_evaluation(&path, find, context) {
            Some(AsyncEvaluation { waits, missing, .. }) => {
                let path = path.display().to_string();
                let end = text_at_end(&path);
                let text = if waits {
                    file.waiting_text(compiled, &Waiting { path, missing })
                } else {
                    file.engine_text(compiled).into()
                };
                // On a line of its own: the text may end with a comment.
                format!("{text}\n{end}").into()
            }
            None => file.engine_text(compiled).into(),
        }
    }
}

/// The main program, which may have another name than its path.
struct Main {
    name: PathBuf,
    path: PathBuf,
}

impl Main {
    fn of(context: &Context) -> Self {
        let name = main_program(context);
        Self { path: path_of_main(&name), name }
    }
}

/// The path of the file of a module, which may have a query.
fn path_of(module: &Path) -> &Path {
    identity(module).map_or(module, |it| Path::new(it.path))
}

/// Files that import each other.
struct Files<'f> {
    front_end: &'f FrontEnd,
    find: Find<'f>,
    main: Main,
    known: &'f EvaluationsOfContext,
}

impl Files<'_> {
    /// Returns the file of an ES module. CommonJS modules, modules of the host and JSON import nothing.
    fn es_module(&self, path: &Path) -> Option<Arc<SourceFile>> {
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let is_mock = identity(path).is_some_and(|it| it.is_mock);
        if is_json || is_mock || self.front_end.packages.builtins.at(path).is_some() {
            return None;
        }
        let path = if path == self.main.path { &self.main.name } else { path_of(path) };
        let file = self.front_end.file(path).ok()?;
        let is_es_module = match &file.compiled {
            Ok(compiled) => file.format(compiled, Role::Imported) != Format::CommonJs,
            Err(_) => false,
        };
        is_es_module.then_some(file)
    }
}

impl ModuleGraph for Files<'_> {
    type Module = PathBuf;

    /// The engine counts a module as often as there are specifiers for it.
    fn requests(&self, path: &PathBuf) -> Vec<PathBuf> {
        let Some(file) = self.es_module(path) else { return Vec::new() };
        let Ok(compiled) = &file.compiled else { return Vec::new() };
        let specifiers: IndexSet<&String> = compiled.links.requests.iter().collect();
        specifiers.into_iter().filter_map(|specifier| (self.find)(specifier, path_of(path))).collect()
    }

    fn awaits(&self, path: &PathBuf) -> bool {
        self.es_module(path).is_some_and(|file| file.compiled.as_ref().is_ok_and(|compiled| compiled.awaits))
    }

    fn earlier(&self, path: &PathBuf) -> Option<bool> {
        self.known.is_pending(path)
    }
}

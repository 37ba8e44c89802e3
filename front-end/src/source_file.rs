//! A source file of a program.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use indexmap::IndexSet;
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use posttask::event_loop::{EngineReport, Explanation, Vicinity};
use posttask::internal::exploration::footprints::{Obstacle, Uses, without_hidden};
use posttask::internal::runtime::fits_a_large_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use super::call_anchors::CallAnchors;
use super::call_text::call_text;
use super::callee::callee;
use super::class_texts::{ClassTexts, RunningClass};
use super::compile::{Compiled, compile, explain, printed};
use super::compiler_options::CompilerOptions;
use super::coverage::Coverage;
use super::diagnostic::Diagnostic;
use super::error_places::{Fault, find_fault, reworded};
use super::footprints::announce;
use super::function_names::FunctionNames;
use super::function_sources::FunctionSources;
use super::link_changes::{LinkChanges, Waiting};
use super::module_format::{Format, Language, Role, Stated, format};
use super::package_files::is_in_package;
use super::purpose::Purpose;
use super::remembered_names::remembered_names;
use super::source_map::{Original, SourceMap};
use super::syntax::{Thoroughness, parse};
use super::text_index::{Position, TextIndex};
use super::transforms::Settings;

/// A source file, and what is known about it. What only errors need is found out when it is needed.
pub(super) struct SourceFile {
    /// The name that the engine and the user know.
    path: PathBuf,
    text: Arc<str>,
    language: Language,
    stated: Stated,
    options: CompilerOptions,
    /// What is counted, if it is.
    inserted: Inserted,
    pub(super) compiled: Result<Compiled, Box<Diagnostic>>,
    /// The compiled text without the exports that the modules they come from do not have, if there are any.
    relinked: OnceLock<Option<Compiled>>,
    /// What changes because of other modules.
    changes: OnceLock<LinkChanges>,
    /// The compiled text of the first module of this file that waits for others. Those with other queries or in other
    /// contexts may wait for another number, or not at all. Then positions in the line of the first statement differ.
    waiting: OnceLock<(Waiting, Option<Compiled>)>,
    /// Why the engine refused the compiled text.
    refused: OnceLock<Option<Diagnostic>>,
    /// What it exports if it is a CommonJS module, with the names that it takes from others.
    common_js_exports: OnceLock<IndexSet<String>>,
    /// The import of a name that the other module does not export.
    unlinked: OnceLock<Option<Diagnostic>>,
    index: OnceLock<TextIndex>,
    /// What is known about errors that the engine has thrown.
    explained: Mutex<FxHashMap<(EngineReport, Option<Vicinity>), Fault>>,
    names: OnceLock<FunctionNames>,
    classes: OnceLock<ClassTexts>,
    functions: OnceLock<Option<WrittenFunctions>>,
    remembered_names: OnceLock<FxHashSet<String>>,
    source_map: OnceLock<Option<Mapped>>,
}

/// The functions of a file, and the text that contains them as they are written, if that is not the text of the file.
#[derive(Debug)]
struct WrittenFunctions {
    functions: FunctionSources,
    printed: Option<String>,
}

/// The most errors of a file that are explained, if they differ. Each takes as long as parsing the file.
const MOST_EXPLAINED: usize = 1_000;

/// What is inserted into the text of a file before anything else happens to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Inserted {
    pub(super) coverage: Option<Arc<Coverage>>,
    /// What its functions use is added to this.
    pub(super) uses: Option<Arc<Uses>>,
}

/// The source map of a file, and the sources that it contains.
struct Mapped {
    map: SourceMap,
    sources: Mutex<FxHashMap<String, Option<Arc<Source>>>>,
}

/// A source in a source map.
struct Source {
    text: Arc<str>,
    names: FunctionNames,
}

impl SourceFile {
    /// `options` may be the reason why the file cannot be compiled.
    pub(super) fn new(
        path: &Path,
        text: Arc<str>,
        stated: Stated,
        options: Result<CompilerOptions, Box<Diagnostic>>,
        inserted: Inserted,
    ) -> Self {
        let is_for_tests = options.as_ref().is_ok_and(|options| options.purpose == Purpose::CompiledTests);
        let language = if is_for_tests { language_in_tests(path, &text) } else { Language::of(path) };
        let compile = |options| {
            let settings = Settings { path, language, options, changes: &LinkChanges::default() };
            compile_counted(&inserted, &text, stated, &settings)
        };
        let compiled = options.as_ref().map_err(Box::clone).and_then(compile);
        Self {
            path: path.to_owned(),
            text,
            language,
            stated,
            options: options.unwrap_or_default(),
            inserted,
            compiled,
            relinked: OnceLock::new(),
            changes: OnceLock::new(),
            waiting: OnceLock::new(),
            refused: OnceLock::new(),
            common_js_exports: OnceLock::new(),
            unlinked: OnceLock::new(),
            index: OnceLock::new(),
            explained: Mutex::default(),
            names: OnceLock::new(),
            classes: OnceLock::new(),
            functions: OnceLock::new(),
            remembered_names: OnceLock::new(),
            source_map: OnceLock::new(),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the text of a class, if it is known which one it is.
    pub(super) fn class_text(&self, class: &RunningClass) -> Option<String> {
        let source_type = self.stated.source_type(self.language);
        let classes = self.classes.get_or_init(|| ClassTexts::new(&self.text, source_type));
        let span = classes.find(&self.text, class)?;
        self.text.get(span.start as usize..span.end as usize).map(str::to_owned)
    }

    /// Returns the text of a function as it is written, for the one that the engine returns. `None` if it is the same,
    /// or cannot be determined.
    pub(super) fn function_text(&self, known: &str) -> Option<String> {
        let compiled = self.compiled.as_ref().ok()?;
        let text = self.running_text(compiled);
        if text == &*self.text && !known.contains("=>") {
            return None;
        }
        let written = self.functions.get_or_init(|| self.written_functions(compiled, text)).as_ref()?;
        written.functions.find(known, text, written.printed.as_deref().unwrap_or(&self.text)).map(Cow::into_owned)
    }

    fn written_functions(&self, compiled: &Compiled, text: &str) -> Option<WrittenFunctions> {
        if !fits_a_large_stack(text) {
            return None;
        }
        let (path, language, changes) = (&self.path, self.language, LinkChanges::default());
        let settings = Settings { path, language, options: &self.options, changes: &changes };
        let (printed, positions) = printed(&self.text, compiled.stated, &settings).unzip();
        let (engine, allocator) = (Allocator::default(), Allocator::default());
        let language = if printed.is_some() { Language::JavaScript } else { self.language };
        let parse = |allocator, text, language| {
            parse(allocator, text, compiled.stated.source_type(language), Thoroughness::Usual).program
        };
        let of_engine = parse(&engine, text, Language::JavaScript);
        let of_file = parse(&allocator, printed.as_deref().unwrap_or(&self.text), language);
        let positions = positions.unwrap_or_default();
        let (place, written_place) = (|position| self.position(position), |position| positions.original(position));
        let functions = FunctionSources::new(&of_engine, place, &of_file, written_place);
        Some(WrittenFunctions { functions, printed })
    }

    /// Returns the text for the engine, of a module that does not wait for others.
    pub(super) fn engine_text<'a>(&'a self, compiled: &'a Compiled) -> &'a str {
        let relinked = self.relinked.get().and_then(Option::as_ref);
        relinked.unwrap_or(compiled).text.as_deref().unwrap_or(&self.text)
    }

    /// Returns the text for the engine, of a module that waits for others.
    pub(super) fn waiting_text<'a>(&'a self, compiled: &'a Compiled, waiting: &Waiting) -> Cow<'a, str> {
        let compile = || {
            let waiting = Some(waiting.clone());
            self.compile_with(&LinkChanges { waiting, ..self.changes.get().cloned().unwrap_or_default() })
        };
        let (known, first) = self.waiting.get_or_init(|| (waiting.clone(), compile()));
        let found = if known == waiting {
            first.as_ref().and_then(|it| it.text.as_deref()).map(Cow::Borrowed)
        } else {
            compile().and_then(|it| it.text).map(Cow::Owned)
        };
        found.unwrap_or_else(|| self.engine_text(compiled).into())
    }

    /// What the engine runs, as far as it is the same for all modules of this file.
    fn running<'a>(&'a self, compiled: &'a Compiled) -> &'a Compiled {
        let waiting = self.waiting.get().and_then(|(_, waiting)| waiting.as_ref());
        waiting.or_else(|| self.relinked.get()?.as_ref()).unwrap_or(compiled)
    }

    fn running_text<'a>(&'a self, compiled: &'a Compiled) -> &'a str {
        self.running(compiled).text.as_deref().unwrap_or(&self.text)
    }

    /// Whether the engine remembers where it found a property with this name, at a place in the file.
    pub(super) fn is_remembered(&self, name: &str) -> bool {
        let Ok(compiled) = &self.compiled else { return false };
        let source_type = self.stated.source_type(self.language);
        let names = || remembered_names(self.running_text(compiled), source_type);
        self.remembered_names.get_or_init(names).contains(name)
    }

    /// Changes what depends on the exports of other modules. The first call counts.
    pub(super) fn change_links(&self, changes: impl FnOnce() -> LinkChanges) {
        self.relinked.get_or_init(|| {
            let changes = self.changes.get_or_init(changes);
            if changes.is_empty() { None } else { self.compile_with(changes) }
        });
    }

    fn compile_with(&self, changes: &LinkChanges) -> Option<Compiled> {
        let settings = Settings { path: &self.path, language: self.language, options: &self.options, changes };
        compile_counted(&self.inserted, &self.text, self.stated, &settings).ok()
    }

    /// Whether the file is compiled as Vitest and Jest compile the files of a project.
    pub(super) fn is_for_tests(&self) -> bool {
        self.options.purpose == Purpose::CompiledTests
    }

    pub(super) fn format(&self, compiled: &Compiled, role: Role) -> Format {
        format(compiled.stated, compiled.signs, role, is_in_package(&self.path))
    }

    /// Returns why the engine refused the compiled text. `None` if the engine alone knows.
    pub(super) fn explain_refusal(&self) -> Option<&Diagnostic> {
        self.refused.get_or_init(|| explain(&self.text, self.language, self.stated)).as_ref()
    }

    /// Returns what the CommonJS module exports. Only the first call collects it.
    pub(super) fn common_js_exports(&self, collect: impl FnOnce() -> IndexSet<String>) -> &IndexSet<String> {
        self.common_js_exports.get_or_init(collect)
    }

    /// Returns what `find` found the first time: the import of a name that the other module does not export.
    pub(super) fn unlinked(&self, find: impl FnOnce() -> Option<Diagnostic>) -> Option<&Diagnostic> {
        self.unlinked.get_or_init(find).as_ref()
    }

    /// Returns the error that was found at a position.
    pub(super) fn error_at(&self, position: Position) -> Option<&Diagnostic> {
        let of_text = self.compiled.as_ref().err().map(|error| &**error);
        let found =
            [of_text, self.refused.get().and_then(Option::as_ref), self.unlinked.get().and_then(Option::as_ref)];
        found.into_iter().flatten().find(|error| error.position == position)
    }

    /// Returns the text of the call whose parenthesis is at a position.
    pub(super) fn call_text(&self, position: Position) -> Option<String> {
        let find = |program: &Program<'_>| call_text(program, &self.text, position);
        with_program(&self.text, self.stated, self.language, find).flatten()
    }

    /// Returns what stands around the calls of the file.
    pub(super) fn call_anchors(&self) -> Option<CallAnchors> {
        let find = |program: &Program<'_>| CallAnchors::of(program, &self.text);
        with_program(&self.text, self.stated, self.language, find)
    }

    /// Returns a better message and place for an error of the engine in this file. `vicinity` is found out only if the
    /// position of the engine leaves several expressions, or there is none.
    pub(super) fn explain(
        &self,
        report: &EngineReport,
        vicinity: &dyn Fn() -> Option<Vicinity>,
    ) -> Option<Explanation> {
        let fault = match self.explain_within(report, None) {
            Fault::Several => self.explain_within(report, Some(&vicinity()?)),
            known => known,
        };
        match fault {
            Fault::Found(explanation) => Some(explanation),
            Fault::Several | Fault::Unknown => None,
        }
    }

    fn explain_within(&self, report: &EngineReport, vicinity: Option<&Vicinity>) -> Fault {
        let Ok(mut explained) = self.explained.lock() else { return Fault::Unknown };
        let key = (report.clone(), vicinity.cloned());
        if let Some(known) = explained.get(&key) {
            return known.clone();
        }
        if explained.len() >= MOST_EXPLAINED {
            return Fault::Unknown;
        }
        let fault = self.find_explanation(report, vicinity);
        explained.insert(key, fault.clone());
        fault
    }

    fn find_explanation(&self, report: &EngineReport, vicinity: Option<&Vicinity>) -> Fault {
        let Ok(compiled) = &self.compiled else { return Fault::Unknown };
        let text = self.running_text(compiled);
        if !fits_a_large_stack(text) {
            return Fault::Unknown;
        }
        let allocator = Allocator::default();
        let source_type = self.stated.source_type(Language::JavaScript);
        let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
        let mut explanation = match find_fault(&syntax.program, &syntax.scoping, report, vicinity) {
            Fault::Found(explanation) => explanation,
            Fault::Several => return Fault::Several,
            Fault::Unknown => match reworded(&syntax.program, report) {
                Some(explanation) => explanation,
                None if report.position.is_none() && vicinity.is_none() => return Fault::Several,
                None => return Fault::Unknown,
            },
        };
        if self.inserted.coverage.is_some() || self.inserted.uses.is_some() {
            explanation.message = without_hidden(&explanation.message);
        }
        Fault::Found(explanation)
    }

    /// Returns the position in the file of a position in the compiled text.
    pub(super) fn position(&self, position: Position) -> Position {
        let Ok(compiled) = &self.compiled else { return position };
        self.running(compiled).positions.original(position)
    }

    /// Returns the name of the function that contains a position of the file.
    pub(super) fn function_at(&self, (line, column): Position) -> Option<&str> {
        let names = self.names.get_or_init(|| names_in(&self.text, self.stated, self.language));
        names.name_at(line, column)
    }

    /// Returns what the source map of the file says about a position, with the name of the function in the source.
    /// `read` reads a file.
    pub(super) fn original(&self, position: Position, read: impl FnOnce(&Path) -> Option<Vec<u8>>) -> Option<Original> {
        let mapped = self.source_map(read)?;
        // Source maps count UTF-16 code units.
        let (line, units) = self.index().line_and_units(self.index().offset(position));
        let original = mapped.map.original(line - 1, units)?;
        let (line, column) = original.position;
        let source = mapped.source(&original.file);
        let name = source.and_then(|source| source.names.name_at(line, column).map(str::to_owned));
        Some(Original { name: name.or(original.name), ..original })
    }

    fn source_map(&self, read: impl FnOnce(&Path) -> Option<Vec<u8>>) -> Option<&Mapped> {
        let find = || {
            let map = SourceMap::of(&self.text, &self.path, read)?;
            Some(Mapped { map, sources: Mutex::default() })
        };
        self.source_map.get_or_init(find).as_ref()
    }

    /// Returns the place of a call in V8, for that of its parenthesis. Other positions stay as they are.
    pub(super) fn callee(&self, position: Position) -> Position {
        let callee = callee(&self.text, self.index().offset(position) as usize);
        let callee = callee.and_then(|offset| u32::try_from(offset).ok());
        callee.map_or(position, |offset| self.index().position(offset))
    }

    fn index(&self) -> &TextIndex {
        self.index.get_or_init(|| TextIndex::new(&self.text))
    }

    /// Returns the text of a source that the source map of the file contains.
    pub(super) fn mapped_text(&self, file: &str) -> Option<Arc<str>> {
        let mapped = self.source_map.get()?.as_ref()?;
        Some(Arc::clone(&mapped.source(file)?.text))
    }
}

/// The language of a file of a project. Babel, which compiles the tests of Jest, finds JSX in files of JavaScript, too.
/// A file that parses without it has none.
fn language_in_tests(path: &Path, text: &str) -> Language {
    let language = Language::of(path);
    let may_have_jsx =
        language == Language::JavaScript && !is_in_package(path) && ["/>", "</"].iter().any(|sign| text.contains(sign));
    if !may_have_jsx || !fits_a_large_stack(text) {
        return language;
    }
    let parses = |language| {
        let source_type = Stated::Nothing.source_type(language);
        parse(&Allocator::default(), text, source_type, Thoroughness::Usual).errors.is_empty()
    };
    if !parses(language) && parses(Language::Jsx) { Language::Jsx } else { language }
}

/// Why nothing is known of a file that does not announce its functions.
fn silent(path: &Path) -> Obstacle {
    Obstacle::everywhere(format_args!("the file `{}`, which is nested too deeply,", path.display()))
}

/// Compiles a text, with counters if the file is counted. What is known about the file is what its own text says.
///
/// # Errors
///
/// As [`compile`].
fn compile_counted(
    Inserted { coverage, uses }: &Inserted,
    text: &str,
    stated: Stated,
    settings: &Settings<'_>,
) -> Result<Compiled, Box<Diagnostic>> {
    let compiled = compile(text, stated, settings)?;
    if let Some(uses) = uses {
        if !fits_a_large_stack(text) {
            uses.are_open(silent(settings.path));
            return Ok(compiled);
        }
        let source_type = compiled.stated.source_type(settings.language);
        let Some(announced) = announce(uses, settings.path, text, source_type) else { return Ok(compiled) };
        let Ok(with_calls) = compile(&announced.text, compiled.stated, settings) else {
            uses.are_open(silent(settings.path));
            return Ok(compiled);
        };
        return Ok(Compiled {
            text: Some(with_calls.text.unwrap_or(announced.text)),
            positions: with_calls.positions.without_counters(announced.shifts),
            ..compiled
        });
    }
    let Some(coverage) = coverage.as_ref().filter(|_| fits_a_large_stack(text)) else { return Ok(compiled) };
    let source_type = compiled.stated.source_type(settings.language);
    let Some(counted) = coverage.count(settings.path, text, source_type) else { return Ok(compiled) };
    let Ok(with_counters) = compile(&counted.text, compiled.stated, settings) else {
        coverage.fail(settings.path);
        return Ok(compiled);
    };
    Ok(Compiled {
        text: Some(with_counters.text.unwrap_or_else(|| counted.text.clone())),
        positions: with_counters.positions.without_counters(counted.shifts.clone()),
        ..compiled
    })
}

impl Mapped {
    fn source(&self, file: &str) -> Option<Arc<Source>> {
        let mut sources = self.sources.lock().ok()?;
        let source = sources.entry(file.to_owned()).or_insert_with(|| {
            let text: Arc<str> = self.map.content(file)?.into();
            let names = names_in(&text, Stated::Nothing, Language::of(Path::new(file)));
            Some(Arc::new(Source { text, names }))
        });
        source.clone()
    }
}

/// Returns the names of the functions in a text. There are none if it is nested too deeply.
fn names_in(text: &str, stated: Stated, language: Language) -> FunctionNames {
    with_program(text, stated, language, |program| FunctionNames::new(program, text)).unwrap_or_default()
}

/// Parses a text that has been compiled before. `None` if it is nested too deeply.
fn with_program<R>(text: &str, stated: Stated, language: Language, steps: impl FnOnce(&Program<'_>) -> R) -> Option<R> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    let source_type = stated.source_type(language);
    Some(steps(&parse(&allocator, text, source_type, Thoroughness::Usual).program))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::language_in_tests;
    use crate::module_format::Language;

    #[test]
    fn files_of_tests_may_have_jsx_in_javascript() {
        for (name, text, expected) in [
            ("/a.js", "render(<p>text</p>);", Language::Jsx),
            ("/a.js", "import a from 'a';\nexport default () => <a.b />;", Language::Jsx),
            ("/a.js", "const text = '<p>text</p>';", Language::JavaScript),
            ("/a.js", "render(<p>text</p>; // not valid", Language::JavaScript),
            ("/a.ts", "const text = '<br />';", Language::TypeScript),
            ("/node_modules/a/a.js", "render(<p>text</p>);", Language::JavaScript),
        ] {
            assert_eq!(language_in_tests(Path::new(name), text), expected, "{name}: {text}");
        }
    }
}

//! Turns the text of a file into text that the engine runs.

use std::path::Path;

use indexmap::IndexSet;
use oxc_allocator::Allocator;
use oxc_ast::ast::{Program, Statement};
use oxc_semantic::Scoping;
use oxc_span::SourceType;
use posttask::internal::runtime::fits_a_large_stack;

use super::call_places::CallPlaces;
use super::compiler_options::{CompilerOptions, Guards};
use super::corrections::{CORRECTIONS, Step, Text, correct};
use super::diagnostic::Diagnostic;
use super::edits::Shifts;
use super::error_places::{Outermost, check_superclasses, explain_caught, guard, guard_all};
use super::export_names::{ExportNames, export_names};
use super::link_changes::LinkChanges;
use super::links::Links;
use super::module_format::{Language, Signs, Stated};
use super::node_globals::needs_node_globals;
use super::position_map::PositionMap;
use super::printer::print;
use super::refused_text::note_refused_text;
use super::required::required;
use super::self_replacing::self_replacing_names;
use super::syntax::{Syntax, Thoroughness, parse};
use super::syntax_error::{Features, SyntaxError, features, syntax_error};
use super::text_index::Position;
use super::top_level_await::awaits_at_top_level;
use super::transforms::{Settings, Transformed, Tree, apply_all};

/// The text of a file for the engine.
#[derive(Debug)]
pub(super) struct Compiled {
    /// `None` if it is the text of the file.
    pub(super) text: Option<String>,
    /// Where positions of `text` are in the file.
    pub(super) positions: Positions,
    pub(super) stated: Stated,
    pub(super) signs: Signs,
    /// What the file exports if it is a CommonJS module.
    pub(super) exports: ExportNames,
    /// What it requires then.
    pub(super) required: Vec<String>,
    /// Whether it fails at once without the globals of Node.
    pub(super) needs_node_globals: bool,
    /// What the file imports and exports if it is an ES module.
    pub(super) links: Links,
    /// Whether it awaits outside of functions then.
    pub(super) awaits: bool,
    /// The properties whose getters replace themselves.
    pub(super) self_replacing: IndexSet<String>,
}

/// Compiles the text of a file.
///
/// # Errors
///
/// Returns the first error in the text.
pub(super) fn compile(text: &str, stated: Stated, settings: &Settings<'_>) -> Result<Compiled, Box<Diagnostic>> {
    let language = settings.language;
    if language == Language::Binary {
        let (message, help) =
            ("native modules and WebAssembly are not supported", "use a JavaScript version, if there is one");
        return Err(Box::new(Diagnostic::of_whole_text(message.to_owned(), Some(help.to_owned()))));
    }
    if !fits_a_large_stack(text) {
        // The parser would overflow the stack. The engine checks again, and refuses the text.
        return Ok(Compiled {
            text: None,
            positions: Positions::default(),
            stated,
            signs: Signs::default(),
            exports: ExportNames::default(),
            required: Vec::new(),
            needs_node_globals: false,
            links: Links::default(),
            awaits: false,
            self_replacing: IndexSet::new(),
        });
    }
    let source_type = stated.source_type(language);
    compile_as(text, source_type, stated, settings).or_else(|error| {
        let is_open = matches!(stated, Stated::Nothing | Stated::PackageCommonJs);
        // Only CommonJS modules may contain a `return` or a `new.target` outside functions.
        let as_common_js = source_type.with_commonjs(true);
        let retried = is_open.then(|| compile_as(text, as_common_js, Stated::CommonJs, settings).ok()).flatten();
        retried.filter(|compiled| compiled.signs.uses_common_js() || error.is_new_target()).ok_or(error)
    })
}

fn compile_as(
    text: &str,
    source_type: SourceType,
    stated: Stated,
    settings: &Settings<'_>,
) -> Result<Compiled, Box<Diagnostic>> {
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    let failed = |error| Box::new(Diagnostic::new(error, text));
    let features = checked(&syntax, text).map_err(failed)?;
    let has_jsx_imports = features.jsx.is_some() && !settings.options.jsx.is_classic_in(&syntax.program);
    let signs = if has_jsx_imports { Signs::of(&syntax).with_imports(stated) } else { Signs::of(&syntax) };
    let (exports, required) = if signs.may_be_common_js(stated) {
        (export_names(&syntax.program), required(&syntax.program, &syntax.scoping))
    } else {
        Default::default()
    };
    let needs_node_globals = needs_node_globals(&syntax.program, &syntax.scoping);
    let awaits = awaits_at_top_level(&syntax.program);
    let self_replacing = self_replacing_names(&syntax.program);
    let Syntax { mut program, scoping, record, .. } = syntax;
    program.source_type = program.source_type.with_module(signs.has_module_syntax());
    let mut tree = Tree { allocator: &allocator, program, scoping, features };
    let Transformed { calls, links } = apply_all(&mut tree, &record, settings).map_err(failed)?;
    let (text, positions) = finish(tree, calls, Some(settings));
    Ok(Compiled {
        text,
        positions,
        stated,
        signs,
        exports,
        required,
        needs_node_globals,
        links,
        awaits,
        self_replacing,
    })
}

/// Prints a tree if it has changed, and corrects the text. `None` if it is still that of the file.
fn finish(tree: Tree<'_>, calls: Option<CallPlaces>, settings: Option<&Settings<'_>>) -> (Option<String>, Positions) {
    let allocator = tree.allocator;
    let Some(calls) = calls else {
        return corrected(allocator, &tree.program, &tree.scoping, settings, PositionMap::default());
    };
    let (text, positions) = print(&tree.program, tree.scoping, &calls);
    let syntax = parse(allocator, allocator.alloc_str(&text), tree.program.source_type, Thoroughness::Usual);
    let (corrected, positions) = corrected(allocator, &syntax.program, &syntax.scoping, settings, positions);
    (corrected.or(Some(text)), positions)
}

/// What is done with a text after it has been corrected.
const ERROR_PLACES: [Step; 3] = [
    Step::Correct(|it, edits| explain_caught(it.program, it.scoping, edits)),
    Step::Correct(|it, edits| {
        if it.options.is_some() {
            check_superclasses(it.program, it.scoping, edits);
        }
    }),
    Step::Correct(|it, edits| {
        let outermost = match it.options.map(|options| options.guards) {
            Some(Guards::Indistinct) => return guard(it.program, it.scoping, edits),
            Some(Guards::Input) if awaits_at_top_level(it.program) => Outermost::Unguarded,
            Some(Guards::All) if it.program.source_type.is_module() => Outermost::Declares,
            Some(Guards::All | Guards::Input) => Outermost::UsesHost,
            // Errors in texts that are not files have no places that are known.
            None => return,
        };
        guard_all(it.program, it.scoping, outermost, || it.names.fresh(), edits);
    }),
];

/// Returns a text without what the engine compiles wrongly. `None` if it is right.
fn corrected<'a>(
    allocator: &'a Allocator,
    program: &Program<'a>,
    scoping: &Scoping,
    settings: Option<&Settings<'_>>,
    positions: PositionMap,
) -> (Option<String>, Positions) {
    let steps = [&CORRECTIONS[..], &ERROR_PLACES[..]].concat();
    let options = settings.map(|settings| settings.options);
    let changes = settings.map(|settings| settings.changes);
    match correct(allocator, &Text::new(program, scoping, options, changes), &steps) {
        Some(corrected) => {
            let positions = Positions { shifts: corrected.shifts, printed: positions, ..Positions::default() };
            (Some(corrected.text), positions)
        }
        None => (None, Positions { printed: positions, ..Positions::default() }),
    }
}

/// Where positions of the text for the engine are in the file.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// Those of the corrections, the last round first.
    shifts: Vec<Shifts>,
    printed: PositionMap,
    /// Those of the counters that were inserted before everything else.
    counters: Shifts,
}

impl Positions {
    /// Returns the position in the file of a position in the text for the engine.
    pub(super) fn original(&self, position: Position) -> Position {
        let corrected = self.shifts.iter().fold(position, |position, shifts| shifts.original(position));
        self.counters.original(self.printed.original(corrected))
    }

    /// Returns the positions of a text in the file that it was made of by inserting counters.
    pub(super) fn without_counters(self, counters: Shifts) -> Self {
        Self { counters, ..self }
    }
}

/// Returns the text of a file that is compiled, as [`compile`] prints it before it corrects it, and where its positions
/// are in the file. `None` if it is the text of the file.
pub(super) fn printed(text: &str, stated: Stated, settings: &Settings<'_>) -> Option<(String, PositionMap)> {
    let allocator = Allocator::default();
    let source_type = stated.source_type(settings.language);
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    let features = checked(&syntax, text).ok()?;
    let mut tree = Tree { allocator: &allocator, program: syntax.program, scoping: syntax.scoping, features };
    let Transformed { calls, .. } = apply_all(&mut tree, &syntax.record, settings).ok()?;
    Some(print(&tree.program, tree.scoping, &calls?))
}

/// Returns a text that a program has made without what the engine compiles wrongly. `None` if it is right, or if it is
/// not a text that the parser knows: the engine says why, and [`refused_text`] does in other words.
pub(super) fn correct_text(text: &str) -> Option<String> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    // As in a CommonJS module, `new.target` may be allowed. The engine knows.
    let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
    let features = checked(&syntax, text).map_err(|error| note_refused_text(text, error.message)).ok()?;
    let options = CompilerOptions::default();
    let (path, language, changes) = (Path::new(""), Language::JavaScript, LinkChanges::default());
    let settings = Settings { path, language, options: &options, changes: &changes };
    let mut tree = Tree { allocator: &allocator, program: syntax.program, scoping: syntax.scoping, features };
    let Transformed { calls, .. } = apply_all(&mut tree, &syntax.record, &settings).ok()?;
    finish(tree, calls, None).0
}

/// Returns why a text is not that of a function and nothing else. `None` if it is, or if it is nested too deeply for
/// the parser: the engine refuses it.
pub(super) fn error_in_function(text: &str) -> Option<String> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
    if let Err(error) = checked(&syntax, text) {
        return Some(error.message);
    }
    let is_one = matches!(syntax.program.body.as_slice(), [Statement::FunctionDeclaration(_)]);
    (!is_one).then(|| "the source text ends the function early".to_owned())
}

/// Returns the syntax that has to be compiled.
///
/// # Errors
///
/// The first error in the text.
fn checked(syntax: &Syntax<'_>, text: &str) -> Result<Features, SyntaxError> {
    match syntax_error(&syntax.errors, text, syntax.program.source_type) {
        Some(error) => Err(error),
        None => features(&syntax.program),
    }
}

/// Explains why the engine refused a text that [`compile`] has accepted. `None` if the engine alone knows.
pub(super) fn explain(text: &str, language: Language, stated: Stated) -> Option<Diagnostic> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    let source_type = stated.source_type(language);
    let syntax = parse(&allocator, text, source_type, Thoroughness::WithRegularExpressions);
    checked(&syntax, text).err().map(|error| Diagnostic::new(error, text))
}

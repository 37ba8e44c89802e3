//! Turns the text of a file into text that the engine runs, with the same lines.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::Statement;
use oxc_span::SourceType;
use posttask::internal::runtime::fits_a_large_stack;

use super::array_lengths::bracket_lengths;
use super::corrections::correct;
use super::diagnostic::Diagnostic;
use super::edits::{Edits, PositionMap};
use super::error_places::{explain_caught, guard};
use super::escaped_names::rename_using;
use super::export_names::{ExportNames, export_names};
use super::links::Links;
use super::module_format::{Language, Signs, Stated};
use super::node_env::replace_node_env;
use super::spelling::respell;
use super::syntax::{Syntax, Thoroughness, parse};
use super::syntax_error::{Label, SyntaxError, syntax_error, unsupported};
use super::type_eraser::{Refusal, erase_types};
use super::type_exports::TypeExports;

/// The text of a file for the engine.
#[derive(Debug)]
pub(super) struct Compiled {
    /// `None` if it is the text of the file.
    pub(super) text: Option<String>,
    /// Where positions of `text` are in the file.
    pub(super) positions: PositionMap,
    pub(super) stated: Stated,
    pub(super) signs: Signs,
    /// What the file exports if it is a CommonJS module.
    pub(super) exports: ExportNames,
    /// What the file imports and exports if it is an ES module.
    pub(super) links: Links,
}

/// Compiles the text of a file. `types` are exports that are known to be types.
///
/// # Errors
///
/// Returns the first error in the text.
pub(super) fn compile(
    text: &str,
    path: &Path,
    stated: Stated,
    node_env: &'static str,
    types: &TypeExports,
) -> Result<Compiled, Box<Diagnostic>> {
    let language = Language::of(path);
    let refused = match language {
        Language::JavaScript | Language::TypeScript => None,
        Language::Jsx => {
            Some(("files with JSX are not supported", "compile JSX to JavaScript first, for example with esbuild"))
        }
        Language::Binary => {
            Some(("native modules and WebAssembly are not supported", "use a version in JavaScript, if there is one"))
        }
    };
    if let Some((message, help)) = refused {
        return Err(Box::new(Diagnostic::of_whole_text(message.to_owned(), Some(help.to_owned()))));
    }
    if !fits_a_large_stack(text) {
        // The parser would overflow the stack. The engine checks again, and refuses the text.
        return Ok(Compiled {
            text: None,
            positions: PositionMap::default(),
            stated,
            signs: Signs::default(),
            exports: ExportNames::default(),
            links: Links::default(),
        });
    }
    let source_type = stated.source_type(language);
    compile_as(text, source_type, stated, node_env, types).or_else(|error| {
        let is_open = matches!(stated, Stated::Nothing | Stated::PackageCommonJs);
        // Only CommonJS modules may contain a `return` or a `new.target` outside functions.
        let as_common_js = source_type.with_commonjs(true);
        let retried = is_open.then(|| compile_as(text, as_common_js, Stated::CommonJs, node_env, types).ok()).flatten();
        retried.filter(|compiled| compiled.signs.uses_common_js() || error.is_new_target()).ok_or(error)
    })
}

fn compile_as(
    text: &str,
    source_type: SourceType,
    stated: Stated,
    node_env: &'static str,
    types: &TypeExports,
) -> Result<Compiled, Box<Diagnostic>> {
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    if let Some(error) = error_in(&syntax, text) {
        return Err(Box::new(Diagnostic::new(error, text)));
    }
    let signs = Signs::of(&syntax);
    let exports = if signs.may_be_common_js(stated) { export_names(syntax.program) } else { ExportNames::default() };
    let mut edits = edits(&syntax, text, node_env)?;
    types.erase(syntax.program, &mut edits);
    let links = Links::of(&syntax, &edits);
    let (text, positions) = if edits.is_empty() {
        (None, PositionMap::default())
    } else {
        let (text, positions) = edits.apply(text);
        (Some(text), positions)
    };
    Ok(Compiled { text, positions, stated, signs, exports, links })
}

/// Returns a text that a program has made without what the engine compiles wrongly. `None` if it is right, or if it is
/// not a text that the parser knows: the engine says why.
pub(super) fn correct_text(text: &str) -> Option<String> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    // As in a CommonJS module, `new.target` may be allowed. The engine knows.
    let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
    if !syntax.errors.is_empty() {
        return None;
    }
    let mut edits = Edits::default();
    correct_script(&syntax, &mut edits);
    (!edits.is_empty()).then(|| edits.apply(text).0)
}

/// Returns why a text is not that of a function and nothing else. `None` if it is, or if it is nested too deeply for the
/// parser: the engine refuses it.
pub(super) fn error_in_function(text: &str) -> Option<String> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
    if let Some(error) = error_in(&syntax, text) {
        return Some(error.message);
    }
    let is_one = matches!(syntax.program.body.as_slice(), [Statement::FunctionDeclaration(_)]);
    (!is_one).then(|| "the text ends the function early".to_owned())
}

fn error_in(syntax: &Syntax<'_>, text: &str) -> Option<SyntaxError> {
    syntax_error(&syntax.errors, text, syntax.program.source_type).or_else(|| unsupported(syntax.program))
}

/// Explains why the engine refused a text that [`compile`] has accepted. `None` if the engine alone knows.
pub(super) fn explain(text: &str, path: &Path, stated: Stated) -> Option<Diagnostic> {
    if !fits_a_large_stack(text) {
        return None;
    }
    let allocator = Allocator::default();
    let source_type = stated.source_type(Language::of(path));
    let syntax = parse(&allocator, text, source_type, Thoroughness::WithRegularExpressions);
    error_in(&syntax, text).map(|error| Diagnostic::new(error, text))
}

/// Returns the changes that make a text one that the engine runs.
fn edits(syntax: &Syntax<'_>, text: &str, node_env: &'static str) -> Result<Edits, Box<Diagnostic>> {
    let mut edits = Edits::default();
    if let Some(hashbang) = &syntax.program.hashbang {
        edits.blank(hashbang.span);
    }
    if syntax.program.source_type.is_typescript() {
        let refusals = erase_types(syntax.program, &syntax.scoping, text, &mut edits);
        if let Some(refusal) = refusals.into_iter().next() {
            return Err(Box::new(Diagnostic::new(refusal.into(), text)));
        }
    }
    correct_script(syntax, &mut edits);
    guard(syntax.program, &syntax.scoping, &mut edits);
    replace_node_env(syntax.program, &syntax.scoping, node_env, &mut edits);
    Ok(edits)
}

fn correct_script(syntax: &Syntax<'_>, edits: &mut Edits) {
    correct(syntax.program, &syntax.scoping, edits);
    respell(syntax.program, edits);
    bracket_lengths(syntax.program, edits);
    rename_using(syntax.program, &syntax.scoping, edits);
    explain_caught(syntax.program, &syntax.scoping, edits);
}

impl From<Refusal> for SyntaxError {
    fn from(Refusal { span, message, help }: Refusal) -> Self {
        Self { message, place: Label { span, text: None }, labels: Vec::new(), help }
    }
}

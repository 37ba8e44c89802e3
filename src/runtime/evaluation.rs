//! Evaluates source text and provides its value, for the prompt and for `run -p`.
//!
//! A script has a completion value. A module does not, so if source text only parses as a module (because it contains
//! `await` or `import`), its last expression becomes the module's default export. At a prompt, the names that an input
//! declares must be visible to the next input, which may declare them again: see [`Declarations::Shared`].

use std::path::Path;
use std::rc::Rc;

use boa_engine::ast::operations::{
    VarScopedDeclaration, bound_names, lexically_declared_names, var_declared_names, var_scoped_declarations,
};
use boa_engine::ast::scope::Scope;
use boa_engine::interner::{Interner, Sym};
use boa_engine::object::builtins::JsPromise;
use boa_engine::parser::{Error as ParseError, Parser};
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue, Module, Source, js_string};

use super::Runtime;
use super::large_stack::fits_a_large_stack;
use super::program::start_a_module;
use super::script_or_module::more_relevant_error;
use crate::engine::module_source::parse_unplaced;
use crate::engine::{
    ClassicScript, DECLARE, check_nesting, parse_a_script, provide_declare, run_and_rethrow, with_place,
};
use crate::event_loop::marked;
use crate::web::html::own_property;
use crate::web::webidl::{OnSettled, when_settled};

/// The scope of the names that a source text declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declarations {
    /// The same as for an ordinary script or module.
    Own,
    /// Source texts that are evaluated later can access the names, and may declare them again.
    Shared,
}

/// Whether a source text is a whole program, as far as the parser can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It parses, or would not parse with more text either.
    Complete,
    /// It may parse when more text is added.
    Incomplete,
}

/// Returns whether a source text is complete or needs more lines. Needs a stack of [`LARGE_STACK`](super::LARGE_STACK)
/// bytes, because the text is parsed.
#[must_use]
pub fn completeness(source: &str) -> Completeness {
    if !fits_a_large_stack(source) {
        return Completeness::Complete;
    }
    let needs_more = |error: &ParseError| match error {
        ParseError::AbruptEnd => true,
        ParseError::Lex { err } => {
            let message = err.to_string();
            message.contains("unterminated template") || message.contains("unterminated multiline comment")
        }
        _ => false,
    };
    let incomplete = |text: &str| {
        let script = parse_script(text).err();
        script
            .is_some_and(|error| needs_more(&error) || parse_module(text).err().is_some_and(|error| needs_more(&error)))
    };
    // An object literal may look like an incomplete block. In parentheses, it parses.
    let is_expression = || parse_script(&format!("({source}\n)")).is_ok();
    if incomplete(source) && !is_expression() { Completeness::Incomplete } else { Completeness::Complete }
}

fn parse_script(text: &str) -> Result<Vec<String>, ParseError> {
    let mut interner = Interner::default();
    let script = Parser::new(Source::from_bytes(text)).parse_script(&Scope::new_global(), &mut interner)?;
    Ok(names(lexically_declared_names(&script), &interner))
}

fn parse_module(text: &str) -> Result<Vec<String>, ParseError> {
    let mut interner = Interner::default();
    let module = Parser::new(Source::from_bytes(text)).parse_module(&Scope::new_global(), &mut interner)?;
    let declared = lexically_declared_names(&module).into_iter().chain(var_declared_names(&module));
    Ok(names(declared, &interner))
}

fn names(symbols: impl IntoIterator<Item = Sym>, interner: &Interner) -> Vec<String> {
    let names = symbols.into_iter().map(|symbol| interner.resolve_expect(symbol).to_string());
    // Leave out the name that the parser gives to an anonymous default export.
    names.filter(|name| crate::web::html::is_identifier(name) && name != "default").collect()
}

/// Returns the names that a script declares with `var`, in blocks, too, but not in functions. None of them if it does
/// not parse.
#[must_use]
pub fn declared_variables(source: &str) -> Vec<String> {
    if !fits_a_large_stack(source) {
        return Vec::new();
    }
    let mut interner = Interner::default();
    let script = Parser::new(Source::from_bytes(source)).parse_script(&Scope::new_global(), &mut interner);
    let Ok(script) = script else { return Vec::new() };
    let variables = var_scoped_declarations(&script).into_iter().filter_map(|declaration| match declaration {
        VarScopedDeclaration::VariableDeclaration(variable) => Some(bound_names(&variable)),
        _ => None,
    });
    let names = variables.flatten();
    names.filter_map(|name| interner.resolve(name)?.utf8().map(str::to_owned)).collect()
}

/// Returns the source text of a call that exposes the names to other source texts, as accessors of the global object
/// that read and write the variables.
fn prologue(declare: &str, names: &[String]) -> String {
    // The parameter of the setter must not have the name of the variable.
    let accessors = names.iter().map(|name| format!("{name:?},()=>{name},{name}$=>{{{name}={name}$}}"));
    format!("{declare}({});", accessors.collect::<Vec<_>>().join(","))
}

/// Returns an unused name for the function that a script with declarations calls first.
fn name_of_declare(source: &str, context: &Context) -> String {
    let global = context.global_object();
    let mut name = DECLARE.to_owned();
    while source.contains(&name) || own_property(&global, &JsString::from(name.as_str()).into()).is_some() {
        name.push('$');
    }
    name
}

/// A source text, transformed for evaluation.
struct Prepared {
    text: String,
    kind: PreparedKind,
    /// Whether a line was inserted before the text.
    shifted: bool,
}

enum PreparedKind {
    /// A script, and the name of the global function that it calls first, if any.
    Script(Option<String>),
    Module,
}

/// A parsed text, ready for evaluation.
enum ParsedText {
    Script(ClassicScript, Option<String>),
    Module(Module),
}

impl Prepared {
    fn script(text: String) -> Self {
        Self { text, kind: PreparedKind::Script(None), shifted: false }
    }

    fn parse(self, path: &Path, context: &mut Context) -> JsResult<ParsedText> {
        let path = if self.shifted { &marked(path) } else { path };
        match self.kind {
            PreparedKind::Script(declare) => {
                Ok(ParsedText::Script(parse_a_script(&self.text, Some(path), context)?, declare))
            }
            PreparedKind::Module => Ok(ParsedText::Module(parse_unplaced(&self.text, path, context)?)),
        }
    }
}

/// Decides whether a source text is a script or a module, and adds the code around it.
fn prepare(
    source: &str,
    path: &Path,
    declarations: Declarations,
    explain: &dyn Fn() -> Option<JsError>,
    context: &mut Context,
) -> JsResult<Prepared> {
    check_nesting(source, context).map_err(|error| with_place(error, source, path, context))?;
    let shared = declarations == Declarations::Shared;
    let looks_like_object = shared && source.trim_start().starts_with('{') && !source.trim_end().ends_with(';');
    if looks_like_object && parse_script(&format!("({source}\n)")).is_ok() {
        return Ok(Prepared { shifted: true, ..Prepared::script(format!("(\n{source}\n)")) });
    }
    match (parse_script(source), parse_module(source)) {
        (Ok(names), _) if !shared || names.is_empty() => Ok(Prepared::script(source.to_owned())),
        (Ok(names), _) => {
            let declare = name_of_declare(source, context);
            let text = format!("{{{}\n{source}\n}}", prologue(&declare, &names));
            Ok(Prepared { text, kind: PreparedKind::Script(Some(declare)), shifted: true })
        }
        (Err(_), Ok(names)) => {
            // The call is needed even without names: it removes the function.
            let declare = format!("import.meta.{DECLARE}");
            let before = if shared { format!("{}\n", prologue(&declare, &names)) } else { String::new() };
            let text = format!("{before}{}", with_default_export(source));
            Ok(Prepared { text, kind: PreparedKind::Module, shifted: shared })
        }
        // The text is neither a script nor a module. Without another explanation, the engine's errors say why.
        (Err(_), Err(_)) => {
            if let Some(error) = explain() {
                return Err(error);
            }
            let as_script = parse_a_script(source, Some(path), context).err();
            let as_module = Module::parse(Source::from_bytes(source).with_path(path), None, context).err();
            let error = match (as_script, as_module) {
                (Some(as_script), Some(as_module)) => more_relevant_error(as_script, as_module, source),
                _ => JsNativeError::syntax().with_message("the source text cannot be parsed").into(),
            };
            Err(with_place(error, source, path, context))
        }
    }
}

/// Turns the expression at the end of a module, if there is one, into its default export: the longest expression for
/// which the text before it also parses.
fn with_default_export(source: &str) -> String {
    let text = source.trim_end().trim_end_matches(';');
    let is_expression = |text: &str| !text.trim().is_empty() && parse_module(&format!("void (\n{text}\n)")).is_ok();
    let ends = text.char_indices().filter(|(_, character)| matches!(character, ';' | '}' | '\n'));
    for end in std::iter::once(0).chain(ends.map(|(index, character)| index + character.len_utf8())) {
        let (before, last) = text.split_at(end);
        if !is_expression(last) || (end > 0 && parse_module(before).is_err()) {
            continue;
        }
        // This line break does not end a statement if the text also parses without it.
        let joined = before.strip_suffix('\n').map(|before| format!("{before} {last}"));
        if joined.is_some_and(|joined| parse_module(&joined).is_ok()) {
            continue;
        }
        let exported = format!("{before}export default ({last}\n);");
        if parse_module(&exported).is_ok() {
            return exported;
        }
    }
    source.to_owned()
}

impl Runtime {
    /// Evaluates a source text and passes its value to `done`: for a script, immediately; for a module, when it has
    /// ended. A value that is a promise is not awaited. `path` is the name of the text in errors, and its imports are
    /// relative to this path. `explain` may return a better error for a text that does not parse.
    #[doc(hidden)]
    pub fn evaluate(
        &mut self,
        source: &str,
        path: &Path,
        declarations: Declarations,
        explain: &dyn Fn() -> Option<JsError>,
        done: OnSettled,
    ) {
        let event_loop = Rc::clone(self.event_loop());
        self.with_context(|context| {
            let prepared = prepare(source, path, declarations, explain, context);
            match prepared.and_then(|prepared| prepared.parse(path, context)) {
                Err(error) => done(Err(error), context),
                Ok(ParsedText::Script(script, declare)) => {
                    let global = context.global_object();
                    let provided = declare.map_or(Ok(()), |name| provide_declare(&global, name.into(), context));
                    let result = provided.and_then(|()| run_and_rethrow(&script, &event_loop, context));
                    done(result, context);
                }
                Ok(ParsedText::Module(module)) => {
                    let namespace = module.clone();
                    let ended = move |result: JsResult<JsValue>, context: &mut Context| {
                        let value =
                            result.and_then(|_| namespace.namespace(context).get(js_string!("default"), context));
                        done(value, context);
                    };
                    start_a_module(&module, Box::new(ended), &event_loop, context);
                }
            }
        });
    }

    /// Like [`Self::evaluate`] with [`Declarations::Own`], but awaits a value that is a promise.
    #[doc(hidden)]
    pub fn evaluate_and_await(
        &mut self,
        source: &str,
        path: &Path,
        explain: &dyn Fn() -> Option<JsError>,
        done: OnSettled,
    ) {
        let await_it = |result: JsResult<JsValue>, context: &mut Context| {
            let promise = result.as_ref().ok().and_then(JsValue::as_object).map(JsPromise::from_object);
            match promise {
                Some(Ok(promise)) => when_settled(&promise, done, context),
                _ => done(result, context),
            }
        };
        self.evaluate(source, path, Declarations::Own, explain, Box::new(await_it));
    }
}

#[cfg(test)]
mod tests {
    use super::{Completeness, completeness, with_default_export};

    #[test]
    fn the_longest_trailing_expression_is_exported() {
        let exported = |source: &str| with_default_export(source).replace('\n', " ");
        assert_eq!(exported("await f()"), "export default (await f() );");
        assert_eq!(exported("a; await b\n.c()"), "a;export default ( await b .c() );");
        assert_eq!(exported("let x = await 1; x"), "let x = await 1;export default ( x );");
        assert_eq!(exported("await a\nb"), "await a export default (b );");
        assert_eq!(exported("let x = await y\n+ z"), "let x = await y + z");
        assert_eq!(exported("if (a) { await b } await c"), "if (a) { await b }export default ( await c );");
        assert_eq!(exported("for (;;) { await b }"), "for (;;) { await b }");
    }

    #[test]
    fn incomplete_source_text_is_recognized() {
        for text in ["f(", "if (a) {", "`a", "/* a", "let x =", "class A {", "a.b(() => {\n", "[1,\n2", "await f("] {
            assert_eq!(completeness(text), Completeness::Incomplete, "{text}");
        }
        for text in ["1", "'a", "f)", "{a: 1, b: 2}", "await 1", "let x", "", "import x from 'y'", "1 +* 2"] {
            assert_eq!(completeness(text), Completeness::Complete, "{text}");
        }
    }
}

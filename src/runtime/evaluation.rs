//! Evaluating text for its value: what a prompt and `run -p` do.
//!
//! A script has a completion value. A text that only parses as a module (it awaits or imports) has none, so its last expression becomes
//! the module's default export. For a prompt, what a text declares must be there for the next one, and may be declared again then: see
//! [`Declarations::Shared`].

use std::path::Path;
use std::rc::Rc;

use boa_engine::ast::operations::{lexically_declared_names, var_declared_names};
use boa_engine::ast::scope::Scope;
use boa_engine::interner::{Interner, Sym};
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::parser::{Error as ParseError, Parser};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, Module, NativeFunction, Source, js_string};

use super::Runtime;
use super::program::{Done, Parsed, evaluate, further, parse_a_script, start_a_module, when_settled};
use crate::host::{check_nesting, with_place};

/// What happens to the names that a text declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declarations {
    /// They are those of an ordinary script or module.
    Own,
    /// They can be seen by later texts, and declared again by them. Positions in errors are a line too far down: take one off.
    Shared,
}

/// Whether a text is a whole program, as far as the parser can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It parses, or never will.
    Complete,
    /// It may parse when more is added.
    Incomplete,
}

/// Tells whether a text parses, does not, or needs more lines. Needs as much stack as running it.
#[must_use]
pub fn completeness(source: &str) -> Completeness {
    if check_nesting(source).is_err() {
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
    // An object literal is a block that does not parse, until it is put in parentheses.
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
    // The name of a default export that has none.
    names.filter(|name| crate::html::is_identifier(name) && name != "default").collect()
}

/// The global function that a text with declarations calls before anything else. It is gone right after.
const DECLARE: &str = "$$declare";

/// A call that makes the names visible outside: as accessors of the global that read and write the variables themselves.
fn prologue(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let accessors = names.iter().map(|name| format!("{name:?},()=>{name},$=>{{{name}=$}}"));
    format!("{DECLARE}({});", accessors.collect::<Vec<_>>().join(","))
}

/// `name, getter, setter`, again and again.
fn declare(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let global = context.global_object();
    global.delete_property_or_throw(js_string!(DECLARE), context)?;
    for declared in arguments.chunks(3) {
        let name = declared.get_or_undefined(0).to_string(context)?;
        let (get, set) = (declared.get_or_undefined(1).clone(), declared.get_or_undefined(2).clone());
        let accessor = PropertyDescriptor::builder().get(get).set(set).enumerable(true).configurable(true);
        global.define_property_or_throw(name, accessor, context)?;
    }
    Ok(JsValue::undefined())
}

fn provide_declare(context: &mut Context) -> JsResult<()> {
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(declare)).build();
    let global = context.global_object();
    global.delete_property_or_throw(js_string!(DECLARE), context)?;
    context.register_global_property(js_string!(DECLARE), function, Attribute::CONFIGURABLE)
}

/// The text as it is evaluated.
enum Prepared {
    Script(String),
    Module(String),
}

impl Prepared {
    fn parse(self, path: &Path, context: &mut Context) -> JsResult<Parsed> {
        match self {
            Self::Script(text) => parse_a_script(&text, Some(path), context).map(Parsed::Script),
            Self::Module(text) => {
                let source = Source::from_bytes(&text).with_path(path);
                Module::parse(source, None, context).map(Parsed::Module)
            }
        }
    }
}

/// Chooses how a text is read, and what is put around it.
fn prepare(source: &str, path: &Path, declarations: Declarations, context: &mut Context) -> JsResult<Prepared> {
    check_nesting(source)?;
    let shared = declarations == Declarations::Shared;
    let looks_like_object = shared && source.trim_start().starts_with('{') && !source.trim_end().ends_with(';');
    if looks_like_object && parse_script(&format!("({source}\n)")).is_ok() {
        return Ok(Prepared::Script(format!("(\n{source}\n)")));
    }
    match (parse_script(source), parse_module(source)) {
        (Ok(_), _) if !shared => Ok(Prepared::Script(source.to_owned())),
        (Ok(names), _) if names.is_empty() => Ok(Prepared::Script(format!("\n{source}"))),
        (Ok(names), _) => Ok(Prepared::Script(format!("{{{}\n{source}\n}}", prologue(&names)))),
        (Err(_), Ok(names)) => {
            let before = if shared { format!("{}\n", prologue(&names)) } else { String::new() };
            Ok(Prepared::Module(format!("{before}{}", with_default_export(source))))
        }
        // Neither: the engine's own error says best why.
        (Err(_), Err(_)) => {
            let as_script = parse_a_script(source, Some(path), context).err();
            let as_module = Module::parse(Source::from_bytes(source).with_path(path), None, context).err();
            let error = further(as_script, as_module);
            let error = error.unwrap_or_else(|| JsNativeError::syntax().with_message("this does not parse").into());
            Err(with_place(error, source, path, context))
        }
    }
}

/// Makes the last expression of a module its default export, if it ends with one: the longest one that leaves statements before it. The
/// parser decides what that is.
fn with_default_export(source: &str) -> String {
    let text = source.trim_end().trim_end_matches(';');
    let is_expression = |text: &str| !text.trim().is_empty() && parse_module(&format!("void (\n{text}\n)")).is_ok();
    let ends = text.char_indices().filter(|(_, character)| matches!(character, ';' | '}' | '\n'));
    for end in std::iter::once(0).chain(ends.map(|(index, character)| index + character.len_utf8())) {
        let (before, last) = text.split_at(end);
        if !is_expression(last) || (end > 0 && parse_module(before).is_err()) {
            continue;
        }
        // A line end that is no end of a statement: without it the text would parse too.
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
    /// Evaluates a text and hands its value to `done`: at once if it is a script, and when it has ended if it is a module. A value
    /// that is a promise is not awaited. `path` is what errors call the text, and what its imports are relative to.
    pub fn evaluate(&mut self, source: &str, path: &Path, declarations: Declarations, done: Done) {
        let event_loop = Rc::clone(self.event_loop());
        self.with_context(|context| {
            let prepared = prepare(source, path, declarations, context);
            let prepared = provide_declare(context).and(prepared);
            match prepared.and_then(|prepared| prepared.parse(path, context)) {
                Err(error) => done(Err(error), context),
                Ok(Parsed::Script(script)) => {
                    let result = evaluate(&script, &event_loop, context);
                    done(result, context);
                }
                Ok(Parsed::Module(module)) => {
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

    /// As [`Self::evaluate`], for a text of its own whose value is awaited if it is a promise.
    pub fn evaluate_and_await(&mut self, source: &str, path: &Path, done: Done) {
        let await_it = |result: JsResult<JsValue>, context: &mut Context| {
            let promise = result.as_ref().ok().and_then(JsValue::as_object).map(JsPromise::from_object);
            match promise {
                Some(Ok(promise)) => when_settled(&promise, done, context),
                _ => done(result, context),
            }
        };
        self.evaluate(source, path, Declarations::Own, Box::new(await_it));
    }
}

#[cfg(test)]
mod tests {
    use super::{Completeness, completeness, with_default_export};

    #[test]
    fn the_last_expression_is_the_longest_that_leaves_statements() {
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
    fn the_parser_decides_whether_more_is_to_come() {
        for text in ["f(", "if (a) {", "`a", "/* a", "let x =", "class A {", "a.b(() => {\n", "[1,\n2", "await f("] {
            assert_eq!(completeness(text), Completeness::Incomplete, "{text}");
        }
        for text in ["1", "'a", "f)", "{a: 1, b: 2}", "await 1", "let x", "", "import x from 'y'", "1 +* 2"] {
            assert_eq!(completeness(text), Completeness::Complete, "{text}");
        }
    }
}

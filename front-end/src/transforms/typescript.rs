//! TypeScript, JSX, `using` declarations and decorators from before the standard, compiled by the transformer of oxc.

use std::borrow::Cow;

use oxc_allocator::Allocator;
use oxc_ast::ast::{Expression, ImportOrExportKind, Program, Statement};
use oxc_ast_visit::{VisitJsMut, walk_js_mut};
use oxc_span::SPAN;
use oxc_transformer::{
    CompilerAssumptions, DecoratorOptions, ES2026Options, EnvOptions, HelperLoaderMode, HelperLoaderOptions,
    JsxOptions, JsxRuntime, TransformOptions, Transformer, TypeScriptOptions,
};

use super::snippets;
use super::transform::{Settings, Transform, Tree};
use crate::compiler_options::{CompilerOptions, Jsx};
use crate::helpers::{HELPERS, HOST};
use crate::module_format::common_js_syntax;
use crate::syntax_error::{Label, SyntaxError, syntax_error};

const COMMON_JS: (&str, &str) =
    ("this is CommonJS module syntax", "use `import` or `export`, or give the file the extension .cts");

/// Compiles what the engine does not have to JavaScript that it has.
pub(super) struct TypeScript;

impl Transform for TypeScript {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        tree.program.source_type.is_typescript() || tree.features.jsx.is_some() || tree.features.using.is_some()
    }

    fn apply(&self, tree: &mut Tree<'_>, settings: &Settings<'_>) -> Result<bool, SyntaxError> {
        let source_type = tree.program.source_type;
        if let Some(span) = common_js_syntax(&tree.program, &tree.scoping).filter(|_| source_type.is_module()) {
            let (message, help) = COMMON_JS;
            let (message, help) = (message.to_owned(), Some(help.to_owned()));
            return Err(SyntaxError { message, place: Label { span, text: None }, labels: Vec::new(), help });
        }
        let options = options_for(tree, settings.options);
        let transformer = Transformer::new(tree.allocator, settings.path, &options);
        let scoping = std::mem::take(&mut tree.scoping);
        let compiled = transformer.build_with_scoping(scoping, &mut tree.program);
        tree.scoping = compiled.scoping;
        let errors: Vec<_> = compiled.diagnostics.into_iter().collect();
        if let Some(error) = syntax_error(&errors, tree.program.source_text, source_type) {
            return Err(error);
        }
        remove_mark_of_module(&mut tree.program);
        Helpers(tree.allocator).visit_program(&mut tree.program);
        Ok(true)
    }
}

fn options_for(tree: &Tree<'_>, options: &CompilerOptions) -> TransformOptions {
    let factory = |name: &Option<String>, default: &'static str| name.clone().map_or(default.into(), Cow::Owned);
    let jsx = match tree.features.jsx {
        Some(_) => jsx_options(&options.jsx, options.jsx.is_classic_in(&tree.program)),
        None => JsxOptions::disable(),
    };
    TransformOptions {
        assumptions: CompilerAssumptions {
            set_public_class_fields: options.assigns_fields,
            ..CompilerAssumptions::default()
        },
        typescript: TypeScriptOptions {
            // Their imports are used.
            jsx_pragma: factory(&options.jsx.factory, "React.createElement"),
            jsx_pragma_frag: factory(&options.jsx.fragment_factory, "React.Fragment"),
            only_remove_type_imports: options.keeps_imports,
            remove_class_fields_without_initializer: options.assigns_fields,
            ..TypeScriptOptions::default()
        },
        decorator: DecoratorOptions {
            legacy: options.legacy_decorators.is_some(),
            emit_decorator_metadata: options.legacy_decorators.is_some_and(|it| it.emits_metadata),
            strict_null_checks: options.legacy_decorators.is_none_or(|it| it.has_strict_null_checks),
        },
        jsx,
        env: EnvOptions {
            es2026: ES2026Options { explicit_resource_management: tree.features.using.is_some() },
            ..EnvOptions::default()
        },
        helper_loader: HelperLoaderOptions { mode: HelperLoaderMode::External, ..HelperLoaderOptions::default() },
        ..TransformOptions::default()
    }
}

fn jsx_options(jsx: &Jsx, is_classic: bool) -> JsxOptions {
    JsxOptions {
        runtime: if is_classic { JsxRuntime::Classic } else { JsxRuntime::Automatic },
        development: jsx.is_for_development,
        import_source: jsx.import_source.clone().filter(|_| !is_classic),
        pragma: jsx.factory.clone().filter(|_| is_classic),
        pragma_frag: jsx.fragment_factory.clone().filter(|_| is_classic),
        display_name_plugin: false,
        ..JsxOptions::enable()
    }
}

/// Removes the `export {}` that says that a file without any other export is a module. It may be a CommonJS module.
fn remove_mark_of_module(program: &mut Program<'_>) {
    let is_mark = |statement: &Statement<'_>| {
        matches!(statement, Statement::ExportNamedDeclaration(it)
            if it.span.is_empty() && it.specifiers.is_empty() && it.export_kind == ImportOrExportKind::Value)
    };
    if program.body.last().is_some_and(is_mark) {
        program.body.pop();
    }
}

/// The object whose functions the transformer calls.
const TRANSFORMER_HELPERS: &str = "babelHelpers";

/// Lets compiled code call the functions of the hidden global.
struct Helpers<'a>(&'a Allocator);

impl<'a> VisitJsMut<'a> for Helpers<'a> {
    fn visit_expression(&mut self, it: &mut Expression<'a>) {
        match it {
            Expression::Identifier(name) if name.span.is_empty() && name.name == TRANSFORMER_HELPERS => {
                *it = snippets::expression(&format!("{HOST}.{HELPERS}"), SPAN, self.0);
            }
            _ => walk_js_mut::walk_expression(self, it),
        }
    }

    /// The transformer awaits the disposal of all resources in a function, which would be a microtask too many.
    fn visit_statement(&mut self, it: &mut Statement<'a>) {
        match awaited_disposal(it) {
            Some(resources) => {
                let text = format!(
                    "while ({resources}.d()) try {{ await {resources}.r; }} catch (error) {{ {resources}.f(error); }}"
                );
                *it = snippets::statement(&text, SPAN, self.0);
            }
            None => walk_js_mut::walk_statement(self, it),
        }
    }
}

/// Returns the name of the variable in `await _usingCtx.d()`.
fn awaited_disposal<'a>(statement: &Statement<'a>) -> Option<&'a str> {
    let Statement::ExpressionStatement(statement) = statement else { return None };
    let Expression::AwaitExpression(it) = &statement.expression else { return None };
    let Expression::CallExpression(call) = &it.argument else { return None };
    let Expression::StaticMemberExpression(member) = &call.callee else { return None };
    let Expression::Identifier(resources) = &member.object else { return None };
    (statement.span.is_empty() && member.property.name == "d").then(|| resources.name.as_str())
}

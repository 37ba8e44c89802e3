//! How TypeScript and JSX are compiled.

use oxc_ast::ast::Program;
use oxc_resolver::TsConfig;
use oxc_span::GetSpan;

use super::purpose::Purpose;

/// The options of the compiler, from the `tsconfig.json` of a file. Those of TypeScript have its names in comments.
#[derive(Clone, Debug, Default)]
pub(super) struct CompilerOptions {
    /// What the file is compiled for.
    pub(super) purpose: Purpose,
    pub(super) guards: Guards,
    /// The value of `process.env.NODE_ENV`. Files of compiled tests read the variable, which a test may change.
    pub(super) node_env: &'static str,
    pub(super) jsx: Jsx,
    /// How decorators from before the standard are compiled: `experimentalDecorators`. `None` for standard ones.
    pub(super) legacy_decorators: Option<LegacyDecorators>,
    /// Whether fields are assigned to, and not defined: the opposite of `useDefineForClassFields`.
    pub(super) assigns_fields: bool,
    /// Whether imports that are only used as types stay if they are not marked: `verbatimModuleSyntax`.
    pub(super) keeps_imports: bool,
}

/// Which expressions of a text say so if they are `undefined` or `null`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Guards {
    /// All that fail then.
    #[default]
    All,
    /// Those that the engine does not tell apart: in the files of packages and of the host.
    Indistinct,
    /// All, in the input of a prompt. If it awaits outside of functions, it has none there: `await (a)` is a call in a
    /// script, and what is evaluated is a script if it can be.
    Input,
}

/// What decorators from before the standard become.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegacyDecorators {
    /// `emitDecoratorMetadata`
    pub(super) emits_metadata: bool,
    /// `strictNullChecks`, which the metadata depends on.
    pub(super) has_strict_null_checks: bool,
}

/// What JSX becomes.
#[derive(Clone, Debug, Default)]
pub(super) struct Jsx {
    /// Whether it calls a factory that the file imports, and not functions that the compiler imports.
    pub(super) is_classic: bool,
    /// Whether it calls the function for development, with places in the source text.
    pub(super) is_for_development: bool,
    /// The package of the functions that the compiler imports: `jsxImportSource`.
    pub(super) import_source: Option<String>,
    /// `jsxFactory`
    pub(super) factory: Option<String>,
    /// `jsxFragmentFactory`
    pub(super) fragment_factory: Option<String>,
}

impl Jsx {
    /// Whether JSX is classic in a program, which may say so in a comment before its first statement.
    pub(super) fn is_classic_in(&self, program: &Program<'_>) -> bool {
        let first = program.body.first().map_or(u32::MAX, |statement| statement.span().start);
        let comments = program.comments.iter().take_while(|comment| comment.span.start < first);
        let text: String = comments.map(|comment| comment.content_span().source_text(program.source_text)).collect();
        let names = |pragma: &str| text.contains(pragma);
        match (names("@jsxRuntime classic"), names("@jsxRuntime automatic") || names("@jsxImportSource ")) {
            (true, _) => true,
            (_, true) => false,
            _ => self.is_classic || names("@jsx "),
        }
    }
}

/// The targets of the compiler that have no fields, so that it assigns to them.
const WITHOUT_FIELDS: [&str; 10] =
    ["es3", "es5", "es6", "es2015", "es2016", "es2017", "es2018", "es2019", "es2020", "es2021"];

impl CompilerOptions {
    /// Without a `tsconfig.json`, the options are those of a new project.
    pub(super) fn new(tsconfig: Option<&TsConfig>, node_env: &'static str) -> Self {
        let Some(options) = tsconfig.map(|tsconfig| &tsconfig.compiler_options) else {
            return Self { node_env, ..Self::default() };
        };
        let is_on = |option: Option<bool>| option.unwrap_or(false);
        let is_old = |target: &String| WITHOUT_FIELDS.contains(&target.to_ascii_lowercase().as_str());
        let jsx = options.jsx.as_deref().unwrap_or_default();
        let has_factory = options.jsx_factory.is_some();
        Self {
            purpose: Purpose::Run,
            guards: Guards::All,
            node_env,
            jsx: Jsx {
                is_classic: jsx == "react" || (!jsx.starts_with("react-jsx") && has_factory),
                // The packages have this function in their builds for development only.
                is_for_development: jsx == "react-jsxdev" && node_env == "development",
                import_source: options.jsx_import_source.clone(),
                factory: options.jsx_factory.clone(),
                fragment_factory: options.jsx_fragment_factory.clone(),
            },
            legacy_decorators: is_on(options.experimental_decorators).then(|| LegacyDecorators {
                emits_metadata: is_on(options.emit_decorator_metadata),
                has_strict_null_checks: is_on(options.strict_null_checks.or(options.strict)),
            }),
            assigns_fields: !options
                .use_define_for_class_fields
                .unwrap_or_else(|| !options.target.as_ref().is_some_and(is_old)),
            keeps_imports: is_on(options.verbatim_module_syntax.or(options.preserve_value_imports)),
        }
    }
}

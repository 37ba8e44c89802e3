//! Whether a file is a script, an ES module or a CommonJS module.

use std::path::Path;

use oxc_ast::ast::{
    ConditionalExpression, IdentifierReference, IfStatement, ImportOrExportKind, LogicalExpression, Program, Statement,
    TSModuleReference, UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{SourceType, Span};
use oxc_syntax::reference::Reference;

use super::package_type::PackageType;
use super::syntax::Syntax;
use super::typeof_guards::asks_for;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Script,
    Module,
    CommonJs,
}

/// How a file became part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Main,
    Imported,
    Required,
}

/// The language of a file, from its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    JavaScript,
    /// JavaScript with JSX.
    Jsx,
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    /// Files that are not text, which are refused.
    Binary,
}

impl Language {
    pub(super) fn of(path: &Path) -> Self {
        match extension(path) {
            // Components may contain TypeScript, and are compiled to it.
            "ts" | "mts" | "cts" | "vue" | "svelte" => Self::TypeScript,
            "jsx" => Self::Jsx,
            "tsx" => Self::Tsx,
            "wasm" | "node" => Self::Binary,
            _ => Self::JavaScript,
        }
    }

    pub(super) fn is_typescript(self) -> bool {
        matches!(self, Self::TypeScript | Self::Tsx)
    }

    /// Whether files of the language are compiled in any case.
    pub(super) fn is_compiled(self) -> bool {
        self.is_typescript() || self.has_jsx()
    }

    fn has_jsx(self) -> bool {
        matches!(self, Self::Jsx | Self::Tsx)
    }
}

/// Whether a file is a component of Vue or Svelte, or a module with the runes of Svelte, which a package compiles.
pub(super) fn is_component(path: &Path) -> bool {
    let is_rune_module =
        || path.file_stem().is_some_and(|stem| Path::new(stem).extension().is_some_and(|it| it == "svelte"));
    match extension(path) {
        "vue" | "svelte" => true,
        "js" | "ts" => is_rune_module(),
        _ => false,
    }
}

/// Whether a file only declares types, such as `module.d.ts`.
#[must_use]
pub fn is_declaration(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with(".d"))
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// What the name and the package of a file say about its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    Module,
    CommonJs,
    /// The package says that its `.js` files are CommonJS modules. New packages say so even if they are not, so a file
    /// with `import` or `export` is a module all the same.
    PackageCommonJs,
    Nothing,
}

impl Stated {
    /// Returns what the extension says, or else the `type` of the package.
    pub(super) fn of(path: &Path, package_type: impl FnOnce() -> Option<PackageType>) -> Self {
        match extension(path) {
            "mjs" | "mts" => Self::Module,
            "cjs" | "cts" => Self::CommonJs,
            _ => match package_type() {
                Some(PackageType::Module) => Self::Module,
                Some(PackageType::CommonJs) => Self::PackageCommonJs,
                None => Self::Nothing,
            },
        }
    }

    /// Returns how the text is parsed first.
    pub(super) fn source_type(self, language: Language) -> SourceType {
        let source_type =
            SourceType::unambiguous().with_typescript(language.is_typescript()).with_jsx(language.has_jsx());
        match self {
            Self::Module => source_type.with_module(true),
            Self::CommonJs => source_type.with_commonjs(true),
            Self::PackageCommonJs | Self::Nothing => source_type,
        }
    }
}

/// What the text of a file says about its format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// Only a module can contain it.
    has_module_syntax: bool,
    /// Uses variables of a CommonJS module without declaring them.
    uses_common_js: bool,
    /// Uses them without a condition: a bundle that supports several formats does not.
    needs_common_js: bool,
}

impl Signs {
    /// Whether the file is a CommonJS module in some [role](Role).
    pub(super) fn may_be_common_js(self, stated: Stated) -> bool {
        stated == Stated::CommonJs || (stated != Stated::Module && !self.has_module_syntax)
    }

    pub(super) fn uses_common_js(self) -> bool {
        self.uses_common_js
    }

    /// What the signs are if the compiler adds imports: the file is a module, unless it is a CommonJS module, which
    /// gets calls of `require`.
    pub(super) fn with_imports(self, stated: Stated) -> Self {
        let is_module = stated != Stated::CommonJs && !self.uses_common_js;
        Self { has_module_syntax: self.has_module_syntax || is_module, ..self }
    }

    pub(super) fn has_module_syntax(self) -> bool {
        self.has_module_syntax
    }

    pub(super) fn of(syntax: &Syntax<'_>) -> Self {
        let free = syntax.scoping.root_unresolved_references();
        let uses_common_js = COMMON_JS_NAMES.iter().any(|&name| free.contains_key(name));
        let mut needs = Needs { scoping: &syntax.scoping, found: false };
        if uses_common_js {
            needs.visit_program(&syntax.program);
        }
        let is_typed = common_js_syntax(&syntax.program, &syntax.scoping).is_some();
        Self {
            // The parser takes `export =` for an export.
            has_module_syntax: syntax.is_module_only && (!is_typed || has_declarations(&syntax.program)),
            uses_common_js: uses_common_js || is_typed,
            needs_common_js: needs.found || is_typed,
        }
    }
}

/// Whether a program contains declarations that only ES modules have.
fn has_declarations(program: &Program<'_>) -> bool {
    let mut statements = program.body.iter();
    statements.any(|it| it.is_module_declaration() && !matches!(it, Statement::TSExportAssignment(_)))
}

/// Returns the first `import x = require()` or `export =`, which only CommonJS modules in TypeScript have.
pub(super) fn common_js_syntax(program: &Program<'_>, scoping: &Scoping) -> Option<Span> {
    let is_value = |symbol| !scoping.get_resolved_references(symbol).all(Reference::is_type);
    program.body.iter().find_map(|statement| match statement {
        Statement::TSExportAssignment(it) => Some(it.span),
        Statement::TSImportEqualsDeclaration(it)
            if matches!(it.module_reference, TSModuleReference::ExternalModuleReference(_))
                && it.import_kind == ImportOrExportKind::Value =>
        {
            it.id.symbol_id.get().is_some_and(is_value).then_some(it.span)
        }
        _ => None,
    })
}

/// The variables of the function around a CommonJS module that matter here.
const COMMON_JS_NAMES: [&str; 5] = ["require", "module", "exports", "__filename", "__dirname"];

/// Decides the format of a file.
pub(super) fn format(stated: Stated, signs: Signs, role: Role, is_in_package: bool) -> Format {
    let unmarked = match role {
        Role::Main if signs.needs_common_js => Format::CommonJs,
        Role::Main => Format::Script,
        Role::Imported if !signs.uses_common_js && !is_in_package => Format::Module,
        Role::Imported | Role::Required => Format::CommonJs,
    };
    match stated {
        Stated::Module => Format::Module,
        Stated::CommonJs => Format::CommonJs,
        _ if signs.has_module_syntax => Format::Module,
        Stated::PackageCommonJs if role != Role::Main || signs.uses_common_js => Format::CommonJs,
        Stated::PackageCommonJs | Stated::Nothing => unmarked,
    }
}

/// Looks for uses of the variables of a CommonJS module that no condition with `typeof` guards.
struct Needs<'s> {
    scoping: &'s Scoping,
    found: bool,
}

impl<'a> Visit<'a> for Needs<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let symbol = it.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        // A declaration with `declare` is for TypeScript only.
        let is_declared = symbol.is_some_and(|symbol| !self.scoping.symbol_flags(symbol).is_ambient());
        self.found |= COMMON_JS_NAMES.contains(&it.name.as_str()) && !is_declared;
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator != UnaryOperator::Typeof {
            walk::walk_unary_expression(self, unary);
        }
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        if !asks_for(&COMMON_JS_NAMES, &it.test) {
            walk::walk_if_statement(self, it);
        }
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        if !asks_for(&COMMON_JS_NAMES, &it.test) {
            walk::walk_conditional_expression(self, it);
        }
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        if !asks_for(&COMMON_JS_NAMES, &it.left) {
            walk::walk_logical_expression(self, it);
        }
    }
}

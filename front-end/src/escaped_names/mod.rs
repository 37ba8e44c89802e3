//! Other names for variables called `using`.
//!
//! The engine's parser takes the word for a keyword where a variable is read, and in some declarations. Such variables
//! get a name that looks the same, so that errors show what people wrote.

use std::collections::HashSet;

use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, BindingIdentifier, BindingProperty, Class, Declaration, ExportDeclaration,
    ExportSpecifier, Function, IdentifierReference, ImportSpecifier, LabelIdentifier, ObjectProperty, Program,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping, SymbolFlags, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::edits::Edits;

const WORD: &str = "using";
/// A variable of the global object has no other name there.
const GLOBAL: &str = "globalThis.using";
/// Each is as wide as the word and looks like it, with a letter of another alphabet.
const LOOK_ALIKES: [&str; 5] = ["usin\u{261}", "u\u{455}ing", "us\u{456}ng", "usi\u{578}g", "\u{57d}sing"];

/// Renames the variables and labels called `using` that the engine's parser would refuse. They keep the names under
/// which they are properties, imports and exports. A global variable is read as a property of the global object.
pub(super) fn rename_using(program: &Program<'_>, scoping: &Scoping, edits: &mut Edits) {
    if !program.source_text.contains(WORD) && !scoping.symbol_names().any(|name| name == WORD) {
        return;
    }
    let mut chooser = Chooser { scoping, renamed: referenced(program, scoping) };
    chooser.visit_program(program);
    let name = unused_name(program.source_text, scoping);
    Renamer { name, scoping, renamed: chooser.renamed, shorthand: None, edits }.visit_program(program);
}

/// A name that the text has nowhere.
fn unused_name(text: &str, scoping: &Scoping) -> String {
    let numbered = (0_usize..).map(|number| format!("{}{number}", LOOK_ALIKES[0]));
    let mut names = LOOK_ALIKES.into_iter().map(str::to_owned).chain(numbered);
    // The scopes know names that the text has with escapes.
    let is_unused = |name: &String| !text.contains(name.as_str()) && !scoping.symbol_names().any(|used| used == name);
    names.find(is_unused).unwrap_or_default()
}

/// The variables called `using`, except those that stay: functions and classes that are never read, as the new name
/// would be the value of their property `name`, and variables that are properties of the global object.
fn referenced(program: &Program<'_>, scoping: &Scoping) -> HashSet<SymbolId> {
    let stays = |symbol: SymbolId| {
        let flags = scoping.symbol_flags(symbol);
        let unread = scoping.get_resolved_reference_ids(symbol).is_empty();
        let in_script = program.source_type.is_script() && scoping.symbol_scope_id(symbol) == scoping.root_scope_id();
        let in_global_object =
            in_script && flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function);
        in_global_object || (unread && flags.intersects(SymbolFlags::Function | SymbolFlags::Class))
    };
    scoping.symbol_ids().filter(|&symbol| scoping.symbol_name(symbol) == WORD && !stays(symbol)).collect()
}

/// Adds the names of function and class expressions, which are refused even if they are never read.
struct Chooser<'r> {
    scoping: &'r Scoping,
    renamed: HashSet<SymbolId>,
}

impl Chooser<'_> {
    fn add(&mut self, identifier: Option<&BindingIdentifier<'_>>) {
        if let Some(symbol) = identifier.and_then(|identifier| identifier.symbol_id.get())
            && self.scoping.symbol_name(symbol) == WORD
        {
            self.renamed.insert(symbol);
        }
    }
}

impl<'a> VisitJs<'a> for Chooser<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if function.is_expression() {
            self.add(function.id.as_ref());
        }
        walk_js::walk_function(self, function, flags);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if class.is_expression() {
            self.add(class.id.as_ref());
        }
        walk_js::walk_class(self, class);
    }
}

/// How an identifier that is two names at once is written as two.
#[derive(Clone, Copy)]
enum Shorthand {
    Property,
    Import,
    Export,
}

struct Renamer<'r> {
    name: String,
    scoping: &'r Scoping,
    renamed: HashSet<SymbolId>,
    /// The identifier that is two names at once.
    shorthand: Option<(Span, Shorthand)>,
    edits: &'r mut Edits,
}

impl Renamer<'_> {
    fn is_renamed(&self, identifier: &BindingIdentifier<'_>) -> bool {
        identifier.symbol_id.get().is_some_and(|symbol| self.renamed.contains(&symbol))
    }

    fn is_read_as_renamed(&self, identifier: &IdentifierReference<'_>) -> bool {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        reference.and_then(Reference::symbol_id).is_some_and(|symbol| self.renamed.contains(&symbol))
    }

    fn replace(&mut self, span: Span, name: &str) {
        let shorthand = self.shorthand.take_if(|(at, _)| *at == span).map(|(_, shorthand)| shorthand);
        let text = match shorthand {
            None => name.to_owned(),
            Some(Shorthand::Property) => format!("{WORD}: {name}"),
            Some(Shorthand::Import) => format!("{WORD} as {name}"),
            Some(Shorthand::Export) => format!("{name} as {WORD}"),
        };
        self.edits.replace(span, text);
    }

    fn rename(&mut self, span: Span) {
        let name = self.name.clone();
        self.replace(span, &name);
    }

    /// `export let using` becomes `let x;export{x as using};`, as exports of declarations can't have another name.
    fn export_apart(&mut self, export: &ExportDeclaration<'_>) {
        let bound = bound_by(&export.declaration);
        if !bound.iter().any(|identifier| self.is_renamed(identifier)) {
            return;
        }
        let specifier = |identifier: &&BindingIdentifier<'_>| {
            let name = identifier.name.to_string();
            if self.is_renamed(identifier) { format!("{} as {WORD}", self.name) } else { name }
        };
        let specifiers: Vec<String> = bound.iter().map(specifier).collect();
        self.edits.blank(Span::sized(export.span.start, "export".len().try_into().unwrap_or_default()));
        self.edits.insert(export.span.end, format!(";export{{{}}};", specifiers.join(",")));
    }
}

fn bound_by<'e, 'a>(declaration: &'e Declaration<'a>) -> Vec<&'e BindingIdentifier<'a>> {
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            variables.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers()).collect()
        }
        _ => declaration.id().into_iter().collect(),
    }
}

impl<'a> VisitJs<'a> for Renamer<'_> {
    fn visit_binding_identifier(&mut self, identifier: &BindingIdentifier<'a>) {
        if self.is_renamed(identifier) {
            self.rename(identifier.span);
        }
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        if self.is_read_as_renamed(identifier) {
            self.rename(identifier.span);
        } else if identifier.name == WORD {
            self.replace(identifier.span, GLOBAL);
        }
    }

    fn visit_label_identifier(&mut self, label: &LabelIdentifier<'a>) {
        if label.name == WORD {
            self.rename(label.span);
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.shorthand {
            self.shorthand = Some((property.key.span(), Shorthand::Property));
        }
        walk_js::walk_object_property(self, property);
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        if property.shorthand {
            self.shorthand = Some((property.key.span(), Shorthand::Property));
        }
        walk_js::walk_binding_property(self, property);
    }

    fn visit_assignment_target_property_identifier(&mut self, target: &AssignmentTargetPropertyIdentifier<'a>) {
        self.shorthand = Some((target.binding.span, Shorthand::Property));
        walk_js::walk_assignment_target_property_identifier(self, target);
    }

    fn visit_import_specifier(&mut self, specifier: &ImportSpecifier<'a>) {
        if specifier.imported.span() == specifier.local.span {
            self.shorthand = Some((specifier.local.span, Shorthand::Import));
        }
        walk_js::walk_import_specifier(self, specifier);
    }

    fn visit_export_specifier(&mut self, specifier: &ExportSpecifier<'a>) {
        if specifier.local.span() == specifier.exported.span() {
            self.shorthand = Some((specifier.local.span(), Shorthand::Export));
        }
        // The other name of the specifier is not that of a variable.
        self.visit_module_export_name(&specifier.local);
    }

    fn visit_export_declaration(&mut self, export: &ExportDeclaration<'a>) {
        self.export_apart(export);
        walk_js::walk_export_declaration(self, export);
    }
}

#[cfg(test)]
mod tests;

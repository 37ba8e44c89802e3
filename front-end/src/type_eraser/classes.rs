//! Classes and their members.

use oxc_ast::ast::{
    AccessorProperty, AccessorPropertyType, Class, ClassElement, Decorator, MethodDefinition, MethodDefinitionType,
    PropertyDefinition, PropertyDefinitionType, PropertyKey,
};
use oxc_ast_visit::walk;
use oxc_span::{GetSpan, Span};

use super::Eraser;
use super::semicolons::BoundaryKind;

const MODIFIERS: [&str; 7] = ["public", "private", "protected", "readonly", "override", "abstract", "declare"];

impl Eraser<'_> {
    /// Erases `abstract` before a class and the `implements` clause.
    pub(super) fn erase_class_clauses(&mut self, class: &Class<'_>) {
        let start = start_after_decorators(class.span, &class.decorators);
        if class.r#abstract {
            let keyword = self.source.find("abstract", start, class.body.span.start);
            self.erase(keyword.unwrap_or_default());
        }
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last()) {
            let keyword = self.source.find("implements", end_of_extends(class, start), first.span.start);
            self.erase(keyword.map_or(first.span, |keyword| Span::new(keyword.start, last.span.end)));
        }
    }

    pub(super) fn erase_class_element(&mut self, element: &ClassElement<'_>) {
        if self.is_type_only_element(element) {
            self.erase(element.span());
            return;
        }
        match element {
            ClassElement::PropertyDefinition(it) => self.note_field(it.span, &it.key, it.value.is_some()),
            ClassElement::AccessorProperty(it) => self.note_field(it.span, &it.key, true),
            _ => {}
        }
        walk::walk_class_element(self, element);
    }

    fn is_type_only_element(&self, element: &ClassElement<'_>) -> bool {
        match element {
            ClassElement::TSIndexSignature(_) => true,
            ClassElement::MethodDefinition(it) => is_type_only_method(it),
            ClassElement::PropertyDefinition(it) => is_type_only_property(it),
            ClassElement::AccessorProperty(it) => self.is_type_only_accessor(it),
            ClassElement::StaticBlock(_) => false,
        }
    }

    fn is_type_only_accessor(&self, accessor: &AccessorProperty<'_>) -> bool {
        let start = start_after_decorators(accessor.span, &accessor.decorators);
        accessor.r#type == AccessorPropertyType::TSAbstractAccessorProperty
            || self.source.find("declare", start, accessor.key.span().start).is_some()
    }

    fn note_field(&mut self, span: Span, key: &PropertyKey<'_>, has_value: bool) {
        let is_modifier = matches!(key, PropertyKey::StaticIdentifier(key)
            if matches!(key.name.as_str(), "get" | "set" | "static"));
        let is_modifier = is_modifier && !has_value;
        self.note_boundary(span, if is_modifier { BoundaryKind::ModifierField } else { BoundaryKind::Field });
    }

    /// Erases the modifiers of a member or a parameter.
    pub(super) fn erase_modifiers(&mut self, span: Span, decorators: &[Decorator<'_>], key_start: u32) {
        let start = start_after_decorators(span, decorators);
        for token in self.source.tokens(start, key_start) {
            if MODIFIERS.contains(&self.source.slice(token)) {
                self.erase(token);
            }
        }
    }

    /// Returns the end of a key with its bracket, if it has one.
    pub(super) fn key_end(&self, key: &PropertyKey<'_>, is_computed: bool) -> u32 {
        let end = key.span().end;
        let bracket = if is_computed { self.source.next_if("]", end) } else { None };
        bracket.map_or(end, |bracket| bracket.end)
    }
}

fn is_type_only_method(method: &MethodDefinition<'_>) -> bool {
    method.r#type == MethodDefinitionType::TSAbstractMethodDefinition || method.value.body.is_none()
}

fn is_type_only_property(property: &PropertyDefinition<'_>) -> bool {
    property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition || property.declare
}

fn start_after_decorators(span: Span, decorators: &[Decorator<'_>]) -> u32 {
    decorators.last().map_or(span.start, |last| last.span.end.max(span.start))
}

/// Returns where the part of a class before `implements` ends.
fn end_of_extends(class: &Class<'_>, start: u32) -> u32 {
    if let Some(heritage) = &class.heritage {
        let arguments = heritage.type_arguments.as_ref();
        return arguments.map_or(heritage.expression.span().end, |arguments| arguments.span.end);
    }
    let name_end = class.id.as_ref().map_or(start, |id| id.span.end);
    class.type_parameters.as_ref().map_or(name_end, |types| types.span.end)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn clauses_are_erased() {
        check(&[
            ("class A<T> extends B<T> implements C, D<T> {}", "class A extends B {}"),
            ("class A implements B.C<D>, E {}", "class A {}"),
            ("class implements_ implements A {}", "class implements_ {}"),
            ("(class implements A {});", "(class {});"),
            ("(class<T> {});", "(class {});"),
            ("class A /*implements*/ implements /*b*/ C /*d*/ {}", "class A /*implements*/ /*d*/ {}"),
            ("class A extends (B as C) implements D {}", "class A extends (B ) {}"),
            ("abstract class A {}", " class A {}"),
            ("export abstract class A {}", "export class A {}"),
            ("export default abstract class A {}", "export default class A {}"),
            ("export default abstract class {}", "export default class {}"),
            ("export default class<T> implements A {}", "export default class {}"),
        ]);
    }

    #[test]
    fn modifiers_are_erased() {
        check(&[
            ("class A { public a; private b = 1; protected c; readonly d; }", "class A { a; b = 1; c; d; }"),
            ("class A { public static override readonly a = 1; }", "class A { static a = 1; }"),
            (
                "class A { private async *a() {} protected get b() { return 1 } }",
                "class A { async *a() {} get b() { return 1 } }",
            ),
            ("class A { private constructor() {} }", "class A { constructor() {} }"),
            ("class A { private /*a*/ static /*private*/ b }", "class A { /*a*/ static /*private*/ b }"),
            (
                "class A { readonly; declare; abstract; public; override }",
                "class A { readonly; declare; abstract; public; override }",
            ),
            (
                "class A { readonly = 1; private() {} static declare() {} }",
                "class A { readonly = 1; private() {} static declare() {} }",
            ),
            ("class A { readonly readonly: T; public ['public']: T }", "class A { readonly ; ['public'] }"),
            (
                "class A { public accessor a: T = 1; static accessor b!: T }",
                "class A { accessor a = 1; static accessor b }",
            ),
            ("class A { private #a?: T; readonly #b = 1; }", "class A { #a ; #b = 1; }"),
        ]);
    }

    #[test]
    fn markers_and_types_are_erased() {
        check(&[
            ("class A { a?: T; b!: T; c: T = 1; static d?; }", "class A { a ; b ; c = 1; static d ; }"),
            ("class A { ['a']?: T; [b!]!: T; 'c'?: T; 1!: T }", "class A { ['a'] ; [b ] ; 'c' ; 1 }"),
            (
                "class A { a?(b?: T): T {} ['c']?() {} d /*?*/ ? /*!*/ <T>() {} }",
                "class A { a (b ) {} ['c'] () {} d /*?*/ /*!*/ () {} }",
            ),
            ("class A { get a(): T { return 1 } set a(b: T) {} }", "class A { get a() { return 1 } set a(b ) {} }"),
            ("class A { a = <T>(b: T): T => b; }", "class A { a = (b ) => b; }"),
            ("class A { static { let a: T; } }", "class A { static { let a ; } }"),
            ("class A { a: T = b ? c! : d; }", "class A { a = b ? c : d; }"),
        ]);
    }

    #[test]
    fn members_that_are_types_are_erased() {
        check(&[
            ("class A { declare a: T; b }", "class A { b }"),
            ("class A { static declare readonly a: T; declare public b; }", "class A { }"),
            ("abstract class A { abstract a: T; abstract b(): T; c() {} }", " class A { c() {} }"),
            ("abstract class A { abstract get a(): T; abstract set a(b: T); }", " class A { }"),
            ("abstract class A { abstract accessor a: T; protected abstract readonly b?: T }", " class A { }"),
            ("class A { [a: string]: T; static [b: string]: T; readonly [c: string]: T }", "class A { }"),
            ("class A { a(): 1; a(b: T): 2; a(b?) {} }", "class A { a(b ) {} }"),
            ("class A { constructor(a: T); constructor(a: U); constructor(a) {} }", "class A { constructor(a) {} }"),
            ("class A { declare a: T = 1 as any }", "class A { }"),
            ("class A { declare() {} abstract = 1 }", "class A { declare() {} abstract = 1 }"),
        ]);
    }
}

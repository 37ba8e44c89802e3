//! The texts of the classes of a file.
//!
//! The engine keeps the text of functions, but not that of classes: `String(class A {})` is
//! `function A() { [native code] }`. A class is found in its file by its name and members. If several classes have
//! these, their text is known only if it is the same.

mod lookup;

use oxc_allocator::Allocator;
use oxc_ast::ast::{Class, ClassElement, MethodDefinitionKind};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{SourceType, Span};

use super::syntax::{Thoroughness, parse};
pub(super) use lookup::{FindClassText, text_of_class};

/// The classes of a file.
#[derive(Debug, Default)]
pub(super) struct ClassTexts(Vec<ClassText>);

/// What identifies a class in its file.
#[derive(Debug)]
struct ClassText {
    span: Span,
    /// Its own name, if it has one.
    name: Option<String>,
    /// The number of parameters of the constructor, if there is one.
    length: Option<usize>,
    /// The names of its methods and accessors that are not computed.
    methods: Vec<String>,
    /// Those of its static members.
    static_members: Vec<String>,
    /// Whether it has a member with a computed name.
    is_computed: bool,
    has_parent: bool,
}

/// What is known about a class while the program runs.
#[derive(Debug, Default)]
pub(super) struct RunningClass {
    pub(super) name: String,
    /// The number of parameters of the constructor.
    pub(super) length: usize,
    /// The names of the properties of its prototype.
    pub(super) methods: Vec<String>,
    /// The names of its own properties.
    pub(super) static_members: Vec<String>,
    pub(super) has_parent: bool,
}

impl ClassTexts {
    /// Finds the classes of a text. O(n).
    pub(super) fn new(text: &str, source_type: SourceType) -> Self {
        let allocator = Allocator::default();
        let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
        let mut survey = Survey(Vec::new());
        survey.visit_program(&syntax.program);
        Self(survey.0)
    }

    /// Returns the place of the text of a class. `None` if several classes may be this one.
    pub(super) fn find(&self, text: &str, class: &RunningClass) -> Option<Span> {
        // Only if no class has the name itself may a variable have given it to one.
        let name = Some(&class.name).filter(|name| self.0.iter().any(|known| known.name.as_ref() == Some(name)));
        let candidates = self.0.iter().filter(|known| known.name.as_ref() == name && known.may_be(class));
        let mut found: Vec<_> = candidates.collect();
        // A program may have added properties.
        if found.iter().any(|known| known.has_all(class)) {
            found.retain(|known| known.has_all(class));
        }
        let source = |known: &ClassText| text.get(known.span.start as usize..known.span.end as usize);
        let first = found.first()?;
        found.iter().all(|other| source(other) == source(first)).then_some(first.span)
    }
}

impl ClassText {
    /// Whether it has no members that the class does not have.
    fn may_be(&self, class: &RunningClass) -> bool {
        let has_length = match self.length {
            Some(length) => length == class.length,
            None => class.length == 0,
        };
        has_length
            && self.has_parent == class.has_parent
            && self.methods.iter().all(|method| class.methods.contains(method))
            && self.static_members.iter().all(|member| class.static_members.contains(member))
    }

    fn has_all(&self, class: &RunningClass) -> bool {
        let is_known = |method: &String| method == "constructor" || self.methods.contains(method);
        let is_known_static = |member: &String| {
            ["length", "name", "prototype"].contains(&member.as_str()) || self.static_members.contains(member)
        };
        self.is_computed || class.methods.iter().all(is_known) && class.static_members.iter().all(is_known_static)
    }
}

impl ClassText {
    fn add(&mut self, element: &ClassElement<'_>) {
        if let ClassElement::MethodDefinition(method) = element
            && method.kind == MethodDefinitionKind::Constructor
        {
            let parameters = method.value.params.items.iter();
            self.length = Some(parameters.take_while(|parameter| parameter.initializer.is_none()).count());
            return;
        }
        let Some(key) = element.property_key().filter(|key| !key.is_private_identifier()) else { return };
        let is_field = matches!(element, ClassElement::PropertyDefinition(_));
        if element.computed() {
            self.is_computed = true;
        } else if let Some(name) = key.static_name().filter(|_| element.r#static() || !is_field) {
            let names = if element.r#static() { &mut self.static_members } else { &mut self.methods };
            names.push(name.into_owned());
        }
    }
}

struct Survey(Vec<ClassText>);

impl<'a> VisitJs<'a> for Survey {
    fn visit_class(&mut self, it: &Class<'a>) {
        let mut class = ClassText {
            span: it.span,
            name: it.id.as_ref().map(|id| id.name.to_string()),
            length: None,
            methods: Vec::new(),
            static_members: Vec::new(),
            is_computed: false,
            has_parent: it.heritage.is_some(),
        };
        it.body.body.iter().for_each(|element| class.add(element));
        self.0.push(class);
        walk_js::walk_class(self, it);
    }
}

#[cfg(test)]
mod tests {
    use oxc_span::SourceType;

    use super::{ClassTexts, RunningClass};

    /// The text of a class with a name, a length and methods.
    fn found(text: &'static str, name: &str, length: usize, methods: &[&str]) -> Option<&'static str> {
        let methods = methods.iter().map(|&method| method.to_owned()).collect();
        let class = RunningClass { name: name.to_owned(), length, methods, ..RunningClass::default() };
        let span = ClassTexts::new(text, SourceType::cjs()).find(text, &class)?;
        text.get(span.start as usize..span.end as usize)
    }

    #[test]
    fn a_class_is_found_by_its_name_and_members() {
        let text = "class A { m() {} } class B { m() {} n() {} } const C = class { constructor(a, b = 1) {} m() {} };
            { class A { constructor(a) { } m() {} } } class D {} { class D {} } class E {} { class E { f = 1 } }";
        for (name, length, methods, expected) in [
            ("A", 0, &["m"][..], Some("class A { m() {} }")),
            ("A", 0, &["added", "m"], Some("class A { m() {} }")),
            ("A", 1, &["m"], Some("class A { constructor(a) { } m() {} }")),
            ("B", 0, &["n", "m"], Some("class B { m() {} n() {} }")),
            ("B", 0, &["m"], None),
            ("C", 1, &["m"], Some("class { constructor(a, b = 1) {} m() {} }")),
            ("D", 0, &[], Some("class D {}")),
            ("E", 0, &[], None),
            ("F", 0, &[], None),
        ] {
            assert_eq!(found(text, name, length, methods), expected, "{name}");
        }
    }
}

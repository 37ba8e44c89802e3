//! Finds what is counted in a syntax tree: the same statements, functions and branches as Istanbul.
//!
//! Counters are inserted into the text before anything else happens to it, so transforms and corrections see ordinary
//! calls. Lines stay.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentPattern, AssignmentTargetPropertyIdentifier,
    AssignmentTargetWithDefault, BindingPattern, ConditionalExpression, Directive, Expression, FormalParameter,
    Function, IfStatement, LogicalExpression, MethodDefinition, ObjectProperty, PropertyDefinition, PropertyKind,
    Statement, SwitchStatement, TSEnumDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::recording::{ArmSpan, Recording, call, statements};

/// Visits the tree of a file.
pub(super) struct Instrumentation<'s> {
    pub(super) recording: Recording<'s>,
    /// The start and the name of the method whose function is visited next.
    pub(super) method: Option<(u32, Option<String>)>,
}

/// Whether the engine gives a value the name of its variable.
fn is_anonymous_function(value: &Expression<'_>) -> bool {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        _ => false,
    }
}

/// Whether a statement is counted.
fn is_counted(it: &Statement<'_>) -> bool {
    !it.is_declaration()
        && !it.is_module_declaration()
        && !matches!(it, Statement::BlockStatement(_) | Statement::EmptyStatement(_))
}

fn name_of(pattern: &BindingPattern<'_>) -> Option<String> {
    pattern.get_binding_identifier().map(|name| name.name.to_string())
}

/// Returns the operands of a logical expression and of those that are its operands.
fn leaves<'t, 'a>(it: &'t LogicalExpression<'a>, found: &mut Vec<&'t Expression<'a>>) {
    for operand in [&it.left, &it.right] {
        match operand.without_parentheses() {
            Expression::LogicalExpression(inner) => leaves(inner, found),
            _ => found.push(operand),
        }
    }
}

impl Instrumentation<'_> {
    fn skips(&self, span: Span) -> bool {
        self.recording.ignored.skips(span.start)
    }

    /// Counts a statement, and the one that it is a label of. Returns the calls that count.
    fn calls_before(&mut self, it: &Statement<'_>) -> String {
        if !is_counted(it) {
            return String::new();
        }
        let counter = self.recording.statement(it.span());
        let inner = match it {
            Statement::LabeledStatement(labeled) => self.calls_before(&labeled.body),
            _ => String::new(),
        };
        statements(counter) + &inner
    }

    /// Visits what is in a statement that has been counted.
    fn inside(&mut self, it: &Statement<'_>) {
        match it {
            Statement::LabeledStatement(labeled) => self.inside(&labeled.body),
            _ => walk_js::walk_statement(self, it),
        }
    }

    /// Visits a statement that is not in a list. `first` runs before it, and `after` comes after it.
    fn body(&mut self, it: &Statement<'_>, first: &str, after: &str, is_left_out: bool) {
        let is_left_out = is_left_out || self.skips(it.span());
        if let Statement::BlockStatement(block) = it {
            self.recording.insert(block.span.start + 1, first);
            self.recording.wrap(block.span, "", after);
        } else {
            let calls = if is_left_out { String::new() } else { self.calls_before(it) };
            self.recording.wrap(it.span(), &format!("{{{first}{calls}"), &format!("}}{after}"));
        }
        if !is_left_out {
            self.inside(it);
        }
    }

    /// Counts the value of a variable or a field as a statement.
    fn value(&mut self, value: &Expression<'_>, name: Option<&str>) {
        let counter = self.recording.statement(value.without_parentheses().span());
        self.count_value(value, name, counter);
        self.visit_expression(value);
    }

    /// Counts before a value is evaluated. A function keeps the name that it gets from its variable.
    fn count_value(&mut self, value: &Expression<'_>, name: Option<&str>, counter: Option<u32>) {
        match (counter, name) {
            (Some(counter), Some(name)) if is_anonymous_function(value) => {
                let (count, name) = (call(counter), serde_json::Value::from(name));
                self.recording.wrap(value.span(), &format!("({count},{{[{name}]:"), &format!("}}[{name}])"));
            }
            (counter, _) => self.recording.count_before(value.span(), counter),
        }
    }

    /// Counts the uses of the default value of a pattern.
    fn default_value(&mut self, pattern: Span, value: &Expression<'_>, name: Option<&str>) {
        if self.skips(pattern) {
            return;
        }
        let at = value.without_parentheses().span();
        let counters = self.recording.branch("default-arg", pattern, [ArmSpan::At(at)]);
        self.count_value(value, name, counters[0]);
        self.visit_expression(value);
    }

    /// Says where an operand of a branch is.
    fn arm(&self, it: &Expression<'_>) -> ArmSpan {
        let span = it.without_parentheses().span();
        if self.skips(it.span()) || self.skips(span) { ArmSpan::LeftOut } else { ArmSpan::At(span) }
    }

    /// Counts the operands of a branch, and visits those that are not left out.
    fn operands(&mut self, kind: &'static str, span: Span, operands: &[&Expression<'_>]) {
        let arms: Vec<ArmSpan> = operands.iter().map(|operand| self.arm(operand)).collect();
        let counters = self.recording.branch(kind, span, arms.iter().copied());
        for ((operand, arm), counter) in operands.iter().zip(arms).zip(counters) {
            self.recording.count_before(operand.span(), counter);
            if matches!(arm, ArmSpan::At(_)) {
                self.visit_expression(operand);
            }
        }
    }

    /// Inserts statements at the start of a function.
    fn insert_into_body(&mut self, body: Span, directives: &[Directive<'_>], text: &str) {
        match directives.last() {
            Some(last) if !text.is_empty() => self.recording.insert(last.span.end, &format!(";{text}")),
            _ => self.recording.insert(body.start + 1, text),
        }
    }
}

/// The first character of a part of the text.
fn first_of(start: u32) -> Span {
    Span::sized(start, 1)
}

impl<'a> VisitJs<'a> for Instrumentation<'_> {
    fn visit_statements(&mut self, it: &oxc_allocator::Vec<'a, Statement<'a>>) {
        for statement in it {
            if self.skips(statement.span()) {
                continue;
            }
            let calls = self.calls_before(statement);
            self.recording.wrap(statement.span(), &calls, "");
            self.inside(statement);
        }
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        if !self.skips(it.span()) {
            walk_js::walk_expression(self, it);
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.body(it, "", "", false);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        let [skips_if, skips_else] = self.recording.ignored.arms(it.span.start);
        let first = if skips_if { ArmSpan::LeftOut } else { ArmSpan::At(it.span) };
        let second = match &it.alternate {
            _ if skips_else => ArmSpan::LeftOut,
            Some(alternate) => ArmSpan::At(alternate.span()),
            None => ArmSpan::Nowhere,
        };
        let counters = self.recording.branch("if", it.span, [first, second]);
        self.visit_expression(&it.test);
        let [first, second] = [statements(counters[0]), statements(counters[1])];
        let missing =
            if it.alternate.is_none() && !second.is_empty() { format!(" else {{{second}}}") } else { String::new() };
        self.body(&it.consequent, &first, &missing, skips_if);
        if let Some(alternate) = &it.alternate {
            self.body(alternate, &second, "", skips_else);
        }
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        let arms = it.cases.iter().map(|case| {
            if self.recording.ignored.skips(case.span.start) { ArmSpan::LeftOut } else { ArmSpan::At(case.span) }
        });
        let arms: Vec<ArmSpan> = arms.collect();
        let counters = self.recording.branch("switch", it.span, arms.iter().copied());
        self.visit_expression(&it.discriminant);
        for ((case, arm), counter) in it.cases.iter().zip(arms).zip(counters) {
            let start = case.consequent.first().map_or(case.span.end, |first| first.span().start);
            self.recording.insert(start, &statements(counter));
            if matches!(arm, ArmSpan::At(_)) {
                walk_js::walk_switch_case(self, case);
            }
        }
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        self.operands("cond-expr", it.span, &[&it.consequent, &it.alternate]);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        let mut operands = Vec::new();
        leaves(it, &mut operands);
        self.operands("binary-expr", it.span, &operands);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if self.skips(it.span) {
            return;
        }
        self.visit_binding_pattern(&it.id);
        if let Some(init) = &it.init {
            self.value(init, name_of(&it.id).as_deref());
        }
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if self.skips(it.span) {
            return;
        }
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        let name = if it.computed { None } else { it.key.name() };
        let name = name.map(|name| if it.key.is_private_identifier() { format!("#{name}") } else { name.into_owned() });
        match &it.value {
            // There is no way to count without changing its name.
            Some(value) if name.is_none() && is_anonymous_function(value) => self.visit_expression(value),
            Some(value) => self.value(value, name.as_deref()),
            None => {}
        }
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.visit_decorators(&it.decorators);
        self.visit_binding_pattern(&it.pattern);
        if let Some(value) = &it.initializer {
            let span = Span::new(it.pattern.span().start, value.span().end);
            self.default_value(span, value, name_of(&it.pattern).as_deref());
        }
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.visit_binding_pattern(&it.left);
        self.default_value(it.span, &it.right, name_of(&it.left).as_deref());
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        self.visit_assignment_target(&it.binding);
        let name = it.binding.get_identifier_name().map(ToString::to_string);
        self.default_value(it.span, &it.init, name.as_deref());
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(value) = &it.init {
            self.default_value(it.span, value, Some(&it.binding.name));
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if self.skips(it.span) {
            return;
        }
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        self.method = Some((it.span.start, it.key.name().map(std::borrow::Cow::into_owned)));
        self.visit_function(&it.value, ScopeFlags::Function);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if self.skips(it.span) {
            return;
        }
        self.visit_property_key(&it.key);
        if it.method || it.kind != PropertyKind::Init {
            self.method = Some((it.span.start, it.key.name().map(std::borrow::Cow::into_owned)));
        }
        self.visit_expression(&it.value);
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        let method = self.method.take();
        let Some(body) = it.body.as_ref().filter(|_| !self.skips(it.span)) else { return };
        let (declaration, name) = match (method, &it.id) {
            (Some((start, name)), _) => (first_of(start), name),
            (None, Some(id)) => (id.span, Some(id.name.to_string())),
            (None, None) => (first_of(it.span.start), None),
        };
        let counter = self.recording.function(name, declaration, body.span);
        self.insert_into_body(body.span, &body.directives, &statements(counter));
        self.visit_formal_parameters(&it.params);
        self.visit_statements(&body.statements);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let declaration = first_of(it.span.start);
        self.visit_formal_parameters(&it.params);
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            let counter = self.recording.function(None, declaration, body.span);
            self.insert_into_body(body.span, &body.directives, &statements(counter));
            self.visit_statements(&body.statements);
        } else if let Some(body) = it.body.as_expression() {
            let span = body.without_parentheses().span();
            let function = self.recording.function(None, declaration, span);
            let result = self.recording.statement(span);
            self.recording.count_before(body.span(), function.into_iter().chain(result));
            self.visit_expression(body);
        }
    }

    /// The values of an enumeration are computed before it runs.
    fn visit_ts_enum_declaration(&mut self, _: &TSEnumDeclaration<'a>) {}
}

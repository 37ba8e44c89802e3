//! Patterns that use iterators while another iterator of the function is on the stack (see `iterators.rs`), and
//! declarations with a rest element that would keep too much (see `object_rest.rs`).
//!
//! A flat array pattern gets its values from an iterator that never throws: an error is thrown by the initializer of
//! the element, where the engine expects one. Other patterns are evaluated in a function of their own, which has a
//! stack of its own.

use oxc_ast::ast::{
    ArrayPattern, AssignmentExpression, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty,
    BindingPattern, CatchClause, Expression, ForOfStatement, ForStatementLeft, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::super::suspensions::suspends;
use super::iterators::{Corrector, cannot_throw};
use super::{HOST, object_rest};

/// Corrects `P = v` of a declaration.
pub(super) fn declarator<'a>(corrector: &mut Corrector<'a, '_, '_>, it: &VariableDeclarator<'a>, is_var: bool) {
    let Some(value) = &it.init else { return walk_js::walk_variable_declarator(corrector, it) };
    let is_apart = corrector.is_iterating() && (has_nested_array(&it.id) || has_object(&it.id));
    if (is_apart || object_rest::keeps_too_much(&it.id)) && !suspends(|found| found.visit_binding_pattern(&it.id)) {
        let annotated = it.type_annotation.as_ref().map_or(it.id.span().end, |annotation| annotation.span.end);
        let Some(equals) = corrector.source.find("=", annotated, value.span().start) else { return };
        let (names, before, after) = function_around(corrector, &it.id, is_var);
        let whole = Span::new(it.id.span().start, value.span().end);
        corrector.edits.wrap(whole, format!("{names} = {HOST}.call({before}"), ")");
        visit_apart(corrector, &it.id);
        corrector.edits.insert(it.id.span().end, format!("{after}, "));
        corrector.edits.replace(equals, "");
        return corrector.visit_expression(value);
    }
    object_rest::exclude(corrector, &it.id);
    match &it.id {
        BindingPattern::ArrayPattern(pattern) if corrector.is_iterating() && !cannot_throw(value) => {
            checked_elements(corrector, pattern);
            corrector.edits.wrap(value.span(), format!("{HOST}.iterate("), format!(", {})", pattern.elements.len()));
            corrector.visit_expression(value);
        }
        _ => walk_js::walk_variable_declarator(corrector, it),
    }
}

/// Returns the names of a pattern as an object pattern, and a function that takes a value apart: what comes before and
/// after the pattern in it. If its rest elements would keep too much, it assigns to its names, so that nested patterns
/// can be the targets that `object_rest.rs` writes.
fn function_around(
    corrector: &Corrector<'_, '_, '_>,
    pattern: &BindingPattern<'_>,
    is_var: bool,
) -> (String, String, String) {
    let value = corrector.names.fresh();
    let mut names: Vec<&str> = Vec::new();
    for binding in pattern.get_binding_identifiers() {
        if !names.contains(&binding.name.as_str()) {
            names.push(binding.name.as_str());
        }
    }
    let names = names.join(", ");
    let (before, after) = if is_var {
        // Initializers may read what the variables were before.
        (format!("{value} => {{ ("), format!(" = {value}); return {{ {names} }}; }}"))
    } else if object_rest::keeps_too_much(pattern) {
        (format!("{value} => {{ let {names}; ("), format!(" = {value}); return {{ {names} }}; }}"))
    } else {
        (format!("{value} => {{ let "), format!(" = {value}; return {{ {names} }}; }}"))
    };
    (format!("{{ {names} }}"), before, after)
}

fn visit_apart<'a>(corrector: &mut Corrector<'a, '_, '_>, pattern: &BindingPattern<'a>) {
    let assigns = object_rest::keeps_too_much(pattern);
    corrector.in_function(|this| {
        this.assigns = assigns;
        this.visit_binding_pattern(pattern);
    });
}

/// Writes the initializers of a pattern so that they throw what the iterator threw.
fn checked_elements<'a>(corrector: &mut Corrector<'a, '_, '_>, pattern: &ArrayPattern<'a>) {
    if pattern.rest.is_none() && matches!(pattern.elements.last(), Some(None)) {
        // An elision at the end has no initializer.
        let bracket = corrector.source.skip_trivia_back(pattern.span.end.saturating_sub(1));
        let comma = corrector.source.char_span_before(bracket);
        let name = corrector.names.fresh();
        corrector.edits.insert(comma.start, format!("{name} = {HOST}.check()"));
    }
    for element in pattern.elements.iter().flatten() {
        if let BindingPattern::AssignmentPattern(it) = element {
            corrector.visit_binding_pattern(&it.left);
            let name = match &it.left {
                BindingPattern::BindingIdentifier(name) if is_anonymous_function(&it.right) => name.name.as_str(),
                _ => "",
            };
            // The function is named after the variable.
            let (open, close) = if name.is_empty() {
                (String::new(), String::new())
            } else {
                (format!("{{ {name}: "), format!(" }}.{name}"))
            };
            corrector.edits.wrap(it.right.span(), format!("({HOST}.check(), {open}"), format!("{close})"));
            corrector.visit_expression(&it.right);
        } else {
            corrector.visit_binding_pattern(element);
            corrector.edits.insert(element.span().end, format!(" = {HOST}.check()"));
        }
    }
    if let Some(rest) = &pattern.rest {
        corrector.visit_binding_rest_element(rest);
    }
}

pub(super) fn is_anonymous_function(value: &Expression<'_>) -> bool {
    match value.without_parentheses() {
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        Expression::ArrowFunctionExpression(_) => true,
        _ => false,
    }
}

/// Corrects an assignment.
pub(super) fn assignment<'a>(corrector: &mut Corrector<'a, '_, '_>, it: &AssignmentExpression<'a>) {
    let is_apart = corrector.is_iterating()
        && has_array_target(&it.left)
        && !(is_flat(&it.left) && cannot_throw(&it.right))
        && !suspends(|found| found.visit_assignment_target(&it.left));
    let equals = corrector.source.find("=", it.left.span().end, it.right.span().start);
    let Some(equals) = equals.filter(|_| is_apart) else {
        return walk_js::walk_assignment_expression(corrector, it);
    };
    let value = corrector.names.fresh();
    let whole = Span::new(it.left.span().start, it.right.span().end);
    corrector.edits.wrap(whole, format!("{HOST}.call({value} => ("), ")");
    corrector.in_function(|this| this.visit_assignment_target(&it.left));
    corrector.edits.insert(it.left.span().end, format!(" = {value}), "));
    corrector.edits.replace(equals, "");
    corrector.visit_expression(&it.right);
}

/// Corrects the head of a loop whose pattern uses iterators. Returns whether it does.
pub(super) fn head_apart<'a>(corrector: &mut Corrector<'a, '_, '_>, it: &ForOfStatement<'a>) -> bool {
    let left = it.left.span();
    let Some(of) = corrector.source.find("of", left.end, it.right.span().start).filter(|_| !it.r#await) else {
        return false;
    };
    if let ForStatementLeft::VariableDeclaration(declaration) = &it.left {
        let Some(pattern) = declaration.declarations.first().map(|declarator| &declarator.id) else { return false };
        if !has_array_binding(pattern) || suspends(|found| found.visit_binding_pattern(pattern)) {
            return false;
        }
        let (names, before, after) = function_around(corrector, pattern, declaration.kind.is_var());
        let whole = Span::new(pattern.span().start, it.right.span().end);
        corrector.edits.wrap(whole, format!("{names} of {HOST}.map({before}"), ")");
        visit_apart(corrector, pattern);
        corrector.edits.insert(pattern.span().end, format!("{after}, "));
    } else {
        let Some(target) = it.left.as_assignment_target() else { return false };
        if !has_array_target(target) || suspends(|found| found.visit_assignment_target(target)) {
            return false;
        }
        let (element, value) = (corrector.names.fresh(), corrector.names.fresh());
        let whole = Span::new(left.start, it.right.span().end);
        corrector.edits.wrap(whole, format!("const {element} of {HOST}.map({value} => ("), ")");
        corrector.in_function(|this| this.visit_assignment_target(target));
        corrector.edits.insert(left.end, format!(" = {value}), "));
    }
    corrector.edits.replace(of, "");
    corrector.visit_expression(&it.right);
    true
}

/// Corrects a `catch` clause whose pattern uses iterators. Returns whether it does.
pub(super) fn catch_apart<'a>(corrector: &mut Corrector<'a, '_, '_>, it: &CatchClause<'a>) -> bool {
    let Some(parameter) = &it.param else { return false };
    let pattern = &parameter.pattern;
    let bracket = corrector.source.find(")", parameter.span.end, it.body.span.start);
    let Some(bracket) =
        bracket.filter(|_| has_array_binding(pattern) && !suspends(|found| found.visit_binding_pattern(pattern)))
    else {
        return false;
    };
    let error = corrector.names.fresh();
    let (names, before, after) = function_around(corrector, pattern, false);
    corrector.edits.insert(pattern.span().start, format!("{error}) {{ let {names} = {HOST}.call({before}"));
    visit_apart(corrector, pattern);
    corrector.edits.insert(pattern.span().end, format!("{after}, {error}); "));
    corrector.edits.replace(bracket, "");
    corrector.visit_block_statement(&it.body);
    corrector.edits.wrap(it.body.span, "", " }");
    true
}

fn has_array_binding(pattern: &BindingPattern<'_>) -> bool {
    match pattern {
        BindingPattern::ArrayPattern(_) => true,
        BindingPattern::AssignmentPattern(it) => has_array_binding(&it.left),
        BindingPattern::ObjectPattern(it) => it.properties.iter().any(|property| has_array_binding(&property.value)),
        BindingPattern::BindingIdentifier(_) => false,
    }
}

/// Whether an array pattern is within another pattern.
fn has_nested_array(pattern: &BindingPattern<'_>) -> bool {
    let BindingPattern::ArrayPattern(array) = pattern else { return has_array_binding(pattern) };
    let rest = array.rest.as_ref().map(|rest| &rest.argument);
    array.elements.iter().flatten().chain(rest).any(has_array_binding)
}

/// Whether an element of an array pattern is an object pattern. Then a guard of `error_places` may be its initializer,
/// unless it suspends, so it cannot have another one.
fn has_object(pattern: &BindingPattern<'_>) -> bool {
    let BindingPattern::ArrayPattern(array) = pattern else { return false };
    array.elements.iter().flatten().any(|element| matches!(element, BindingPattern::ObjectPattern(_)))
}

fn target_of<'r, 'a>(element: &'r AssignmentTargetMaybeDefault<'a>) -> Option<&'r AssignmentTarget<'a>> {
    match element {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => Some(&it.binding),
        other => other.as_assignment_target(),
    }
}

fn has_array_target(target: &AssignmentTarget<'_>) -> bool {
    match target {
        AssignmentTarget::ArrayAssignmentTarget(_) => true,
        AssignmentTarget::ObjectAssignmentTarget(object) => object.properties.iter().any(|property| match property {
            AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                target_of(&it.binding).is_some_and(has_array_target)
            }
            AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(_) => false,
        }),
        _ => false,
    }
}

fn is_flat(target: &AssignmentTarget<'_>) -> bool {
    let AssignmentTarget::ArrayAssignmentTarget(array) = target else { return false };
    array.rest.is_none() && !array.elements.iter().flatten().filter_map(target_of).any(object_rest::is_pattern)
}

//! Calls the function for each kind of node that has types.

use oxc_allocator::ArenaVec;
use oxc_ast::ast::{
    AccessorProperty, ArrowFunctionExpression, BinaryExpression, Class, ClassElement, Directive, ExportDeclaration,
    ExportFromDeclaration, ExportNamedDeclaration, FormalParameter, IdentifierReference, ImportDeclaration,
    MethodDefinition, ObjectProperty, PropertyDefinition, Statement, TSAsExpression, TSClassImplements,
    TSEnumDeclaration, TSExportAssignment, TSImportEqualsDeclaration, TSNamespaceDeclaration, TSNonNullExpression,
    TSSatisfiesExpression, TSThisParameter, TSTypeAnnotation, TSTypeAssertion, TSTypeParameterDeclaration,
    TSTypeParameterInstantiation, VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::Eraser;
use super::semicolons::BoundaryKind;

impl<'a> Visit<'a> for Eraser<'_> {
    fn visit_directive(&mut self, it: &Directive<'a>) {
        self.note_boundary(it.span, BoundaryKind::Statement);
    }

    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        for statement in it {
            self.erase_listed_statement(statement);
        }
    }

    /// Statements that are not in a list, as in `if (a) b`, have to stay statements.
    fn visit_statement(&mut self, it: &Statement<'a>) {
        if self.is_type_only(it) {
            self.erase(it.span());
            self.erasures.put(";", it.span().start);
        } else {
            walk::walk_statement(self, it);
        }
    }

    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {
        // They are decided when all uses are known.
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        self.erase_in_export(it);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.erase_export_specifiers(&it.specifiers);
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.erase_export_specifiers(&it.specifiers);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.refusals.push(super::refusals::export_assignment(it.span));
        walk::walk_ts_export_assignment(self, it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.note_import_alias(it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.refuse_namespace(it);
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        self.compile_enum(it, None);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        walk::walk_variable_declaration(self, it);
        self.note_text_constants(it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.erase_marker(it.id.span().end);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.erase_class_clauses(it);
        self.compile_parameter_properties(it);
        walk::walk_class(self, it);
    }

    fn visit_ts_class_implements_list(&mut self, _: &ArenaVec<'a, TSClassImplements<'a>>) {
        // It is erased with its keyword.
    }

    fn visit_class_elements(&mut self, it: &ArenaVec<'a, ClassElement<'a>>) {
        for element in it {
            self.erase_class_element(element);
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.erase_modifiers(it.span, &it.decorators, it.key.span().start);
        if it.optional {
            self.erase_marker(self.key_end(&it.key, it.computed));
        }
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.erase_modifiers(it.span, &it.decorators, it.key.span().start);
        if it.optional || it.definite {
            self.erase_marker(self.key_end(&it.key, it.computed));
        }
        walk::walk_property_definition(self, it);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.erase_modifiers(it.span, &it.decorators, it.key.span().start);
        self.erase_marker(self.key_end(&it.key, it.computed));
        walk::walk_accessor_property(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.erase_modifiers(it.span, &it.decorators, it.pattern.span().start);
        if it.optional {
            self.erase_marker(it.pattern.span().end);
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        self.erase_with_comma(it.span);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.move_parentheses(it);
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.erase(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.erase(it.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.erase(it.span);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_suffix(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_suffix(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_suffix(it.expression.span().end, it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.erase_type_assertion(it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        let parenthesized = self.open_power_operand(&it.left, it.operator);
        walk::walk_binary_expression(self, it);
        self.close_operand(parenthesized);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.expand_enum_shorthand(it);
        walk::walk_object_property(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.qualify_enum_member(it);
        self.used.extend(self.symbol_of(it));
    }
}

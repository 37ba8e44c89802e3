//! Type assertions, and the parentheses that expressions need without them.

use oxc_ast::ast::{BinaryOperator, Expression, TSTypeAssertion};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::Eraser;

impl Eraser<'_> {
    /// Erases the `<T>` of `<T>a`.
    pub(super) fn erase_type_assertion(&mut self, assertion: &TSTypeAssertion<'_>) {
        let (start, inner) = (assertion.span.start, assertion.expression.span());
        let parenthesized = self.source.has_line_terminator(start, inner.start)
            || self.is_mistaken_at_start(inner.start) && !self.is_in_expression(start);
        self.erase(Span::new(start, self.end_of_type(assertion)));
        if parenthesized {
            self.erasures.put("(", start);
        }
        self.visit_expression(&assertion.expression);
        if parenthesized {
            self.insert(inner.end, ")");
        }
    }

    fn end_of_type(&self, assertion: &TSTypeAssertion<'_>) -> u32 {
        let type_end = assertion.type_annotation.span().end;
        self.source.next_if(">", type_end).map_or(type_end, |bracket| bracket.end)
    }

    /// Tells whether an expression is something else at the start of a statement or of the body of an arrow function.
    fn is_mistaken_at_start(&self, start: u32) -> bool {
        let first = self.source.token_at(start).map(|token| self.source.slice(token));
        matches!(first, Some("{" | "function" | "class" | "async" | "let" | "@"))
    }

    /// Tells whether the token before an expression shows that no statement and no function body starts here.
    fn is_in_expression(&self, start: u32) -> bool {
        let end = self.source.skip_trivia_back(start);
        let last = self.source.char_span_before(end);
        match self.source.slice(last) {
            "=" | "(" | "," | "[" | "?" | "&" | "|" | "." => true,
            "n" => self.source.slice(Span::new(end.saturating_sub(6), end)) == "return",
            _ => false,
        }
    }

    /// Writes `(` before a left operand of `**` that needs parentheses without the type after it. Returns its end.
    ///
    /// This is not needed for other operators: the parser refuses `a + b as T * c`.
    pub(super) fn open_power_operand(&mut self, left: &Expression<'_>, operator: BinaryOperator) -> Option<u32> {
        let inner = without_types(left);
        let needs_parentheses = match inner {
            Expression::BinaryExpression(it) => it.operator == BinaryOperator::Exponential,
            Expression::UnaryExpression(_) | Expression::AwaitExpression(_) => true,
            _ => false,
        };
        let is_erased = inner.span() != left.span();
        (operator == BinaryOperator::Exponential && is_erased && needs_parentheses)
            .then(|| self.open_parenthesis(inner.span()))
    }

    fn open_parenthesis(&mut self, span: Span) -> u32 {
        // A parenthesis at the start of a statement could continue the statement before it.
        let starts_statement = self.statement_start == Some(span.start);
        self.insert(span.start, if starts_statement { ";(" } else { "(" });
        span.end
    }

    pub(super) fn close_operand(&mut self, end: Option<u32>) {
        if let Some(end) = end {
            self.insert(end, ")");
        }
    }
}

/// Returns what is left of an expression when the types after it are erased.
fn without_types<'e, 'a>(mut expression: &'e Expression<'a>) -> &'e Expression<'a> {
    loop {
        expression = match expression {
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            _ => return expression,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn assertions_are_erased() {
        check(&[
            ("a as T;", "a ;"),
            ("a as const;", "a ;"),
            ("a as T as U satisfies V;", "a ;"),
            ("a satisfies T;", "a ;"),
            ("a!;", "a ;"),
            ("a!!.b![c!]!(d!)!;", "a .b [c ] (d ) ;"),
            ("a?.b!.c;", "a?.b .c;"),
            ("a! = b; a!++; (a as T) = b; [a as T] = b;", "a = b; a ++; (a ) = b; [a ] = b;"),
            ("({ a: b as T } = c);", "({ a: b } = c);"),
            ("for (a as T of b);", "for (a of b);"),
            ("<T>a; <const>'b';", " a; 'b';"),
            ("-<T>-a;", "- -a;"),
            ("a /*b*/ as /*c*/ T /*d*/;", "a /*b*/ /*d*/;"),
            ("`${a as T}${b!}`;", "`${a }${b }`;"),
            ("a = b as any ? c! : <T>d;", "a = b ? c : d;"),
            ("(a as T).b; new (a as T)();", "(a ).b; new (a )();"),
            ("a! in b; a! instanceof b;", "a in b; a instanceof b;"),
            ("as as as; satisfies satisfies satisfies;", "as ; satisfies ;"),
            ("type A = 1; a! as A", " a"),
        ]);
    }

    #[test]
    fn type_arguments_are_erased() {
        check(&[
            ("a<T>(b);", "a (b);"),
            ("a?.<T>(b);", "a?. (b);"),
            ("new A<T>(b); new A<T>;", "new A (b); new A ;"),
            ("a<T>`b`;", "a `b`;"),
            ("class A extends B<T> {}", "class A extends B {}"),
            ("class A extends b<T>()<U> {}", "class A extends b () {}"),
            ("const a = b<T>;", "const a = b ;"),
            ("(a<T>).b; new (a<T>)();", "(a ).b; new (a )();"),
            ("a<<T>(b: T) => c>(d);", "a (d);"),
            ("a<B<C<D>>>(e);", "a (e);"),
            ("a<{ b: '>' }>(c);", "a (c);"),
            ("import('a') as Promise<T>;", "import('a') ;"),
            ("a < b > c;", "a < b > c;"),
            ("a ? (b) : c => d;", "a ? (b) : c => d;"),
        ]);
    }

    #[test]
    fn assertions_before_what_is_not_an_expression_alone_become_parentheses() {
        check(&[
            ("a(() => <T>{ b });", "a(() => ( { b }));"),
            ("a(() => <T>{ b }.c);", "a(() => ( { b }.c));"),
            ("<T>{ a }.b;", "( { a }.b);"),
            ("<T>function () {};", "( function () {});"),
            ("<T><U>class {};", "( class {});"),
            ("a = <T>{};", "a = {};"),
            ("a(<T>{}, <T>function () {});", "a( {}, function () {});"),
            ("() => { return <T>{} };", "() => { return {} };"),
            ("export default <T>class {};", "export default ( class {});"),
            ("if (a) <T>{}.b; else <T>{}.c", "if (a) ( {}.b); else ( {}.c)"),
        ]);
    }

    #[test]
    fn assertions_on_several_lines_become_parentheses() {
        check(&[
            ("() => { return <\nT>a; }", "() => { return (\n a); }"),
            ("() => { return <T>\na.b(); }", "() => { return ( \na.b()); }"),
            ("() => { throw </*b*/\nT>a }", "() => { throw ( \n a) }"),
            ("function* a() { yield <\nT>b }", "function* a() { yield (\n b) }"),
            ("() => { return (<\nT>a); }", "() => { return ((\n a)); }"),
            ("() => { return a as\nT\n}", "() => { return a \n\n}"),
        ]);
    }

    #[test]
    fn operands_keep_their_operators() {
        check(&[
            ("a = 1 ** 1 as T ** 2;", "a = (1 ** 1) ** 2;"),
            ("a = b! ** c! as T as U ** d!;", "a = (b ** c ) ** d ;"),
            ("a = -b as T ** 2;", "a = (-b) ** 2;"),
            ("a = (-b) as T ** 2;", "a = (-b) ** 2;"),
            ("a = b as T ** 2;", "a = b ** 2;"),
            ("a = 2 ** b as T;", "a = 2 ** b ;"),
            ("a = 1 * 1 as T * 2;", "a = 1 * 1 * 2;"),
            ("a = 1 * 1 as T + 2;", "a = 1 * 1 + 2;"),
            ("a = 1 + 1 as T == 2 as U;", "a = 1 + 1 == 2 ;"),
            ("a = b && c as T || d;", "a = b && c || d;"),
            ("a = (b + c) as T * d;", "a = (b + c) * d;"),
            ("b\n1 ** 1 as T ** 2", "b\n;(1 ** 1) ** 2"),
            ("b\nif (c) 1 ** 1 as T ** 2", "b\nif (c) (1 ** 1) ** 2"),
        ]);
    }
}

//! The parentheses of arrow functions, which types can put on other lines than what they belong to.

use oxc_ast::ast::ArrowFunctionExpression;
use oxc_span::Span;

use super::Eraser;

impl Eraser<'_> {
    /// Erases the `?` or `!` after a name.
    pub(super) fn erase_marker(&mut self, name_end: u32) {
        let marker = self.source.next_if("?", name_end).or_else(|| self.source.next_if("!", name_end));
        self.erasures.erase(marker.unwrap_or_default());
    }

    pub(super) fn move_parentheses(&mut self, arrow: &ArrowFunctionExpression<'_>) {
        self.move_opening_parenthesis(arrow);
        self.move_closing_parenthesis(arrow);
    }

    /// In `async <T>` and `return <T>`, no line may end before the parenthesis: it moves to the place of the `<`.
    fn move_opening_parenthesis(&mut self, arrow: &ArrowFunctionExpression<'_>) {
        let Some(types) = &arrow.type_parameters else { return };
        let opening = self.source.char_span(arrow.params.span.start);
        let moves = self.source.has_line_terminator(types.span.start, opening.start);
        if moves && self.source.slice(opening) == "(" {
            self.erasures.put("(", types.span.start);
            self.erase(opening);
        }
    }

    /// No line may end between the parenthesis and `=>`: it moves to the end of the return type.
    fn move_closing_parenthesis(&mut self, arrow: &ArrowFunctionExpression<'_>) {
        let Some(types) = &arrow.return_type else { return };
        let closing = self.source.char_span_before(arrow.params.span.end);
        let moves = self.source.has_line_terminator(closing.end, types.span.end);
        if moves && self.source.slice(closing) == ")" {
            self.erase(closing);
            self.erasures.put(")", self.source.char_span_before(types.span.end).start);
        }
    }

    /// Erases from the first token after an expression on.
    pub(super) fn erase_suffix(&mut self, expression_end: u32, end: u32) {
        let start = self.source.skip_trivia(expression_end);
        if start < end {
            self.erase(Span::new(start, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn types_of_functions_are_erased() {
        check(&[
            ("function a<T>(b: T, c?: T, ...d: T[]): T {}", "function a (b , c , ...d ) {}"),
            ("function a(b = 1 as T, { c }: D = {}): b is string {}", "function a(b = 1 , { c } = {}) {}"),
            ("function a(b): asserts b is string {}", "function a(b) {}"),
            ("function a(this: T) {}", "function a( ) {}"),
            ("function a(this: T, b: T) {}", "function a( b ) {}"),
            ("function a(this /*,*/ : T /*,*/ ,) {}", "function a( ) {}"),
            ("const a = function <T>(this: T): T {};", "const a = function ( ) {};"),
            ("const a = <T,>(b: T): T => b;", "const a = (b ) => b;"),
            ("const a = async <T extends U>(b: T): Promise<T> => b;", "const a = async (b ) => b;"),
            (
                "({ a<T>(b: T): T {}, async *c(): D {}, get e(): F { return 1 } });",
                "({ a (b ) {}, async *c() {}, get e() { return 1 } });",
            ),
            ("try {} catch (e: unknown) {}", "try {} catch (e ) {}"),
            ("for (const a of <T[]>b) {}", "for (const a of b) {}"),
            ("let a: T, b!: T, c: () => void = d;", "let a , b , c = d;"),
            ("let { a, b: [c] }: T = d;", "let { a, b: [c] } = d;"),
            ("let a /*:*/ ! /*!*/ : T;", "let a /*:*/ /*!*/ ;"),
            ("function* a<T>(): Iterator<T> {}", "function* a () {}"),
            ("function a(b? /*?*/ : T /*,*/, c?) {}", "function a(b /*?*/ /*,*/, c ) {}"),
        ]);
    }

    #[test]
    fn closing_parentheses_move_to_the_arrow() {
        check(&[
            ("a = ()\n: T =>\nb", "a = (\n ) =>\nb"),
            ("a = (b):\nT => b", "a = (b\n) => b"),
            ("a = (\n):(\n|T\n)=>\nb", "a = (\n\n\n)=>\nb"),
            ("a = (b): A<\n>/**/=> b", "a = (b \n)/**/=> b"),
            ("a = (b /*c*/) /*d*/ :\n'\u{1f4a5}' => b", "a = (b /*c*/ /*d*/\n ) => b"),
            ("a = (b) // c\n: T => b", "a = (b // c\n ) => b"),
            ("a = (b): T =>\nb", "a = (b) =>\nb"),
            ("a = (b,):\n T => b", "a = (b,\n ) => b"),
        ]);
    }

    #[test]
    fn opening_parentheses_move_to_what_is_before_them() {
        check(&[
            ("a = async <\nT\n>(b: T) => b", "a = async (\n\n b ) => b"),
            ("a = async <\nT\n>(b: T): Promise<\nT\n> => b", "a = async (\n\n b \n\n) => b"),
            ("() => { return<T>\n(b: T) => b }", "() => { return( \n b ) => b }"),
            ("() => { return <\nT>/*(*/(b) => b }", "() => { return (\n /*(*/ b) => b }"),
            ("function* a() { yield <\nT>(b) => b }", "function* a() { yield (\n b) => b }"),
            ("a = async <T>(b) => b", "a = async (b) => b"),
            ("a;\n<\nT>(b) => b", "a;\n(\n b) => b"),
        ]);
    }
}

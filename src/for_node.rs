//! Whether the program of a context is one for Node, which differs from browsers in what the standards leave open, and
//! in what it leaves out.

use boa_engine::Context;

struct ForNode;

/// Makes the program of a context one for Node: some errors say what they say in Node, and requests and responses may
/// have the headers that a browser keeps to itself, such as `Cookie` and `Set-Cookie`.
pub fn set_for_node(context: &mut Context) {
    context.insert_data(ForNode);
}

pub(crate) fn is_for_node(context: &Context) -> bool {
    context.has_data::<ForNode>()
}

/// Returns what an error says in a browser, or in Node.
pub(crate) fn in_words_of_host<'t>(browser: &'t str, node: &'t str, context: &Context) -> &'t str {
    if is_for_node(context) { node } else { browser }
}

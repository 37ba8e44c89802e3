//! What people mistype, as patterns of tokens around the one that the parser did not expect.
//!
//! The items of a pattern are separated by spaces. An item is one or more texts, separated by `|`, or one of these:
//! `W` any name, `R` a reserved word, `N` a number, `S` a string, `ANY` any token, `EOF` the end, `BOF` the start,
//! `OP` an operator, `AT` the character `@`, `()` a pair of parentheses with what is in it, `..` all that precedes
//! within the same brackets, and `C{` the brace of a class body. Before it: `@` the unexpected token, `^` the token to
//! report instead, `%` the first token of a line, `_` a token whose line is indented no more than that of the bracket
//! around it, `~` a token that touches the one before. In the messages, `$0` is the text of the first item.

use crate::tokens::{Tokens, is_reserved};
use posttask::internal::engine::TokenKind;

/// A pattern, a token that the parser expected or nothing, a message or nothing, and a help.
type Mistake = (&'static str, &'static str, &'static str, &'static str);

/// The help for a statement where a member or a property should stand.
pub(super) const UNCLOSED: &str = "a `}` may be missing above this line";

#[rustfmt::skip]
pub(super) const MISTAKES: &[Mistake] = &[
    // Text that is no program
    ("@< !", "", "", "this is HTML, not JavaScript: run the text of its <script> elements"),
    ("BOF @< html|head|body|script|div", "", "", "this is HTML, not JavaScript: run the text of its <script> elements"),
    ("@< / ANY", "", "", "this is an HTML tag, not JavaScript: remove it"),
    ("BOF { S @:", "", "", "this is JSON, not a program: load it with `JSON.parse`, or write `const data = { … }`"),
    ("%^-|+ @const|let|var|import|export|function|return|if|for|class", "", "",
        "the `$0` at the start of the line is from a diff: remove it"),
    ("^AT AT @ANY", "", "unexpected '@@'", "this line is from a diff: remove it"),
    // Other languages
    ("^elif|elsif|elseif () @{", "", "unexpected identifier '$0'", "write `else if`"),
    ("else () @{", "", "", "write `else if (…) {`"),
    ("^foreach () @{", "", "unexpected identifier '$0'", "write `for (const item of list) {`"),
    ("^unless|until () @{", "", "unexpected identifier '$0'", "write `if (!…)` or `while (!…)`"),
    ("def|fn|func|fun|sub|proc @W (", "", "", "a function is declared with `function $1(…) {`"),
    ("val|mut|local|dim|int|string|bool|float|double|auto @W =", "", "",
     "a variable is declared with `let` or `const`"),
    ("let ^mut @W", "", "unexpected identifier 'mut'", "every `let` variable can change: remove `mut`"),
    ("%print|echo|puts|println @ANY", "", "", "write `console.log(…)`"),
    ("@and", "", "", "write `&&`"),
    ("@or", "", "", "write `||`"),
    ("^not @ANY", "", "unexpected identifier 'not'", "write `!`"),
    ("@is", "", "", "write `===`"),
    ("@then", "", "", "the body of an `if` is a block: write `{ … }`"),
    ("^# @!", "", "unexpected '#!'", "a `#!` line can only be the first line of the file"),
    ("^# @ANY", "", "unexpected character '#'", "comments start with `//`"),
    ("@#", "", "", "comments start with `//`"),
    ("^: @~=", "", "unexpected token ':='", "write `=`"),
    // Operators
    ("^< @>", "", "unexpected token '<>'", "write `!==`"),
    ("^= @~<", "", "unexpected token '=<'", "write `<=`"),
    ("^!|= @=", "", "unexpected token '$0 ='", "write the operator without a space"),
    ("^===|!== @=", "", "unexpected token '$0='", "write `$0`"),
    ("async @W ^- >", "", "unexpected token '->'", "an arrow function is written with `=>`"),
    ("^- @>", "", "unexpected token '->'", "write `=>` for a function, or `.` for a property"),
    (". @.", "", "", "remove one `.`, or write `...` to spread a list"),
    (".|?. @ANY", "", "", "a property name is missing after `$0`"),
    ("if|while ( .. = @)", "", "", "a value is missing after `=`; a comparison is written `===`"),
    ("OP @)|]|}|;|,|EOF", "", "", "an expression is missing after `$0`"),
    // Statements
    ("let|const|var|function|class @R", "", "", "`$1` is a reserved word: choose another name"),
    ("(|, @R )|,|=", "", "", "`$1` is a reserved word: choose another name"),
    ("if|while|for|switch|with @ANY", "(", "", "the part after `$0` must be in parentheses: `$0 (…)`"),
    ("; ; @else", "", "'else' without 'if'", "the second `;` ends the `if` statement: remove it"),
    ("@else", "", "'else' without 'if'", "an `else` directly follows the statement or the block of an `if`"),
    ("@catch|finally", "", "'$0' without 'try'", "a `$0` directly follows the block of a `try`"),
    ("@case|default", "", "'$0' outside a switch statement", ""),
    ("catch () @ANY", "{", "", "the body of `catch` needs braces: `{ … }`"),
    ("try|finally|catch @ANY", "{", "", "the body of `$0` needs braces: `{ … }`"),
    ("if|while|for () ^let|const @ANY", "", "lexical declaration cannot appear in a single-statement context",
        "put it in a block: `{ … }`"),
    ("for ( .. ^, W @<|>|<=|>=|!=|!==|===", ";", "unexpected token ',': `;` expected",
        "the parts of a `for` loop are separated by `;`"),
    ("for ( const|let|var W @W", "", "", "use `of` to iterate over values, or `in` to iterate over property names"),
    ("for ( .. @)", ";", "", "a `for` loop has three parts: `for (start; condition; step)`"),
    ("case N|S|W @ANY", ":", "", "a `:` is missing after the `case` value"),
    ("switch () { @ANY", "case", "",
        "the statements of a `switch` belong after a `case …:`"),
    ("} @ANY", "while", "", "a `do` block ends with `while (condition)`"),
    ("=|return|(|, @if|for|while|switch|try|throw", "", "", "`$1` is a statement, not a value"),
    ("export default @const|let|var", "", "", "declare it first, then write `export default name`"),
    ("@S", "from", "", "write `from` before the name of the module"),
    ("from @W", "", "", "the name of a module is a string: `from './$1.js'`"),
    ("import @W (", "", "", "write `import(…)` or `import name from '…'`"),
    // Declarations
    ("let|const|var @=|;", "", "", "a variable name is missing after `$0`"),
    ("(|,|{|as ^R @}|,|=|)", ":", "unexpected token '$1'",
        "`$1` is a reserved word: rename it, as in `{ $1: other }`"),
    ("const|let|var ^W @-", "", "unexpected token '-' after '$1'", "a name cannot contain `-`: write it in camelCase"),
    ("C{ .. %_^let|const|var|function|class @W|[|{", "", "", UNCLOSED),
    ("{ .. %_@const|let|var|function|class|export|import", "", "", UNCLOSED),
    ("C{ .. ^let|const|var @ANY", "", "", "class fields are declared without `$2`"),
    ("C{ .. ^function @W", "", "", "a method is written without `function`"),
    ("{ .. ^function @W", ":", "", "a method is written without `function`"),
    ("C{ .. } @,", "", "", "the members of a class are not separated by `,`: remove it"),
    ("( .. ^function () @=>", "", "", "an arrow function is written without `function`"),
    ("function () @=>", "", "", "an arrow function is written without `function`"),
    ("function W () @=>", "", "", "an arrow function is written without `function`"),
    ("{|, W () @=>", "", "", "a method is written `$1() { … }` or `$1: () => …`"),
    ("() @async", "", "", "`async` comes before the parameters: `async (…) => …`"),
    ("=|(|,|return|=> () @{", "", "missing => before the function body", "an arrow function is written `(…) => {`"),
    ("%async @W (", "", "", "`function` is missing: `async function $1(`"),
    ("%W () @{", "", "", "write `function $0(…) {`, or close the block above with `}`"),
    ("{ .. %@const|let|var|function|class|export|import|interface", "", "", UNCLOSED),
    // Lists
    ("{ .. @; }", ",", "", "the properties of an object are separated by `,`, not `;`"),
    ("{ .. @; W|S|N :|(|,", ",", "", "the properties of an object are separated by `,`, not `;`"),
    ("{ .. W|S @:", "", "", "this `{` opens a block: put an object that starts a statement in parentheses, `({ … })`"),
    ("{ .. @=", ":", "", "a property is written `name: value`"),
    ("S @~W|R", "", "", "a quote inside a string ends it: write `\\'`, or use the other quotes around it"),
    ("{ .. S @W|S|N|[", ",", "", "a `,` is missing between the properties"),
    ("[ .. S @W|S|N|{", ",", "", "a `,` is missing between the elements"),
    ("S @W|N|S", "", "", "a `,` or a `+` is missing before `$1`"),
    ("( @,", "", "", "an argument is missing, or there is an extra `,`"),
    ("const|let|var W @N|S|[|{", "", "", "a `=` is missing after `$1`"),
    ("( .. , @,|)", "", "", "an argument is missing, or there is an extra `,`"),
    (": @=", "", "", "something is missing between `:` and `=`"),
    ("@;|)|EOF", ":", "", "a conditional has two values: `test ? yes : no`"),
    ("< W , W @(", "", "", "a `>` is missing before `(`"),
    ("< W @(", "", "", "a `>` is missing before `(`"),
];

/// What TypeScript adds: a pattern and what it is.
#[rustfmt::skip]
pub(super) const TYPESCRIPT: &[Mistake] = &[
    ("interface @W", "", "", "interfaces are TypeScript"),
    ("import|export type @ANY", "", "", "type imports and exports are TypeScript"),
    ("import|export @type", "", "", "type imports and exports are TypeScript"),
    ("type @W", "", "", "type aliases are TypeScript"),
    ("@enum", "", "", "enums are TypeScript"),
    ("namespace|module @W|S", "", "", "namespaces are TypeScript"),
    ("abstract @class", "", "", "abstract classes are TypeScript"),
    ("declare @ANY", "", "", "ambient declarations are TypeScript"),
    ("private|public|protected|readonly|override|abstract @ANY", "", "", "modifiers such as `$0` are TypeScript"),
    ("@implements", "", "", "`implements` clauses are TypeScript"),
    ("@as|satisfies", "", "", "type assertions with `$0` are TypeScript"),
    ("@!", "", "", "non-null assertions are TypeScript"),
    ("@<", "", "", "type parameters are TypeScript"),
    ("@?", "", "", "optional parameters are TypeScript"),
    ("@:", "", "", "type annotations are TypeScript"),
    ("", "", "", "this syntax is TypeScript"),
];

/// The words that begin statements or take part in them, for which people make typing errors.
const KEYWORDS: &[&str] = &[
    "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "else", "export",
    "extends", "finally", "for", "function", "if", "import", "let", "new", "return", "static", "switch", "throw",
    "try", "typeof", "var", "while", "yield",
];

/// Returns the keyword that a name before an unexpected token, or the token itself, most likely stands for.
pub(super) fn misspelled(tokens: &Tokens, at: usize) -> Option<Recognized> {
    let last = at.checked_sub(1)?;
    let before_group = tokens.opener(last).and_then(|open| open.checked_sub(1)).filter(|_| tokens.text(at) == "{");
    [Some(last), before_group, Some(at)].into_iter().flatten().find_map(|word| {
        let keyword =
            KEYWORDS.iter().find(|keyword| is_one("W", tokens, word) && is_typo(tokens.text(word), keyword))?;
        Some(Recognized { at: word, message: None, help: format!("did you mean `{keyword}`?") })
    })
}

/// Whether one letter of a word is wrong, missing or too many, or two letters next to each other are swapped.
fn is_typo(word: &str, keyword: &str) -> bool {
    let (word, keyword) = (word.as_bytes(), keyword.as_bytes());
    let start = word.iter().zip(keyword).take_while(|(one, other)| one == other).count();
    let (word, keyword) = (&word[start..], &keyword[start..]);
    let length = word.len().max(keyword.len());
    let long_enough = start + keyword.len() > 3 || word.len() < keyword.len() && start + keyword.len() == 3;
    let ends_alike =
        |skip: usize, other: usize| word.get(skip..).is_some_and(|rest| Some(rest) == keyword.get(other..));
    let swapped = matches!((word, keyword), ([a, b, ..], [c, d, ..]) if a == d && b == c) && ends_alike(2, 2);
    length > 0 && long_enough && (ends_alike(1, 1) || ends_alike(0, 1) || ends_alike(1, 0) || swapped)
}

/// A mistake that was recognized.
pub(super) struct Recognized {
    /// The token to report.
    pub(super) at: usize,
    pub(super) message: Option<String>,
    pub(super) help: String,
}

/// Returns the first mistake of a table that fits an unexpected token.
pub(super) fn recognize(table: &[Mistake], tokens: &Tokens, at: usize, expected: &[&str]) -> Option<Recognized> {
    table.iter().find_map(|&(pattern, needed, message, help)| {
        if !needed.is_empty() && !expected.contains(&needed) {
            return None;
        }
        let (reported, items) = match_pattern(pattern, tokens, at)?;
        let fill = |template: &str| {
            items.iter().enumerate().fold(template.to_owned(), |text, (number, &index)| {
                text.replace(&format!("${number}"), tokens.text(index))
            })
        };
        let message = (!message.is_empty()).then(|| fill(message));
        Some(Recognized { at: reported, message, help: fill(help) })
    })
}

/// Returns the token to report and the tokens of all items.
fn match_pattern(pattern: &str, tokens: &Tokens, at: usize) -> Option<(usize, Vec<usize>)> {
    let items: Vec<&str> = pattern.split_whitespace().collect();
    let anchor = items.iter().position(|item| item.contains('@')).unwrap_or(0);
    let mut found = vec![at; items.len()];
    let mut left = at;
    let start = tokens.within(at).map(|opener| opener + 1);
    for (number, item) in items.iter().enumerate().take(anchor).rev() {
        left = if *item == ".." { start } else { before(item, tokens, left) }?;
        found[number] = left;
    }
    let mut right = at;
    for (number, item) in items.iter().enumerate().skip(anchor) {
        found[number] = right;
        right = after(item, tokens, right)?;
    }
    let reported = items.iter().position(|item| item.starts_with(['^', '%', '_']) && item.contains('^'));
    Some((reported.map_or(at, |number| found[number]), found))
}

/// Matches an item before a token. Returns where it starts.
fn before(item: &str, tokens: &Tokens, at: usize) -> Option<usize> {
    match item {
        "BOF" => (at == 0).then_some(at),
        "()" => tokens.opener(at.checked_sub(1)?).filter(|&open| tokens.text(open) == "("),
        "C{" => at.checked_sub(1).filter(|&open| is_class_body(tokens, open)),
        _ => at.checked_sub(1).filter(|&index| is_item(item, tokens, index)),
    }
}

/// Matches an item at a token. Returns what follows it.
fn after(item: &str, tokens: &Tokens, at: usize) -> Option<usize> {
    is_item(item, tokens, at).then_some(at + 1)
}

fn is_item(item: &str, tokens: &Tokens, index: usize) -> bool {
    let alternatives = item.trim_start_matches(['@', '^', '%', '~', '_']);
    let prefixes = &item[..item.len() - alternatives.len()];
    let token = tokens.get(index);
    let fits = |prefix, condition| !prefixes.contains(prefix) || condition;
    let outdented = || tokens.within(index).is_some_and(|open| tokens.indentation(index) <= tokens.indentation(open));
    let touches = || index.checked_sub(1).and_then(|last| tokens.get(last)).map(|last| last.span.end);
    fits('%', token.is_some_and(|token| token.first))
        && fits('~', token.map(|token| token.span.start) == touches())
        && fits('_', !prefixes.contains('_') || outdented())
        && alternatives.split('|').any(|alternative| is_one(alternative, tokens, index))
}

fn is_one(alternative: &str, tokens: &Tokens, index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return alternative == "EOF" };
    let text = tokens.text(index);
    match alternative {
        "ANY" => true,
        "W" => token.kind == TokenKind::Word && !is_reserved(text),
        "R" => token.kind == TokenKind::Word && is_reserved(text),
        "N" => token.kind == TokenKind::Number,
        "S" => token.kind == TokenKind::String,
        "AT" => text == "@",
        "OP" => {
            token.kind == TokenKind::Punctuator
                && !matches!(text, "(" | ")" | "[" | "]" | "{" | "}" | ";" | "," | "++" | "--")
        }
        _ => text == alternative,
    }
}

/// Whether a token is the brace that opens the body of a class.
fn is_class_body(tokens: &Tokens, open: usize) -> bool {
    let mut at = open;
    while tokens.text(open) == "{" && at > 0 {
        at -= 1;
        match tokens.text(at) {
            "class" => return true,
            ")" | "]" => at = tokens.opener(at).unwrap_or(at),
            "." => {}
            _ if tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word) => {}
            _ => return false,
        }
    }
    false
}

//! What is said about TypeScript that cannot run here.

use oxc_span::Span;

use super::Refusal;

fn refusal(span: Span, message: impl Into<String>, help: impl Into<String>) -> Refusal {
    Refusal { span, message: message.into(), help: Some(help.into()) }
}

pub(super) fn namespace(span: Span, keyword: &str, name: &str) -> Refusal {
    refusal(
        span,
        format!("the {keyword} `{name}` contains values: only namespaces that contain nothing but types can be erased"),
        format!(
            "move its contents to a file of their own and write `import * as {name} from \"./{name}.ts\"`, or write \
             `const {name} = {{ ... }}`"
        ),
    )
}

pub(super) fn export_assignment(span: Span) -> Refusal {
    refusal(span, "`export =` is not part of JavaScript modules", "write `export default` instead of `export =`")
}

pub(super) fn import_require(span: Span, name: &str, module: &str) -> Refusal {
    refusal(
        span,
        "`import ... = require(...)` is not part of JavaScript modules",
        format!("write `import {name} from {module}` or `import * as {name} from {module}`"),
    )
}

pub(super) fn import_alias(span: Span, name: &str, path: &str, is_exported: bool) -> Refusal {
    let export = if is_exported { "export " } else { "" };
    refusal(
        span,
        format!("`{export}import {name} = {path}` is not part of JavaScript"),
        format!("write `{export}const {name} = {path};`, or `{export}type {name} = {path};` if it is a type"),
    )
}

pub(super) fn enum_member_without_value(span: Span, name: &str, previous: &str) -> Refusal {
    refusal(
        span,
        format!("the enum member {name} needs a value, because the value of {previous} before it is a string"),
        format!("write `{name} = ...` with a value"),
    )
}

pub(super) fn parameter_property_pattern(span: Span) -> Refusal {
    refusal(
        span,
        "a parameter that declares a property must have a name: it cannot be destructured",
        "take a parameter with a name, and destructure it in the body of the constructor",
    )
}

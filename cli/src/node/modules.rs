//! The table of the modules.

use boa_engine::{Context, JsObject, JsResult};
use posttask_front_end::{BuiltinContent, BuiltinModule};

use super::native::{bytes, errors, hashes, modules, process, values, variables};

/// A module that belongs to Node alone.
macro_rules! node {
    ($name:literal, $file:literal) => {
        BuiltinModule {
            name: concat!("node:", $name),
            is_bare: true,
            content: BuiltinContent::NodeText(include_str!(concat!("modules/", $file, ".js"))),
        }
    };
}

/// A module that only the others use.
macro_rules! internal {
    ($name:literal) => {
        BuiltinModule {
            name: concat!("node:internal/", $name),
            is_bare: false,
            content: BuiltinContent::Text(include_str!(concat!("modules/internal/", $name, ".js"))),
        }
    };
}

const fn native(name: &'static str, create: fn(&mut Context) -> JsResult<JsObject>) -> BuiltinModule {
    BuiltinModule { name, is_bare: false, content: BuiltinContent::Native { exports: &[], create } }
}

/// All of them.
pub(crate) static MODULES: &[BuiltinModule] = &[
    node!("events", "events"),
    node!("path", "path"),
    node!("path/posix", "path_posix"),
    node!("path/win32", "path_win32"),
    node!("process", "process"),
    node!("util", "util"),
    node!("util/types", "util_types"),
    node!("url", "url"),
    node!("buffer", "buffer"),
    node!("querystring", "querystring"),
    node!("timers", "timers"),
    node!("module", "module"),
    internal!("inspect"),
    internal!("format"),
    internal!("encodings"),
    internal!("parse_args"),
    internal!("stdio"),
    internal!("ticks"),
    native("node:internal/bytes", bytes::create),
    native("node:internal/errors", errors::create),
    native("node:internal/hashes", hashes::create),
    native("node:internal/host", process::create),
    native("node:internal/modules", modules::create),
    native("node:internal/values", values::create),
    native("node:internal/variables", variables::create),
];

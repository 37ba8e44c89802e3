//! The table of the modules.

use boa_engine::{Context, JsObject, JsResult};
use posttask_front_end::{BuiltinContent, BuiltinModule};

use super::native::{
    bytes, compression, contexts, errors, files, hashes, modules, process, threads, ticks, values, variables,
};

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

/// A module that programs for the web use, too.
macro_rules! web {
    ($name:literal, $file:literal) => {
        BuiltinModule {
            name: concat!("node:", $name),
            is_bare: true,
            content: BuiltinContent::Text(include_str!(concat!("modules/", $file, ".js"))),
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
    BuiltinModule { name, is_bare: false, content: BuiltinContent::Native { exports: &[], create, functions: None } }
}

/// All of them.
pub(crate) static MODULES: &[BuiltinModule] = &[
    node!("_http_agent", "http_agent"),
    node!("_http_client", "http_client"),
    node!("_http_common", "http_common"),
    node!("_http_incoming", "http_incoming"),
    node!("_http_outgoing", "http_outgoing"),
    node!("_http_server", "http_server"),
    node!("_stream_duplex", "stream_duplex"),
    node!("_stream_passthrough", "stream_passthrough"),
    node!("_stream_readable", "stream_readable"),
    node!("_stream_transform", "stream_transform"),
    node!("_stream_writable", "stream_writable"),
    node!("_tls_common", "tls_common"),
    node!("_tls_wrap", "tls_wrap"),
    node!("async_hooks", "async_hooks"),
    node!("buffer", "buffer"),
    node!("child_process", "child_process"),
    node!("cluster", "cluster"),
    node!("console", "console"),
    node!("constants", "constants"),
    node!("crypto", "crypto"),
    node!("dgram", "dgram"),
    node!("diagnostics_channel", "diagnostics_channel"),
    node!("dns", "dns"),
    node!("dns/promises", "dns_promises"),
    node!("domain", "domain"),
    node!("events", "events"),
    node!("fs", "fs"),
    node!("fs/promises", "fs_promises"),
    node!("http", "http"),
    node!("http2", "http2"),
    node!("https", "https"),
    node!("inspector", "inspector"),
    node!("inspector/promises", "inspector"),
    node!("module", "module"),
    node!("net", "net"),
    node!("os", "os"),
    node!("path", "path"),
    node!("path/posix", "path_posix"),
    node!("path/win32", "path_win32"),
    node!("perf_hooks", "perf_hooks"),
    node!("process", "process"),
    node!("punycode", "punycode"),
    node!("querystring", "querystring"),
    node!("readline", "readline"),
    node!("readline/promises", "readline_promises"),
    node!("repl", "repl"),
    node!("stream", "stream"),
    node!("stream/consumers", "stream_consumers"),
    node!("stream/promises", "stream_promises"),
    node!("stream/web", "stream_web"),
    node!("string_decoder", "string_decoder"),
    node!("timers", "timers"),
    node!("tls", "tls"),
    node!("trace_events", "trace_events"),
    node!("tty", "tty"),
    node!("url", "url"),
    node!("util", "util"),
    node!("util/types", "util_types"),
    node!("v8", "v8"),
    node!("vm", "vm"),
    node!("wasi", "wasi"),
    node!("worker_threads", "worker_threads"),
    node!("zlib", "zlib"),
    node!("sys", "util"),
    web!("timers/promises", "timers_promises"),
    internal!("checks"),
    internal!("cp"),
    internal!("encodings"),
    internal!("file_handle"),
    internal!("files"),
    internal!("format"),
    internal!("histogram"),
    internal!("inspect"),
    internal!("missing"),
    internal!("older_urls"),
    internal!("parse_args"),
    internal!("ports"),
    internal!("stdio"),
    internal!("web_streams"),
    internal!("worker"),
    native("node:internal/bytes", bytes::create),
    native("node:internal/compression", compression::create),
    native("node:internal/contexts", contexts::create),
    native("node:internal/errors", errors::create),
    native("node:internal/hashes", hashes::create),
    native("node:internal/host", process::create),
    native("node:internal/host_files", files::create),
    native("node:internal/modules", modules::create),
    native("node:internal/threads", threads::create),
    native("node:internal/ticks", ticks::create),
    native("node:internal/values", values::create),
    native("node:internal/variables", variables::create),
];

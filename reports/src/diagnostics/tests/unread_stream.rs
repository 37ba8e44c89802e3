//! `unread-body` and `unreleased-reader`.

use super::{is_silent, places, speaks};

const LARGE: &str = "const url = 'data:,' + 'x'.repeat(300_000);\n";
const UNREAD: &str = "the body of a response (fetched at app.js:2:17) is full, and nobody reads it [unread-body]";

fn large(program: &str) -> String {
    format!("{LARGE}{program}")
}

#[test]
fn bodies_that_nobody_reads_are_found() {
    speaks(&large("const ok = fetch(url).then(response => response.ok);"), &[UNREAD]);
    // The stream is made, and nobody reads it.
    speaks(&large("const ok = fetch(url).then(response => { response.body; response.clone(); });"), &[UNREAD]);
    // Something is read, but then nothing.
    let larger = large("const ok = fetch(url + url).then(response => response.body.getReader().read());");
    speaks(&larger, &[UNREAD]);
    assert_eq!(places(&large("fetch(url);"), "unread-body"), [["body of a response at app.js:2:6"]]);
}

#[test]
fn bodies_that_are_read_or_not_wanted_are_silent() {
    for use_of_response in [
        "await response.text();",
        "setTimeout(() => response.arrayBuffer(), 1000);",
        "await response.body.cancel();",
        "for await (const chunk of response.body) {}",
        "for await (const chunk of response.body) break;",
        "await response.body.pipeTo(new WritableStream());",
        "const clone = response.clone(); await response.text();",
        "const clone = response.clone(); await clone.text();",
        "await new Response(response.body).text();",
        "const [one, two] = response.body.tee(); for await (const chunk of one) {} setTimeout(() => two.cancel(), 9);",
        "controller.abort();",
        "setTimeout(() => controller.abort(), 1000);",
        "response.body; setTimeout(() => controller.abort(), 1000);",
    ] {
        is_silent(&large(&format!(
            "const controller = new AbortController();
             (async () => {{
                 const response = await fetch(url, {{ signal: controller.signal }});
                 try {{ {use_of_response} }} catch {{}}
             }})();"
        )));
    }
    // It fits into the buffer, so nothing waits.
    is_silent("fetch('data:,' + 'x'.repeat(200_000));");
}

const SOURCE: &str = "const source = options =>
    new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(8)); }, ...options });\n";

const PREFIX: &str = "(async () => { ";

fn with_source(program: &str) -> String {
    format!("{SOURCE}{PREFIX}{program} }})();")
}

/// The warning about the reader that is made where the text `getReader` or `new` is, after `PREFIX`.
fn warning_about(call: &str, program: &str) -> String {
    let column = PREFIX.len() + program.find(call).unwrap() + if call == "new" { 0 } else { call.len() } + 1;
    format!(
        "a reader (made at app.js:3:{column}) stopped reading, and was not released, while its stream has more \
         [unreleased-reader]"
    )
}

#[test]
fn readers_that_stop_are_found() {
    let bytes = "source({ type: 'bytes', start(controller) { controller.enqueue(new Uint8Array(8)); } })";
    for program in [
        "await source().getReader().read();",
        "source().getReader();",
        &format!("const reader = {bytes}.getReader();"),
        &format!("const reader = {bytes}.getReader({{ mode: 'byob' }}); reader.read(new Uint8Array(2));"),
        // The chunk waits in the writable side.
        "const { readable, writable } = new TransformStream(); const reader = readable.getReader();
         writable.getWriter().write('a');",
    ] {
        speaks(&with_source(program), &[&warning_about("getReader", program)]);
    }
    let program = "new ReadableStreamDefaultReader(source());";
    speaks(&with_source(program), &[&warning_about("new", program)]);
}

#[test]
fn readers_that_read_or_are_released_are_silent() {
    for program in [
        "const reader = source().getReader(); await reader.read(); reader.releaseLock();",
        "const reader = source().getReader(); await reader.read(); await reader.cancel();",
        "const reader = source({ pull: controller => controller.error(1) }).getReader();
         await reader.closed.catch(() => {});",
        "const reader = source({ pull: controller => { controller.enqueue(1); controller.close(); } }).getReader();",
        "const reader = source({ type: 'bytes', start(c) { c.enqueue(new Uint8Array(8)); c.close(); } }).getReader();",
        "const reader = source().getReader();
         setTimeout(async () => { await reader.read(); reader.releaseLock(); }, 99);",
        "for await (const chunk of source()) break;",
        "const reader = source({ pull() {} }).getReader(); reader.read();",
        // It waits for a chunk, and not the source for it.
        "const { readable, writable } = new TransformStream(); const reader = readable.getReader();
         const writer = writable.getWriter(); writer.write('a'); await reader.read();",
        "const { readable, writable } = new TransformStream(); const reader = readable.getReader();
         const writer = writable.getWriter(); writer.write('a').catch(() => {}); writer.abort();",
        "const [slow, fast] = source().tee(); const reader = fast.getReader(); await reader.read(); reader.cancel();
         setTimeout(() => slow.cancel(), 50);",
        "await new Response('text').body.getReader().read();",
        // Nobody has a reader: chunks that wait are no problem by themselves.
        "source();",
    ] {
        is_silent(&with_source(program));
    }
}

#[test]
fn many_readers_are_counted() {
    let program = "for (let i = 0; i < 30; i++) source().getReader();";
    let expected = warning_about("getReader", program).replace(" [unr", " (and 29 more times) [unr");
    speaks(&with_source(program), &[&expected]);
}

//! Requests to a small server on the loopback address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::AddAssign;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use posttask::Runtime;
use posttask::event_loop::Outcome;
use posttask::fetch::{Network, NetworkRequest, Responder};

use super::HttpClient;
use super::connector::Proxies;
use super::queue::{Job, Queue, Slot};

const CODED: &[u8] = b"some text that is compressed";

/// A text in some codings, the last of which is applied last.
fn coded(codings: &str) -> Vec<u8> {
    codings.split(',').fold(CODED.to_vec(), |text, coding| match coding.to_ascii_lowercase().as_str() {
        "gzip" | "x-gzip" => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&text).unwrap();
            encoder.finish().unwrap()
        }
        "deflate" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&text).unwrap();
            encoder.finish().unwrap()
        }
        "raw" => {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&text).unwrap();
            encoder.finish().unwrap()
        }
        // One block that is not compressed, and the end: https://www.rfc-editor.org/rfc/rfc7932#section-9.2.
        "br" => {
            let length = u32::try_from(text.len() - 1).unwrap();
            // WBITS 16; not the last block; 4 nibbles of the length; not compressed; padding.
            let bits = (length << 4) | (1 << 20);
            let mut body = bits.to_le_bytes()[..3].to_vec();
            body.extend(text);
            body.push(3);
            body
        }
        _ => text,
    })
}

/// Starts a server, and returns its address. It ends with the process.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(move || answer(stream.unwrap()));
        }
    });
    address
}

/// How many clients have closed connections instead of waiting for an answer.
static CLOSED: (Mutex<u32>, Condvar) = (Mutex::new(0), Condvar::new());

/// How often a program has asked for the next part of a body.
static GO: (Mutex<u32>, Condvar) = (Mutex::new(0), Condvar::new());

fn go() {
    GO.0.lock().unwrap().add_assign(1);
    GO.1.notify_all();
}

/// Reads a body in chunks. Calls back after the first one.
fn chunked<T>(reader: &mut impl BufRead, after_first: impl Fn() -> T) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        // The client closes the connection if its stream fails.
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return body;
        }
        let Ok(length) = usize::from_str_radix(line.trim(), 16) else { continue };
        if length == 0 {
            return body;
        }
        let is_first = body.is_empty();
        let mut chunk = vec![0; length];
        if reader.read_exact(&mut chunk).is_err() {
            return body;
        }
        body.extend(chunk);
        if is_first {
            after_first();
        }
    }
}

fn wait_for_go() {
    let mut asked = GO.1.wait_while(GO.0.lock().unwrap(), |asked| *asked == 0).unwrap();
    *asked -= 1;
}

/// The text of a whole response.
fn respond(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

/// Answers requests that do not get one whole response. Returns whether this is one.
fn answers_unusually(path: &str, stream: &mut TcpStream, reader: &mut BufReader<TcpStream>) -> bool {
    match path {
        "/hang" => loop {
            thread::park();
        },
        "/hang-until-closed" => {
            // A client that closes the connection makes reading end.
            let _ = reader.read(&mut [0]);
            CLOSED.0.lock().unwrap().add_assign(1);
            CLOSED.1.notify_all();
        }
        "/once" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nonce");
            // The next request on the same connection is not answered.
            let _ = reader.read_until(b'\n', &mut Vec::new());
        }
        "/early" => {
            // Answers while the body still comes.
            let _ = stream.write_all(respond("413 Too Large", "too large").as_bytes());
            // Until the client closes the connection.
            while reader.read(&mut [0; 1 << 12]).is_ok_and(|count| count > 0) {}
        }
        "/open" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe start");
            let _ = reader.read(&mut [0]);
        }
        "/endless" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            // Until the client closes the connection.
            while stream.write_all(&[b'x'; 1 << 12]).is_ok() {}
        }
        "/phrase" => {
            let _ = stream.write_all(b"HTTP/1.1 299 Very nice\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
        path if path.starts_with("/coded/") => {
            let [coding, missing] = path["/coded/".len()..].split('/').collect::<Vec<_>>()[..] else { return false };
            let mut body = coded(coding);
            body.truncate(body.len().saturating_sub(missing.parse().unwrap()));
            let coding = coding.replace("raw", "deflate");
            let length = body.len();
            let head = format!("200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: {length}");
            let _ = stream.write_all(format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes());
            let _ = stream.write_all(&body);
        }
        _ => return false,
    }
    true
}

/// Answers one request, and closes the connection.
fn answer(mut stream: TcpStream) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut lines = Vec::new();
    loop {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).unwrap();
        let line: String = line.into_iter().map(char::from).collect();
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_ascii_lowercase());
    }
    let Some(first) = lines.first().cloned() else { return };
    let length = lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    if lines.iter().any(|line| line == "transfer-encoding: chunked") && !first.contains("/early") {
        body = chunked(&mut reader, || first.contains("/upload").then(go));
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let path = if path.starts_with("http://example.test/echo") { "/echo" } else { path };
    if answers_unusually(path, &mut stream, &mut reader) {
        return;
    }
    let text = match path {
        "/echo" => respond("200 OK\r\nX-Answer: yes\r\nX-Answer: really", &format!("{lines:?}{body:?}")),
        "/redirect" => respond("302 Found\r\nLocation: /echo", ""),
        "/elsewhere" => respond("302 Found\r\nLocation: http://elsewhere.test/", ""),
        path if path.starts_with("/closed/") => {
            let count: u32 = path["/closed/".len()..].parse().unwrap();
            drop(CLOSED.1.wait_while(CLOSED.0.lock().unwrap(), |closed| *closed < count).unwrap());
            respond("200 OK", "all are closed")
        }
        "/parts" => {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
            let _ = stream.write_all(head.as_bytes());
            for part in ["one", "two", "three"] {
                let _ = stream.write_all(format!("{:x}\r\n{part}\r\n", part.len()).as_bytes());
                // The program asks for the next part when it has read this one.
                wait_for_go();
            }
            "0\r\n\r\n".to_owned()
        }
        "/go" => {
            go();
            respond("200 OK", "")
        }
        "/wait" => {
            wait_for_go();
            respond("200 OK", "")
        }
        "/upload" => respond("200 OK", &String::from_utf8_lossy(&body)),
        "/count" => respond("200 OK", &body.len().to_string()),
        "/temporary-redirect" => respond("307 Temporary Redirect\r\nLocation: /count", ""),
        "/short" => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort".to_owned(),
        "/no-phrase" => respond("404", ""),
        "/informational" => format!("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n{}", respond("201 Made", "")),
        path if path.starts_with("/headers/") => {
            let count: usize = path["/headers/".len()..].parse().unwrap();
            // With those that every response has.
            let headers = (2..count).fold(String::new(), |all, number| all + &format!("\r\nX-{number}: {number}"));
            respond(&format!("200 OK{headers}"), "")
        }
        "/nonsense" => "nonsense\r\n\r\n".to_owned(),
        path if path.starts_with("/number/") => respond("200 OK", &path["/number/".len()..]),
        _ => respond("404 Not Found", "nothing"),
    };
    // The client may have closed the connection.
    let _ = stream.write_all(text.as_bytes());
}

/// Runs the body of an asynchronous function, with `server` as the URL of the server. Returns its result as text.
fn run(hosts: &str, body: &str) -> String {
    let address = server();
    let network = HttpClient::new(hosts.replace("SERVER", &address).parse().unwrap(), None);
    run_with(network, &address, body)
}

fn run_with(network: HttpClient, address: &str, body: &str) -> String {
    let mut runtime = Runtime::builder().network(Rc::new(network)).build().unwrap();
    let program = format!(
        "const server = 'http://{address}'; globalThis.result = 'none';
         (async () => {{ {body} }})().then(value => result = value, error => result = 'rejected: ' + error);"
    );
    runtime.run_script(&program).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let result = runtime.run_script("String(result)").unwrap();
    result.as_string().unwrap().to_std_string_escaped().replace(address, "SERVER")
}

#[test]
fn proxies_get_the_whole_url() {
    let address = server();
    let proxies = Proxies::of_http(&format!("http://user:word@{address}"));
    let network = HttpClient { proxies, ..HttpClient::new("*".parse().unwrap(), None) };
    let text = run_with(network, &address, "return (await fetch('http://example.test/echo?a')).text();");
    assert!(text.contains("get http://example.test/echo?a http/1.1") && text.contains("host: example.test"), "{text}");
    assert!(text.contains("proxy-authorization: basic dxnlcjp3b3jk"), "{text}");
}

#[test]
fn responses_have_status_headers_and_body() {
    let body = "const r = await fetch(server + '/echo');
                return [r.status, r.statusText, r.ok, r.url, r.headers.get('x-answer'), await r.text()].join();";
    let text = run("127.0.0.1", body);
    assert!(text.starts_with("200,OK,true,http://SERVER/echo,yes, really,[\"get /echo http/1.1\""), "{text}");
    assert!(text.contains("accept: */*") && text.contains("user-agent: posttask/"), "{text}");
    let body = "const r = await fetch(server + '/none'); return r.status + await r.text();";
    assert_eq!(run("127.0.0.1", body), "404nothing");
}

#[test]
fn reason_phrases_are_those_of_the_server() {
    let text = |path: &str| {
        format!(
            "const {{ status, statusText }} = await fetch(server + '{path}');
        return JSON.stringify([status, statusText]);"
        )
    };
    assert_eq!(run("*", &text("/phrase")), "[299,\"Very nice\"]");
    assert_eq!(run("*", &text("/no-phrase")), "[404,\"\"]");
    assert_eq!(run("*", &text("/informational")), "[201,\"Made\"]");
    assert_eq!(run("*", &text("/redirect")), "[200,\"OK\"]");
}

#[test]
fn a_response_may_have_1024_headers() {
    let count = "return (await fetch(server + '/headers/1024')).headers.get('x-1023');";
    assert_eq!(run("*", count), "1023");
    let too_many =
        "try { await fetch(server + '/headers/1025'); } catch (error) { return error.message.split(': ').at(-1); }";
    assert_eq!(run("*", too_many), "the head of the response is too large, or has more than 1024 headers");
}

fn coded_text(codings: &str, missing: usize) -> String {
    let body = format!(
        "const response = await fetch(server + '/coded/{codings}/{missing}');
         return response.text().catch(error => error.message.split(': ').at(-2));"
    );
    run("*", &body)
}

#[test]
fn bodies_are_decoded() {
    for coding in ["gzip", "GZIP", "x-gzip", "deflate", "raw", "br", "gzip,br", "br,deflate,gzip", "identity"] {
        assert_eq!(coded_text(coding, 0).as_bytes(), CODED, "{coding}");
    }
    assert_eq!(coded_text("unknown", 0).as_bytes(), CODED);
    // No bytes at all.
    for coding in ["gzip", "deflate", "br"] {
        assert_eq!(coded_text(coding, coded(coding).len()), "", "{coding}");
    }
}

#[test]
fn compressed_bodies_that_are_cut_off_are_errors() {
    // A byte of the length, the whole trailer, and a part of the text.
    for missing in [1, 8, 12] {
        assert_eq!(coded_text("gzip", missing), "gzip decompression failed", "{missing}");
        assert_eq!(coded_text("deflate", missing), "deflate decompression failed", "{missing}");
        assert_eq!(coded_text("br", missing), "brotli decompression failed", "{missing}");
        assert_eq!(coded_text("br,gzip", missing), "gzip decompression failed", "{missing}");
    }
}

#[test]
fn methods_headers_and_bodies_are_sent() {
    let body = "const headers = { 'X-Sent': 'caf\\xe9', Accept: 'text/x' };
                const r = await fetch(server + '/echo', { method: 'PATCH', body: 'ab', headers }); return r.text();";
    let text = run("*", body);
    assert!(text.contains("patch /echo") && text.contains("accept: text/x") && text.contains("[97, 98]"), "{text}");
    assert!(text.contains("x-sent: caf\u{e9}"), "{text}");
    let body = "const r = await fetch(server + '/echo', { method: 'HEAD' }); return r.status + await r.text();";
    assert_eq!(run("*", body), "200");
}

#[test]
fn a_request_without_a_body_has_a_length_if_its_method_has_bodies() {
    for (method, expected) in [("POST", true), ("PUT", true), ("PATCH", false), ("DELETE", false), ("GET", false)] {
        let text = run("*", &format!("return (await fetch(server + '/echo', {{ method: '{method}' }})).text();"));
        assert_eq!(text.contains("content-length: 0"), expected, "{text}");
        assert!(!text.contains("transfer-encoding"), "{text}");
    }
}

#[test]
fn an_answer_may_come_before_the_end_of_the_request() {
    let body = "const body = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(1 << 16)) });
                const r = await fetch(server + '/early', { method: 'POST', body, duplex: 'half' });
                return r.status + ' ' + await r.text();";
    assert_eq!(run("*", body), "413 too large");
}

#[test]
fn a_connection_that_the_server_has_closed_is_replaced() {
    let body = "const ask = init => fetch(server + '/once', init).then(response => response.text());
                return [await ask(), await ask(), await ask({ method: 'POST', body: 'x' })].join();";
    assert_eq!(run("*", body), "once,once,once");
}

#[test]
fn streams_are_sent_as_they_come() {
    let body = "let went = false;
                const body = new ReadableStream({
                    async start(controller) {
                        controller.enqueue(new Uint8Array([97]));
                        // The server has the first chunk before there is a second one.
                        await fetch(server + '/wait');
                        went = true;
                        controller.enqueue(new Uint8Array([98, 99]));
                        controller.close();
                    },
                });
                const r = await fetch(server + '/upload', { method: 'POST', body, duplex: 'half' });
                return went + await r.text();";
    assert_eq!(run("*", body), "trueabc");
    let body = "const chunk = new Uint8Array(100_000).fill(120);
                let chunks = 0;
                const body = new ReadableStream({
                    pull: controller => chunks++ < 20 ? controller.enqueue(chunk) : controller.close(),
                });
                const r = await fetch(server + '/count', { method: 'POST', body, duplex: 'half' });
                return r.text();";
    assert_eq!(run("*", body), "2000000");
}

#[test]
fn uploads_that_fail_are_rejections() {
    let upload = |path: &str, body: &str| {
        let init = format!("{{ method: 'POST', body: new ReadableStream({body}), duplex: 'half' }}");
        run("*", &format!("return await (await fetch(server + '{path}', {init})).text()"))
    };
    let failed = upload("/count", "{ pull: controller => controller.error(new RangeError('no')) }");
    assert!(failed.contains("the body of the request failed with RangeError: no"), "{failed}");
    let wrong = upload("/count", "{ pull: controller => controller.enqueue('text') }");
    assert!(wrong.contains("TypeError"), "{wrong}");
    let redirected = upload("/temporary-redirect", "{ start: controller => controller.close() }");
    assert!(redirected.contains("the stream that is the body was sent"), "{redirected}");
    let aborted = "let canceled = 'not canceled';
                   const body = new ReadableStream({ cancel(reason) { canceled = reason; } });
                   const controller = new AbortController();
                   setTimeout(() => controller.abort('enough'), 20);
                   const init = { method: 'POST', body, duplex: 'half', signal: controller.signal };
                   const reason = await fetch(server + '/count', init).catch(reason => reason);
                   return reason + ', ' + canceled;";
    assert_eq!(run("*", aborted), "enough, enough");
}

#[test]
fn redirects_are_followed_if_their_host_is_allowed() {
    let body = "const r = await fetch(server + '/redirect'); return [r.status, r.redirected, r.url].join();";
    assert_eq!(run("SERVER", body), "200,true,http://SERVER/echo");
    let body = "const r = await fetch(server + '/redirect', { redirect: 'manual' }); return r.type + r.status;";
    assert_eq!(run("SERVER", body), "opaqueredirect0");
    assert_eq!(
        run("SERVER", "return fetch(server + '/elsewhere')"),
        "rejected: TypeError: fetch: http://elsewhere.test/: requests to elsewhere.test are not allowed; \
         --allow-net=elsewhere.test allows them"
    );
}

#[test]
fn failures_are_rejections() {
    let refused = run("*", "return fetch('http://127.0.0.1:2/')");
    assert!(refused.starts_with("rejected: TypeError: fetch: http://127.0.0.1:2/: "), "{refused}");
    for path in ["/short", "/nonsense"] {
        let text = run("*", &format!("return await (await fetch(server + '{path}')).text()"));
        assert!(text.starts_with(&format!("rejected: TypeError: fetch: http://SERVER{path}: ")), "{text}");
    }
    let forbidden = run("other.test", "return fetch(server)");
    assert!(forbidden.contains("requests to SERVER are not allowed"), "{forbidden}");
}

#[test]
fn an_aborted_request_does_not_keep_the_program_alive() {
    let body = "const controller = new AbortController();
                setTimeout(() => controller.abort('enough'), 5);
                return fetch(server + '/hang', { signal: controller.signal });";
    assert_eq!(run("*", body), "rejected: enough");
}

#[test]
fn aborted_requests_close_their_connections() {
    let body = "const controller = new AbortController(), { signal } = controller;
                const all = Array.from({ length: 300 }, () => fetch(server + '/hang-until-closed', { signal }));
                setTimeout(() => controller.abort('enough'), 20);
                const reasons = await Promise.all(all.map(fetched => fetched.catch(reason => reason)));
                return new Set(reasons).size + await (await fetch(server + '/closed/1')).text();";
    assert_eq!(run("*", body), "1all are closed");
}

#[test]
fn aborted_requests_do_not_keep_others_waiting() {
    // Some requests wait already when those under way are aborted, and some are sent later.
    let body = "const controller = new AbortController();
                const hang = () => fetch(server + '/hang', { signal: controller.signal }).catch(() => {});
                for (let i = 0; i < 256; i++) hang();
                const waits = fetch(server + '/number/1').then(response => response.text());
                setTimeout(() => controller.abort(), 20);
                const first = await waits;
                return first + await (await fetch(server + '/number/2')).text();";
    assert_eq!(run("*", body), "12");
}

#[test]
fn a_body_without_an_end_is_given_up_when_the_request_is_aborted() {
    let body = "const fetched = fetch(server + '/endless', { signal: AbortSignal.timeout(30) });
                const text = await fetched.then(response => response.text()).catch(error => error.name);
                return text + (await (await fetch(server + '/number/3')).text());";
    assert_eq!(run("*", body), "TimeoutError3");
}

#[test]
fn the_parts_of_a_body_are_there_before_its_end() {
    let body = "const { body } = await fetch(server + '/parts'), parts = [];
                for await (const part of body.pipeThrough(new TextDecoderStream())) {
                    parts.push(part);
                    await fetch(server + '/go');
                }
                return parts.join();";
    assert_eq!(run("*", body), "one,two,three");
}

#[test]
fn a_canceled_body_does_not_keep_the_program_alive() {
    let body = "const { body } = await fetch(server + '/endless'), reader = body.getReader();
                const { value } = await reader.read();
                await reader.cancel();
                return value.length > 0;";
    assert_eq!(run("*", body), "true");
}

#[test]
fn bodies_that_nobody_reads_keep_nothing_waiting() {
    // Neither other requests, nor the end of the program.
    let body = "const unread = await Promise.all(Array.from({ length: 20 }, () => fetch(server + '/endless')));
                const { status } = await fetch(server + '/number/4');
                return unread.length + ' ' + status;";
    assert_eq!(run("*", body), "20 200");
}

#[test]
fn responses_that_wait_for_more_do_not_keep_others_waiting() {
    let body = "const open = await Promise.all(Array.from({ length: 30 }, () => fetch(server + '/open')));
                const text = await (await fetch(server + '/number/5')).text();
                await Promise.all(open.map(({ body }) => body.cancel()));
                return text;";
    assert_eq!(run("*", body), "5");
}

#[test]
fn more_requests_than_may_be_under_way_are_answered() {
    let body = "const all = Array.from({ length: 300 }, (_, n) => fetch(server + '/number/' + n).then(r => r.text()));
                return (await Promise.all(all)).join();";
    let expected: Vec<String> = (0..300).map(|number: u32| number.to_string()).collect();
    assert_eq!(run("*", body), expected.join(","));
}

/// Puts requests into a queue.
struct Collect(Arc<Queue>);

impl Network for Collect {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        self.0.push(Job { request, responder: responder.into_remote() });
    }
}

fn collect(program: &str) -> (Rc<Collect>, Runtime) {
    let network = Rc::new(Collect(Arc::default()));
    let mut runtime = Runtime::builder().network(Rc::clone(&network) as _).build().unwrap();
    runtime.run_script(program).unwrap();
    (network, runtime)
}

#[test]
fn important_requests_go_first() {
    let program = "for (const [n, priority] of ['low', 'auto', 'high', 'low', 'high'].entries()) \
                   fetch('http://a.test/' + n, { priority }).catch(() => {})";
    let (network, mut runtime) = collect(program);
    let order = std::iter::from_fn(|| network.0.pop()).map(|job| job.request.url.path().to_owned());
    assert_eq!(order.collect::<Vec<_>>(), ["/2", "/4", "/1", "/0", "/3"]);
    // All responders have been dropped, so all requests have failed.
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn requests_wait_for_a_slot() {
    let program = "for (let n = 0; n < 300; n++) fetch('http://a.test/' + n).catch(() => {})";
    let (network, mut runtime) = collect(program);
    let queue = &network.0;
    let start = || queue.pop().map(|job| (job, Slot::new(Arc::clone(queue), Box::new(|| {}))));
    let mut under_way: Vec<_> = std::iter::from_fn(start).collect();
    assert_eq!(under_way.len(), 256);
    // One is over, and one waits for its program.
    under_way.pop();
    under_way[0].1.free();
    under_way.extend(std::iter::from_fn(start));
    assert_eq!(under_way.len(), 257);
    // That one goes on, and is over: there are still as many as may be.
    under_way[0].1.take();
    under_way.swap_remove(0);
    assert!(start().is_none());
    under_way.clear();
    assert_eq!(std::iter::from_fn(start).count(), 300 - 258);
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

#[test]
fn a_program_can_end_while_many_requests_wait() {
    let address = server();
    let network = Rc::new(HttpClient::new("*".parse().unwrap(), None));
    let mut runtime = Runtime::builder().network(Rc::clone(&network) as _).build().unwrap();
    let program = "for (let n = 0; n < 20_000; n++) fetch('http://SERVER/hang').catch(() => {})";
    runtime.run_script(&program.replace("SERVER", &address)).unwrap();
    let Some(Ok(worker)) = network.worker.get() else { panic!("there is no thread") };
    let exchanges = Arc::downgrade(&worker.sender.exchanges);
    drop((runtime, network));
    // The thread drops what it has in its own time.
    while exchanges.strong_count() > 0 {
        thread::yield_now();
    }
}

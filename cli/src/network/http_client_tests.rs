//! Requests to a small server on the loopback address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::AddAssign;
use std::rc::Rc;
use std::sync::{Condvar, Mutex};
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;
use posttask::Runtime;
use posttask::event_loop::Outcome;
use posttask::fetch::{Network, NetworkRequest, RequestPriority, Responder};

use super::{HttpClient, Queue};

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
    if lines.iter().any(|line| line == "transfer-encoding: chunked") {
        body = chunked(&mut reader, || first.contains("/upload").then(go));
    }
    let respond = |head: &str, body: &str| {
        format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
    };
    let path = first.split(' ').nth(1).unwrap_or_default();
    let text = match path {
        "/echo" => respond("200 OK\r\nX-Answer: yes\r\nX-Answer: really", &format!("{lines:?}{body:?}")),
        "/redirect" => respond("302 Found\r\nLocation: /echo", ""),
        "/elsewhere" => respond("302 Found\r\nLocation: http://elsewhere.test/", ""),
        "/hang" => loop {
            thread::park();
        },
        "/endless" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            // Until the client closes the connection.
            while stream.write_all(&[b'x'; 1 << 12]).is_ok() {}
            return;
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
        "/phrase" => {
            let _ = stream.write_all(b"HTTP/1.1 299 Sehr sch\xf6n\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            return;
        }
        path if path.starts_with("/gzip/") => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(b"some text that is compressed").unwrap();
            let mut body = encoder.finish().unwrap();
            body.truncate(body.len() - path["/gzip/".len()..].parse::<usize>().unwrap());
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n");
            let _ = stream.write_all(&body);
            return;
        }
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
    let mut runtime = Runtime::builder().network(Rc::new(network)).build().unwrap();
    let program = format!(
        "const server = 'http://{address}'; globalThis.result = 'none';
         (async () => {{ {body} }})().then(value => result = value, error => result = 'rejected: ' + error);"
    );
    runtime.run_script(&program).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let result = runtime.run_script("String(result)").unwrap();
    result.as_string().unwrap().to_std_string_escaped().replace(&address, "SERVER")
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
    assert_eq!(run("*", &text("/phrase")), "[299,\"Sehr sch\u{f6}n\"]");
    assert_eq!(run("*", &text("/no-phrase")), "[404,\"\"]");
    assert_eq!(run("*", &text("/informational")), "[201,\"Made\"]");
    assert_eq!(run("*", &text("/redirect")), "[200,\"OK\"]");
}

#[test]
fn a_response_may_have_128_headers() {
    let count = "return (await fetch(server + '/headers/128')).headers.get('x-127');";
    assert_eq!(run("*", count), "127");
    let too_many =
        "try { await fetch(server + '/headers/129'); } catch (error) { return error.message.split(': ').at(-1); }";
    assert_eq!(run("*", too_many), "the response has more than 128 headers");
}

#[test]
fn compressed_bodies_that_are_cut_off_are_errors() {
    let text = |missing: usize| {
        run(
            "*",
            &format!(
                "const response = await fetch(server + '/gzip/{missing}');
            return response.text().catch(error => error.message.split(': ').at(-2));"
            ),
        )
    };
    assert_eq!(text(0), "some text that is compressed");
    // A byte of the length, the whole trailer, and a part of the text.
    for missing in [1, 8, 12] {
        assert_eq!(text(missing), "gzip decompression failed", "{missing}");
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
fn aborted_requests_do_not_keep_others_waiting() {
    // Some requests wait already when those under way are aborted, and some are sent later.
    let body = "const controller = new AbortController();
                const hang = () => fetch(server + '/hang', { signal: controller.signal }).catch(() => {});
                for (let i = 0; i < 16; i++) hang();
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
fn more_requests_than_threads_are_answered() {
    let body = "const all = Array.from({ length: 50 }, (_, n) => fetch(server + '/number/' + n).then(r => r.text()));
                return (await Promise.all(all)).join();";
    let expected: Vec<String> = (0..50).map(|number: u32| number.to_string()).collect();
    assert_eq!(run("*", body), expected.join(","));
}

#[test]
fn important_requests_go_first() {
    struct Collect(std::cell::RefCell<Queue>);

    impl Network for Collect {
        fn send(&self, request: NetworkRequest, responder: Responder) {
            let job = super::Job { request, responder: responder.into_remote() };
            self.0.borrow_mut().of(job.request.priority).push_back(job);
        }
    }

    let network = Rc::new(Collect(Queue::default().into()));
    let mut runtime = Runtime::builder().network(Rc::clone(&network) as _).build().unwrap();
    let program = "for (const [n, priority] of ['low', 'auto', 'high', 'low', 'high'].entries()) \
                   fetch('http://a.test/' + n, { priority }).catch(() => {})";
    runtime.run_script(program).unwrap();
    let mut queue = network.0.take();
    let order = std::iter::from_fn(|| queue.pop()).map(|job| {
        assert_ne!((job.request.url.path(), job.request.priority), ("/0", RequestPriority::High));
        job.request.url.path().to_owned()
    });
    assert_eq!(order.collect::<Vec<_>>(), ["/2", "/4", "/1", "/0", "/3"]);
    // All responders have been dropped, so all requests have failed.
    assert_eq!(runtime.run(), Outcome::OutOfWork);
}

//! What networks of embedders can do.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use super::{BodyWriter, Network, NetworkRequest, NetworkResponse, RemoteBodyWriter, RemoteResponder, Responder};
use crate::event_loop::{Ending, Event, Observer, Outcome, Subject, Timestamp, WorkKind};
use crate::{Runtime, RuntimeBuilder};

fn found(body: &str) -> NetworkResponse {
    NetworkResponse { status: 200, body: body.into(), ..NetworkResponse::default() }
}

fn redirect(to: &str) -> NetworkResponse {
    let headers = vec![("location".to_owned(), to.to_owned())];
    NetworkResponse { status: 302, headers, ..NetworkResponse::default() }
}

fn head() -> NetworkResponse {
    found("")
}

/// A network that does what a path says.
#[derive(Default)]
struct Paths {
    kept: RefCell<Vec<Responder>>,
    remote: RefCell<Vec<RemoteResponder>>,
    writers: RefCell<Vec<BodyWriter>>,
    remote_writers: RefCell<Vec<RemoteBodyWriter>>,
}

impl Network for Paths {
    fn send(&self, request: NetworkRequest, responder: Responder) {
        match request.url.path() {
            "/slow" => responder.respond_after(Duration::from_millis(30), Ok(found("slow"))),
            "/parts" => {
                let writer = responder.respond_in_parts_after(Duration::from_millis(10), found("one,"));
                writer.send_after(Duration::from_millis(20), b"two,".into());
                writer.send(b"three".into());
                writer.end();
            }
            "/broken" => responder.respond_in_parts(found("start")).fail("the cable is cut".to_owned()),
            "/dropped-writer" => drop(responder.respond_in_parts(head())),
            "/writer" => self.writers.borrow_mut().push(responder.respond_in_parts(head())),
            "/remote-writer" => {
                let writer = responder.into_remote().respond_in_parts(head());
                self.remote_writers.borrow_mut().push(writer);
            }
            "/threads" => {
                let writer = responder.into_remote().respond_in_parts(head());
                std::thread::spawn(move || {
                    let mut sent = 0;
                    while sent < 100 && writer.send(vec![b'x'; 1 << 16]) {
                        sent += 1;
                    }
                    writer.end();
                });
            }
            "/drop" => drop(responder),
            "/keep" => self.kept.borrow_mut().push(responder),
            "/thread" => {
                let responder = responder.into_remote();
                std::thread::spawn(move || responder.respond(Ok(found("from a thread"))));
            }
            "/remote" => self.remote.borrow_mut().push(responder.into_remote()),
            "/dropped-remote" => drop(responder.into_remote()),
            "/loop" => responder.respond(Ok(redirect("/loop"))),
            "/slow-redirect" => responder.respond_after(Duration::from_millis(10), Ok(redirect("/slow"))),
            "/error" => responder.respond(Err("there is no route".to_owned())),
            path => responder.respond(Ok(found(path))),
        }
    }
}

/// Counts fetches that have been scheduled, and how they ended.
#[derive(Default)]
struct Endings(RefCell<(usize, Vec<Ending>)>);

impl Observer for Endings {
    fn observe(&self, _: Timestamp, event: &Event, _: &Subject<'_>) {
        match event {
            Event::Scheduled(it) if it.kind == WorkKind::Fetch => self.0.borrow_mut().0 += 1,
            Event::Ended { how, .. } => self.0.borrow_mut().1.push(*how),
            _ => {}
        }
    }
}

fn runtime(network: Rc<dyn Network>, configure: impl FnOnce(RuntimeBuilder) -> RuntimeBuilder) -> Runtime {
    let mut runtime = configure(Runtime::builder().network(network)).build().unwrap();
    runtime
        .run_script(
            "globalThis.log = [];
             globalThis.get = (path, init) => fetch('http://a.test' + path, init)
                .then(async response => log.push(response.url.slice(13) + ': ' + await response.text()))
                .catch(error => log.push(path + ': ' + error));",
        )
        .unwrap();
    runtime
}

fn log(runtime: &mut Runtime) -> String {
    runtime.run_script("log.join('; ')").unwrap().as_string().unwrap().to_std_string_escaped()
}

#[test]
fn networks_answer_at_once_later_and_from_threads() {
    let mut runtime = runtime(Rc::new(Paths::default()), |builder| builder);
    runtime.run_script("get('/thread').then(() => get('/slow')).then(() => get('/at-once'))").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(log(&mut runtime), "/thread: from a thread; /slow: slow; /at-once: /at-once");
}

#[test]
fn latencies_of_redirects_add_up() {
    let mut runtime = runtime(Rc::new(Paths::default()), RuntimeBuilder::virtual_time);
    runtime.run_script("get('/slow-redirect').then(() => log.push(performance.now()))").unwrap();
    runtime.run();
    assert_eq!(log(&mut runtime), "/slow: slow; 40");
}

#[test]
fn failures_reject_with_a_type_error() {
    let mut runtime = runtime(Rc::new(Paths::default()), |builder| builder);
    for path in ["/drop", "/dropped-remote", "/loop", "/error"] {
        runtime.run_script(&format!("log = []; get('{path}')")).unwrap();
        assert_eq!(runtime.run(), Outcome::OutOfWork);
        let message = match path {
            "/loop" => "http://a.test/loop: there are more than 20 redirects",
            "/error" => "there is no route",
            _ => "there was no response from the network",
        };
        assert_eq!(log(&mut runtime), format!("{path}: TypeError: fetch: {message}"));
    }
}

#[test]
fn a_function_is_a_network() {
    let echo = |request: &NetworkRequest| Ok(found(&request.method));
    let mut runtime = runtime(Rc::new(echo), RuntimeBuilder::virtual_time);
    runtime.run_script("get('/', { method: 'PUT' })").unwrap();
    runtime.run();
    assert_eq!(log(&mut runtime), "/: PUT");
}

#[test]
fn aborted_fetches_end_in_every_state() {
    for (path, time) in [("/slow", "10"), ("/keep", "10"), ("/remote", "10"), ("/at-once", "0"), ("/slow", "0")] {
        let network = Rc::new(Paths::default());
        let mut runtime = runtime(Rc::clone(&network) as _, RuntimeBuilder::virtual_time);
        let endings = Rc::new(Endings::default());
        runtime.event_loop().set_observer(Some(Rc::clone(&endings) as _));
        let abort = if time == "0" { "abort()".to_owned() } else { format!("setTimeout(abort, {time})") };
        let program = format!(
            "const controller = new AbortController(), abort = () => controller.abort('enough');
             get('{path}', {{ signal: controller.signal }}); {abort};"
        );
        runtime.run_script(&format!("{{ {program} }}")).unwrap();
        assert_eq!(runtime.run(), Outcome::OutOfWork, "{path}");
        assert_eq!(log(&mut runtime), format!("{path}: enough"));
        let ended = endings.0.borrow();
        assert_eq!((ended.0, ended.1.contains(&Ending::Aborted)), (1, true), "{path} {time}");
        drop(ended);
        // Answers after the abort have no effect.
        for responder in network.kept.take() {
            assert!(responder.is_aborted());
            responder.respond(Ok(found("late")));
        }
        for responder in network.remote.take() {
            assert!(responder.is_aborted());
            responder.respond(Ok(found("late")));
        }
        assert_eq!(runtime.run(), Outcome::OutOfWork);
        assert_eq!(log(&mut runtime), format!("{path}: enough"));
    }
}

#[test]
fn aborting_between_the_response_and_its_body_rejects_the_body() {
    let mut runtime = runtime(Rc::new(Paths::default()), RuntimeBuilder::virtual_time);
    let program = "const controller = new AbortController();
        fetch('http://a.test/x', { signal: controller.signal }).then(response => {
            const text = response.text();
            controller.abort('enough');
            return text;
        }).catch(reason => log.push(reason));";
    runtime.run_script(program).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(log(&mut runtime), "enough");
}

#[test]
fn requests_on_other_threads_are_pending() {
    let network = Rc::new(Paths::default());
    let mut runtime = runtime(Rc::clone(&network) as _, |builder| builder);
    runtime.run_script("get('/remote')").unwrap();
    let pending = runtime.event_loop().pending().elsewhere;
    assert_eq!((pending.len(), pending[0].kind), (1, WorkKind::Fetch));
    network.remote.take().into_iter().for_each(|responder| responder.respond(Ok(found("now"))));
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(runtime.event_loop().pending().elsewhere.len(), 0);
    assert_eq!(log(&mut runtime), "/remote: now");
}

#[test]
fn fetches_that_are_not_answered_do_not_outlive_the_runtime() {
    let network = Rc::new(Paths::default());
    let mut runtime = runtime(Rc::clone(&network) as _, |builder| builder);
    runtime.run_script("get('/keep'); get('/remote')").unwrap();
    drop(runtime);
    for responder in network.kept.take() {
        responder.respond(Ok(found("late")));
    }
    for responder in network.remote.take() {
        responder.respond(Ok(found("late")));
    }
}

#[test]
fn bad_ports_are_blocked() {
    let blocked = |location: &str| format!("TypeError: fetch: {location} has a port that other protocols use");
    let network = |request: &NetworkRequest| Ok(request.url.query().map_or_else(|| found("reached"), redirect));
    let mut runtime = runtime(Rc::new(network), RuntimeBuilder::virtual_time);
    for (url, target) in [
        ("http://a.test:25/", Some("http://a.test:25/")),
        ("https://a.test:6667/", Some("https://a.test:6667/")),
        ("http://a.test/?https://b.test:1/", Some("https://b.test:1/")),
        ("http://a.test:80/?//b.test:81/", None),
        ("https://a.test:8080/", None),
    ] {
        let program =
            format!("log = []; fetch('{url}').then(it => it.text()).then(it => log.push(it), it => log.push(it))");
        runtime.run_script(&program).unwrap();
        runtime.run();
        let log = log(&mut runtime);
        assert!(log.starts_with(&target.map_or_else(|| "reached".to_owned(), blocked)), "{url}: {log}");
    }
}

#[test]
fn redirects_stay_in_the_origin_if_the_mode_demands_it() {
    let network = |request: &NetworkRequest| Ok(request.url.query().map_or_else(|| found("reached"), redirect));
    let configure = |builder: RuntimeBuilder| builder.virtual_time().base_url("http://a.test/".parse().unwrap());
    let mut runtime = runtime(Rc::new(network), configure);
    for (target, expected) in
        [("/b", "/b: reached"), ("http://b.test/", "TypeError: fetch: http://a.test/?http://b.test/ r")]
    {
        runtime.run_script(&format!("log = []; get('/?{target}', {{ mode: 'same-origin' }})")).unwrap();
        runtime.run();
        let log = log(&mut runtime);
        assert!(log.contains(expected), "{log}");
    }
}

#[test]
fn redirects_to_credentials_stay_in_the_origin() {
    let network = |request: &NetworkRequest| Ok(request.url.query().map_or_else(|| found("reached"), redirect));
    for (base, start, target, is_allowed) in [
        ("http://a.test/", "http://a.test", "http://u:p@a.test/", true),
        ("http://a.test/", "http://a.test", "http://u@b.test/", false),
        ("http://a.test/", "http://a.test", "http://b.test/", true),
        // The request has left the origin of the program before.
        ("http://a.test/", "http://b.test", "http://:p@a.test/", false),
        ("http://a.test/", "http://b.test", "http://b.test/?http://u@b.test/", false),
        ("about:blank", "http://a.test", "http://u@a.test/", false),
    ] {
        let configure = |builder: RuntimeBuilder| builder.virtual_time().base_url(base.parse().unwrap());
        let mut runtime = runtime(Rc::new(network), configure);
        let program = format!(
            "fetch('{start}/?{target}').then(it => it.text()).then(it => log.push(it), it => log.push(it.message))"
        );
        runtime.run_script(&program).unwrap();
        runtime.run();
        let log = log(&mut runtime);
        let refused = log.ends_with("redirects to another origin, with credentials in the URL");
        assert_eq!((log == "reached", refused), (is_allowed, !is_allowed), "{target}: {log}");
    }
}

#[test]
fn bodies_in_flight_with_keepalive_are_limited() {
    let network = Rc::new(Paths::default());
    let mut runtime = runtime(Rc::clone(&network) as _, RuntimeBuilder::virtual_time);
    let program = "const send = (path, size, keepalive = true) =>
            get(path, { method: 'POST', body: 'x'.repeat(size), keepalive });
        send('/slow', 30_000).then(() => send('/after', 65_536)).then(() => send('/too-much', 65_537));
        send('/slow-redirect', 35_000);
        send('/refused', 1_000);
        send('/small', 536);
        send('/other', 100_000, false);";
    runtime.run_script(program).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let log = log(&mut runtime);
    let lines: Vec<&str> =
        log.split("; ").map(|line| line.split_once(" http").map_or(line, |(start, _)| start)).collect();
    let failed = |path: &str| format!("{path}: TypeError: fetch:");
    let expected = [
        failed("/refused"),
        "/small: /small".to_owned(),
        "/other: /other".to_owned(),
        "/slow: slow".to_owned(),
        "/after: /after".to_owned(),
        failed("/too-much"),
        "/slow: slow".to_owned(),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_signal_does_not_keep_bodies_alive() {
    let mut runtime = runtime(Rc::new(Paths::default()), RuntimeBuilder::virtual_time);
    let program = "globalThis.controller = new AbortController();
        for (let n = 0; n < 50; n++) {
            const { signal } = controller;
            fetch('http://a.test/unread', { signal }).then(response => log.push(response.clone().status));
        }";
    runtime.run_script(program).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let signal = runtime.run_script("log.length = 1; controller.signal").unwrap();
    let signal = crate::web::dom::AbortSignal::from_value(&signal).unwrap();
    boa_gc::force_collect();
    assert_eq!((log(&mut runtime).as_str(), signal.observer_count()), ("200", 0));
}

/// Reads chunks of a body, and logs when each is there.
const READ_CHUNKS: &str = "globalThis.readChunks = async (path, init) => {
    const { body } = await fetch('http://a.test' + path, init);
    log.push(performance.now() + ': head');
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) log.push(performance.now() + ': ' + chunk);
};";

#[test]
fn the_parts_of_a_body_arrive_in_tasks_at_their_times() {
    let mut runtime = runtime(Rc::new(Paths::default()), RuntimeBuilder::virtual_time);
    runtime.run_script(READ_CHUNKS).unwrap();
    runtime.run_script("readChunks('/parts')").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(log(&mut runtime), "10: head; 10: one,; 30: two,; 30: three");
    for (hash, expected) in [("/4yB5hyidqT3mQr4sJZu2FyLp5G9C1lriHeBFG+OAbc=", "30; one,two,three"), ("x", "TypeError")]
    {
        let program = "log = []; fetch('http://a.test/parts', { integrity: 'sha256-HASH' }).then(
            async response => log.push(performance.now(), await response.text()),
            error => log.push(error.name),
        )";
        let mut runtime = self::runtime(Rc::new(Paths::default()), RuntimeBuilder::virtual_time);
        runtime.run_script(&program.replace("HASH", hash)).unwrap();
        runtime.run();
        assert_eq!(log(&mut runtime), expected);
    }
}

#[test]
fn a_body_that_is_given_as_a_whole_arrives_in_parts() {
    let network = |_: &NetworkRequest| Ok(found(&"x".repeat(150_000)));
    let mut runtime = runtime(Rc::new(network), RuntimeBuilder::virtual_time);
    let program = "(async () => {
        const { body } = await fetch('http://a.test/');
        for await (const chunk of body) log.push(chunk.length);
        log.push((await (await fetch('http://a.test/')).text()).length);
        const twice = await fetch('http://a.test/'), copy = twice.clone();
        log.push((await copy.text()).length, (await twice.text()).length);
    })()";
    runtime.run_script(program).unwrap();
    runtime.run();
    assert_eq!(log(&mut runtime), "65536; 65536; 18928; 150000; 150000; 150000");
}

#[test]
fn bodies_fail_when_the_network_does() {
    let mut runtime = runtime(Rc::new(Paths::default()), RuntimeBuilder::virtual_time);
    for (path, message) in
        [("/broken", "the cable is cut"), ("/dropped-writer", "the network has not sent the whole body")]
    {
        runtime.run_script(&format!("log = []; get('{path}')")).unwrap();
        assert_eq!(runtime.run(), Outcome::OutOfWork);
        assert_eq!(log(&mut runtime), format!("{path}: TypeError: fetch: {message}"));
    }
    let program = "log = []; fetch('http://a.test/broken', { integrity: 'sha256-x' }).catch(it => log.push(it))";
    runtime.run_script(program).unwrap();
    runtime.run();
    assert_eq!(log(&mut runtime), "TypeError: fetch: the cable is cut");
}

#[test]
fn aborting_during_the_body_makes_its_stream_fail() {
    let network = Rc::new(Paths::default());
    for path in ["/writer", "/remote-writer", "/parts"] {
        let mut runtime = runtime(Rc::clone(&network) as _, RuntimeBuilder::virtual_time);
        let endings = Rc::new(Endings::default());
        runtime.event_loop().set_observer(Some(Rc::clone(&endings) as _));
        let program = format!(
            "const controller = new AbortController();
             fetch('http://a.test{path}', {{ signal: controller.signal }}).then(async response => {{
                const reader = response.body.getReader();
                reader.closed.catch(reason => log.push('closed: ' + reason));
                setTimeout(() => {{ controller.abort('enough'); log.push('aborted') }}, 5);
                while (!(await reader.read()).done);
             }}).catch(reason => log.push('read: ' + reason));"
        );
        runtime.run_script(&program).unwrap();
        assert_eq!(runtime.run(), Outcome::OutOfWork, "{path}");
        assert_eq!(log(&mut runtime), "aborted; closed: enough; read: enough", "{path}");
        assert!(endings.0.borrow().1.contains(&Ending::Aborted));
        for writer in network.writers.take() {
            assert!(writer.is_canceled());
            writer.send(b"late".into());
        }
        for writer in network.remote_writers.take() {
            assert!(!writer.send(b"late".into()));
        }
        assert_eq!(runtime.run(), Outcome::OutOfWork);
    }
}

#[test]
fn canceling_the_body_tells_the_network() {
    let network = Rc::new(Paths::default());
    for path in ["/writer", "/remote-writer"] {
        let mut runtime = runtime(Rc::clone(&network) as _, RuntimeBuilder::virtual_time);
        runtime.run_script(&format!("fetch('http://a.test{path}').then(it => it.body.cancel())")).unwrap();
        assert_eq!(runtime.run(), Outcome::OutOfWork, "{path}");
        assert!(network.writers.take().iter().all(BodyWriter::is_canceled));
        assert!(network.remote_writers.take().iter().all(RemoteBodyWriter::is_canceled));
    }
}

#[test]
fn a_thread_waits_for_a_program_that_reads_slowly() {
    let mut runtime = runtime(Rc::new(Paths::default()), |builder| builder);
    // Nobody reads: the program ends nevertheless.
    runtime.run_script("fetch('http://a.test/threads').then(it => globalThis.response = it)").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    runtime.run_script("response.arrayBuffer().then(it => log.push(it.byteLength))").unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    // A clone that is read suffices.
    let program = "fetch('http://a.test/threads').then(it => (globalThis.response = it).clone().arrayBuffer())
        .then(it => log.push(it.byteLength))";
    runtime.run_script(program).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!(log(&mut runtime), "6553600; 6553600");
}

#[test]
fn writers_know_when_to_wait() {
    let network = Rc::new(Paths::default());
    let mut runtime = runtime(Rc::clone(&network) as _, RuntimeBuilder::virtual_time);
    runtime.run_script("fetch('http://a.test/writer').then(it => globalThis.reader = it.body.getReader())").unwrap();
    runtime.run();
    let writer = network.writers.take().remove(0);
    for _ in 0..4 {
        assert!(!writer.is_full());
        writer.send(vec![0; 1 << 16]);
    }
    assert!(writer.is_full());
    let demands = Rc::new(RefCell::new(0));
    let counted = Rc::clone(&demands);
    writer.on_demand(move |_| *counted.borrow_mut() += 1);
    runtime.run();
    assert_eq!((*demands.borrow(), writer.is_full()), (0, true));
    runtime.run_script("reader.read()").unwrap();
    runtime.run();
    assert_eq!((*demands.borrow(), writer.is_full()), (1, false));
    writer.end();
}

#[test]
fn a_body_that_is_awaited_from_a_thread_is_pending() {
    let network = Rc::new(Paths::default());
    let mut runtime = runtime(Rc::clone(&network) as _, |builder| builder);
    let program = "fetch('http://a.test/remote-writer').then(it => it.text()).then(it => log.push(it))";
    runtime.run_script(program).unwrap();
    runtime.run_until_idle();
    let pending = runtime.event_loop().pending().elsewhere;
    assert_eq!((pending.len(), pending[0].kind), (1, WorkKind::ResponseBody));
    let writer = network.remote_writers.take().remove(0);
    assert!(writer.send(b"now".into()));
    writer.end();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    assert_eq!((runtime.event_loop().pending().elsewhere.len(), log(&mut runtime).as_str()), (0, "now"));
}

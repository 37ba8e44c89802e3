//! Servers without processes: each run has a thread of its own, which loads the program.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::{io, thread};

use super::forks::Forks;
use super::messages::{Loaded, Picking, Reply, Request};
use crate::exploration::outcome::Ending;
use crate::exploration::report::Report;
use crate::exploration::rules::Bounds;
use crate::exploration::schedule::Schedule;
use crate::exploration::strategy::{StrategyKind, StrategySpec};
use crate::exploration::wire::{decode, encode};
use crate::exploration::worker::{LoadOnce, Received, Worker};
use crate::exploration::{Explorer, FailOn};
use crate::runtime::{LARGE_STACK, MainStatus};
use crate::{Error, Runtime, SourceKind};

const PROGRAM: &str = "let saved;
    setTimeout(() => { saved = { id: 1 }; console.log('saved'); });
    scheduler.postTask(() => { if (!saved) throw new Error('early'); });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => console.log(data, Math.random());
    port2.postMessage('a');
    port2.postMessage('b');
    requestIdleCallback(deadline => console.log(deadline.timeRemaining()));
    setTimeout(() => console.log(performance.now()), 3);
    scheduler.postTask(() => {}, { priority: 'background' });";

#[expect(clippy::unnecessary_wraps, reason = "the explorer expects this type")]
fn start(runtime: &mut Runtime) -> Result<MainStatus, Error> {
    Ok(runtime.start_source(PROGRAM, Path::new("app.js"), SourceKind::Script))
}

fn explorer(strategy: StrategyKind, runs: u64) -> Explorer<'static> {
    Explorer::new(start).runs(runs).strategy(strategy).fail_on(FailOn::Difference)
}

/// What a thread that stands for a process has of the socket. Its end is a panic with this type.
struct Thread {
    out: Sender<Received>,
    into: Receiver<Vec<u8>>,
}

struct End;

impl Forks for Thread {
    fn serve(&self, loaded: &[u8]) -> Vec<u8> {
        assert_eq!(decode(loaded), Some(Loaded { has_drawn: false }));
        self.into.recv().unwrap_or_else(|_| resume_unwind(Box::new(End)))
    }

    fn send(&self, message: &[u8]) {
        let _ = self.out.send(Received::Message(message.to_vec()));
    }

    fn ask(&self, message: &[u8]) -> Vec<u8> {
        self.send(message);
        self.into.recv().unwrap()
    }

    fn end(&self, has_succeeded: bool) -> ! {
        assert!(has_succeeded);
        resume_unwind(Box::new(End))
    }
}

/// Starts a thread for each request. Requests are counted.
struct Threads {
    requests: Arc<Mutex<u64>>,
    is_loaded: bool,
    running: Option<Running>,
}

struct Running {
    into: Sender<Vec<u8>>,
    out: Receiver<Received>,
    thread: JoinHandle<()>,
}

impl Threads {
    fn boxed(requests: &Arc<Mutex<u64>>) -> Box<dyn Worker> {
        Box::new(Self { requests: Arc::clone(requests), is_loaded: false, running: None })
    }

    fn run(&mut self) {
        let ((into, requests), (out, replies)) = (channel(), channel());
        let serve = move || {
            let forks: Rc<dyn Forks> = Rc::new(Thread { out, into: requests });
            explorer(StrategyKind::Portfolio, 1).serve(&forks).unwrap();
        };
        let thread = thread::Builder::new().stack_size(LARGE_STACK).spawn(serve).unwrap();
        self.running = Some(Running { into, out: replies, thread });
    }
}

impl Worker for Threads {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        if decode::<Request>(message).is_some() {
            *self.requests.lock().unwrap() += 1;
            self.run();
        }
        self.running.as_ref().unwrap().into.send(message.to_vec()).map_err(io::Error::other)
    }

    fn receive(&mut self, _: &dyn Fn() -> bool) -> Received {
        if !std::mem::replace(&mut self.is_loaded, true) {
            return Received::Message(encode(&Loaded { has_drawn: false }));
        }
        self.running.as_ref().unwrap().out.recv().unwrap_or(Received::Lost)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(Running { into, thread, .. }) = self.running.take() {
            drop(into);
            assert!(thread.join().unwrap_err().is::<End>());
        }
    }
}

/// What a report says, in a form that can be compared.
fn text(report: &Report) -> String {
    format!("{report:#?}")
}

#[test]
fn a_report_is_the_same_if_orders_run_elsewhere() {
    for strategy in StrategyKind::ALL {
        let here = explorer(strategy, 25).explore().unwrap();
        assert!(here.draws_random_numbers);
        let requests = Arc::default();
        let elsewhere = explorer(strategy, 25).workers(LoadOnce::Always, || Ok(Threads::boxed(&requests)));
        assert_eq!(text(&elsewhere.explore().unwrap()), text(&here), "{strategy:?}");
        // Besides the trials of the usual order, there are few single deviations.
        assert!(*requests.lock().unwrap() > 10, "{strategy:?}");
    }
}

#[test]
fn a_server_in_which_the_usual_order_is_another_one_is_not_used() {
    let other = |runtime: &mut Runtime| {
        Ok(runtime.start_source(&PROGRAM.replace("'b'", "'c'"), Path::new("app.js"), SourceKind::Script))
    };
    let explorer = || Explorer::new(other).runs(20).strategy(StrategyKind::Random).fail_on(FailOn::Difference);
    let requests = Arc::default();
    let elsewhere = explorer().workers(LoadOnce::Always, || Ok(Threads::boxed(&requests)));
    assert_eq!(text(&elsewhere.explore().unwrap()), text(&explorer().explore().unwrap()));
    assert_eq!(*requests.lock().unwrap(), 1);
}

/// A server in which each order with a deviation ends the process.
struct Mortal(Option<Received>, Box<dyn Worker>);

impl Worker for Mortal {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let request = decode::<Request>(message);
        if request.is_some_and(|request| !request.deviations.is_empty()) {
            self.0 = Some(Received::Died { reason: "of a signal".to_owned(), is_limit: false });
            return Ok(());
        }
        self.1.send(message)
    }

    fn receive(&mut self, is_over: &dyn Fn() -> bool) -> Received {
        self.0.take().unwrap_or_else(|| self.1.receive(is_over))
    }
}

#[test]
fn an_order_that_ends_its_process_is_a_failure() {
    let requests = Arc::default();
    let start = || Ok(Box::new(Mortal(None, Threads::boxed(&requests))) as Box<dyn Worker>);
    let report = explorer(StrategyKind::Portfolio, 40).workers(LoadOnce::Always, start).explore().unwrap();
    let killed: Vec<_> = report.outcomes.iter().filter(|found| found.outcome.ending == Ending::Killed).collect();
    assert_eq!(killed.len(), 1);
    assert!(killed[0].is_failure);
    assert_eq!(killed[0].outcome.errors[0].headline(), "Panic: of a signal");
    assert!(report.outcomes.iter().any(|found| found.is_default && found.outcome.ending == Ending::Completed));
}

#[test]
fn a_server_that_cannot_start_changes_nothing() {
    let here = explorer(StrategyKind::Portfolio, 30).explore().unwrap();
    let elsewhere = explorer(StrategyKind::Portfolio, 30).workers(LoadOnce::Always, || Err(io::Error::other("none")));
    assert_eq!(text(&elsewhere.explore().unwrap()), text(&here));
}

#[test]
fn requests_can_be_read_again() {
    let deviations = "1:2<3:4,1:2<<3:4,1:2^3:4,1:2>3:4#2,1:2~,1:2+3:4,1:2+2,1:2=0,1:2=3,seed=7";
    let deviations = deviations.parse::<Schedule>().unwrap().deviations;
    assert_eq!(deviations.len(), 10);
    let weights = Some(Arc::new([("1:2".into(), 0.5)].into_iter().collect()));
    let pickings = [
        Picking::Nothing,
        Picking::Strategy(StrategySpec::DefaultOrder),
        Picking::Strategy(StrategySpec::Single { point: 3, alternative: 4 }),
        Picking::Strategy(StrategySpec::Pct { seed: 5, depth: 2, points: 9 }),
        Picking::Strategy(StrategySpec::Walk { seed: 6, weights }),
        Picking::Strategy(StrategySpec::UniformWalk { seed: 7 }),
        Picking::Strategy(StrategySpec::NewestFirst),
        Picking::Trail(vec![(0, 1), (7, 0)].into()),
    ];
    for how in pickings {
        let (bounds, deviations) = (Bounds::default(), deviations.clone());
        let request = Request { bounds, deviations, how, most_tasks: 7, is_careful: true };
        let read: Request = decode(&encode(&request)).unwrap();
        assert_eq!(format!("{read:?}"), format!("{request:?}"));
    }
    assert!(decode::<Request>(&[0; 3]).is_none());
    assert!(decode::<Reply>(&encode(&(9_u8, BTreeMap::<u64, u64>::new()))).is_none());
}

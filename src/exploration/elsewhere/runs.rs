//! Runs orders: in a server that has loaded the program if there is one and that is faster, and otherwise here.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::client::{NotRun, Server};
use super::messages::{Picking, Request};
use crate::Error;
use crate::event_loop::{Clock, RealTime, Timestamp};
use crate::exploration::explorer::Explorer;
use crate::exploration::outcome::Ending;
use crate::exploration::report::deviations;
use crate::exploration::rules::Bounds;
use crate::exploration::run::Run;
use crate::exploration::schedule::Deviation;
use crate::exploration::strategy::{DefaultOrder, Exhaustive, StrategySpec};
use crate::exploration::tracker::Ran;
use crate::exploration::worker::{LoadOnce, Workers};

/// How long orders run here before a server is started: for a few short runs, it is not worth it.
const BEFORE_A_SERVER: Duration = Duration::from_millis(60);

/// How often the default order runs here and in the first server to find out whether that is faster.
const TRIALS: u32 = 3;

/// How many times as fast the default order must be in a server. It costs less to send than the others.
const ENOUGH: u32 = 2;

/// How many times as fast it must be that the first run here is enough to know: a first run is slower than others.
const CLEARLY_ENOUGH: u32 = 6;

/// When this many times as many tasks have run as in the default order, and these more, nothing is picked any more: a
/// loop of tasks that waits for others may take very long if they are passed over.
const TIMES_AS_MANY_TASKS: u64 = 10;
const MORE_TASKS: u64 = 10_000;

/// An order to run.
pub(in crate::exploration) struct Order<'a> {
    pub(in crate::exploration) bounds: Bounds,
    pub(in crate::exploration) deviations: &'a [Deviation],
    pub(in crate::exploration) how: How,
}

/// How an order decides what its deviations leave open.
pub(in crate::exploration) enum How {
    /// It follows the deviations only.
    Follow,
    Strategy(StrategySpec),
    Exhaust(Box<Exhaustive>),
}

/// The default order, as it was run here.
struct Usual {
    order: u64,
    outcome: u64,
    ran: Vec<Ran>,
    /// How long it took.
    taken: Duration,
}

impl Usual {
    fn of(run: &Run, taken: Duration) -> Self {
        Self { order: run.order, outcome: run.outcome.key(), ran: run.ran.clone(), taken }
    }

    fn is_like(&self, run: &Run) -> bool {
        self.order == run.order && self.outcome == run.outcome.key() && self.ran == run.ran && !run.is_stopped
    }
}

/// Runs the orders of a program, on any of the threads of an exploration.
struct Program<'a> {
    explorer: &'a Explorer<'a>,
    workers: Option<&'a Workers<'a>>,
    /// The servers that wait for orders.
    idle: Mutex<Vec<Server>>,
    /// The default order, as it was run here.
    usual: OnceLock<Usual>,
    /// How long orders have run here, in nanoseconds.
    here: AtomicU64,
    /// Whether it is known that servers are much faster.
    is_faster: AtomicBool,
    /// Whether no more servers are started.
    is_off: AtomicBool,
    clock: RealTime,
}

/// Runs the orders of an exploration, on any of its threads.
pub(in crate::exploration) struct Runs<'a> {
    program: Program<'a>,
    /// The same program, which announces what it does.
    announcing: Option<Program<'a>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Runs<'a> {
    pub(in crate::exploration) fn new(explorer: &'a Explorer<'a>) -> Self {
        let announcing = explorer.reduction.as_ref().map(|reduction| Program::new(&reduction.announcing));
        Self { program: Program::new(explorer), announcing }
    }

    /// Runs the default order, here. Other orders may run elsewhere afterwards, if the default one is the same there.
    /// If the program that announces what it does runs, the other one has run before.
    pub(in crate::exploration) fn run_the_default(&self, exhaustive: Option<Exhaustive>) -> Result<Run, Error> {
        let how = exhaustive.map_or(How::Strategy(StrategySpec::DefaultOrder), |it| How::Exhaust(Box::new(it)));
        self.program_of(&how).run_the_default(how, self.most_tasks())
    }

    /// Follows deviations, without a strategy.
    pub(in crate::exploration) fn follow(
        &self,
        bounds: Bounds,
        deviations: &[Deviation],
        is_over: &dyn Fn() -> bool,
    ) -> Result<Run, Error> {
        self.run(Order { bounds, deviations, how: How::Follow }, is_over)
    }

    /// Runs an order.
    pub(in crate::exploration) fn run(&self, order: Order<'_>, is_over: &dyn Fn() -> bool) -> Result<Run, Error> {
        self.program_of(&order.how).run(order, self.most_tasks(), is_over)
    }

    /// The program that is run in a way.
    fn program_of(&self, how: &How) -> &Program<'a> {
        let is_announcing = matches!(how, How::Exhaust(exhaustive) if exhaustive.is_reduced());
        self.announcing.as_ref().filter(|_| is_announcing).unwrap_or(&self.program)
    }

    /// How many tasks an order may run. The default order, which determines that, may run any number.
    fn most_tasks(&self) -> u64 {
        let of = |usual: &Usual| MORE_TASKS.saturating_add(TIMES_AS_MANY_TASKS.saturating_mul(usual.ran.len() as u64));
        self.program.usual.get().map_or(u64::MAX, of)
    }
}

impl<'a> Program<'a> {
    fn new(explorer: &'a Explorer<'a>) -> Self {
        // What an observer sees happens in another process.
        let is_wanted = |workers: &&Workers<'_>| explorer.observer.is_none() && workers.when != LoadOnce::Never;
        Self {
            explorer,
            workers: explorer.workers.as_ref().filter(is_wanted),
            idle: Mutex::default(),
            usual: OnceLock::new(),
            here: AtomicU64::default(),
            is_faster: AtomicBool::default(),
            is_off: AtomicBool::default(),
            clock: RealTime::new(),
        }
    }

    fn run_the_default(&self, how: How, most_tasks: u64) -> Result<Run, Error> {
        let started = self.clock.now();
        let order = Order { bounds: self.explorer.bounds, deviations: &[], how };
        let run = self.run_here(order, most_tasks, &|| false)?;
        self.usual.get_or_init(|| Usual::of(&run, self.since(started)));
        Ok(run)
    }

    fn run(&self, mut order: Order<'_>, most_tasks: u64, is_over: &dyn Fn() -> bool) -> Result<Run, Error> {
        let Some(mut server) = self.server(&order, is_over)? else { return self.run_here(order, most_tasks, is_over) };
        match run_in(&mut server, &mut order, most_tasks, is_over) {
            Ok(run) => {
                lock(&self.idle).push(server);
                self.say_again(&run, most_tasks)?;
                Ok(run)
            }
            Err(NotRun::Over) => Ok(Run::stopped()),
            Err(NotRun::Lost) => {
                if let How::Exhaust(exhaustive) = &mut order.how {
                    exhaustive.start_again();
                }
                self.run_here(order, most_tasks, is_over)
            }
        }
    }

    /// A panic is told where it happens. In a server, nobody would see it.
    fn say_again(&self, run: &Run, most_tasks: u64) -> Result<(), Error> {
        if run.outcome.ending != Ending::Panicked {
            return Ok(());
        }
        let (bounds, deviations) = (self.explorer.bounds, deviations(&run.applied));
        self.run_here(Order { bounds, deviations: &deviations, how: How::Follow }, most_tasks, &|| false).map(drop)
    }

    fn run_here(&self, order: Order<'_>, most: u64, is_over: &dyn Fn() -> bool) -> Result<Run, Error> {
        let started = self.clock.now();
        let Order { bounds, deviations, how } = order;
        let explorer = self.explorer;
        let run = match how {
            How::Follow => explorer.run_here::<DefaultOrder>(bounds, deviations, None, most, is_over),
            How::Strategy(strategy) => explorer.run_here(bounds, deviations, Some(strategy.build()), most, is_over),
            How::Exhaust(exhaustive) => explorer.run_here(bounds, deviations, Some(*exhaustive), most, is_over),
        };
        let taken = u64::try_from(self.since(started).as_nanos()).unwrap_or(u64::MAX);
        self.here.fetch_add(taken, Ordering::Relaxed);
        run
    }

    fn since(&self, earlier: Timestamp) -> Duration {
        self.clock.now().duration_since(earlier)
    }

    /// A server that can run this order, if it is to run in one.
    fn server(&self, order: &Order<'_>, is_over: &dyn Fn() -> bool) -> Result<Option<Server>, Error> {
        let (Some(workers), Some(usual)) = (self.workers, self.usual.get()) else { return Ok(None) };
        if self.is_off.load(Ordering::Relaxed)
            || order.bounds.separate_ports != self.explorer.bounds.separate_ports
            || is_over()
        {
            return Ok(None);
        }
        let is_worth_it =
            || self.here.load(Ordering::Relaxed) >= u64::try_from(BEFORE_A_SERVER.as_nanos()).unwrap_or(0);
        let idle = lock(&self.idle).pop();
        let server = match idle {
            Some(server) => server,
            None if workers.when == LoadOnce::Always || is_worth_it() => match self.start(workers, usual, is_over)? {
                Some(server) => server,
                None => return Ok(None),
            },
            None => return Ok(None),
        };
        if !server.can_follow(order.deviations) {
            lock(&self.idle).push(server);
            return Ok(None);
        }
        Ok(Some(server))
    }

    /// Starts a server, and checks that it does what happens here. Otherwise, there are no more servers.
    fn start(&self, workers: &Workers<'_>, usual: &Usual, is_over: &dyn Fn() -> bool) -> Result<Option<Server>, Error> {
        let started = (workers.start)().map_err(|_| NotRun::Lost);
        let tried = started.and_then(|worker| Server::wait_for(worker, is_over));
        let tried = tried.and_then(|mut server| Ok((self.fastest_run(&mut server, usual, is_over)?, server)));
        let found = match tried {
            Ok((elsewhere, server)) => self.is_fast(elsewhere, workers, usual)?.then_some(server),
            Err(NotRun::Over) => return Ok(None),
            Err(NotRun::Lost) => None,
        };
        if found.is_none() {
            self.is_off.store(true, Ordering::Relaxed);
        }
        Ok(found)
    }

    /// How long the default order takes in a server at best.
    fn fastest_run(&self, server: &mut Server, usual: &Usual, is_over: &dyn Fn() -> bool) -> Result<Duration, NotRun> {
        let trials = if self.is_faster.load(Ordering::Relaxed) { 1 } else { TRIALS };
        let mut fastest = Duration::MAX;
        for _ in 0..trials {
            let started = self.clock.now();
            let mut order = Order { bounds: self.explorer.bounds, deviations: &[], how: How::Follow };
            let run = run_in(server, &mut order, u64::MAX, is_over)?;
            if !usual.is_like(&run) {
                return Err(NotRun::Lost);
            }
            fastest = fastest.min(self.since(started));
        }
        Ok(fastest)
    }

    /// Whether runs that take so long elsewhere are much faster than those here.
    fn is_fast(&self, elsewhere: Duration, workers: &Workers<'_>, usual: &Usual) -> Result<bool, Error> {
        if workers.when == LoadOnce::Always || self.is_faster.load(Ordering::Relaxed) {
            return Ok(true);
        }
        if elsewhere * CLEARLY_ENOUGH < usual.taken {
            self.is_faster.store(true, Ordering::Relaxed);
            return Ok(true);
        }
        let mut here = Duration::MAX;
        for _ in 0..TRIALS {
            let started = self.clock.now();
            let order = Order { bounds: self.explorer.bounds, deviations: &[], how: How::Follow };
            self.run_here(order, u64::MAX, &|| false)?;
            here = here.min(self.since(started));
            // More trials can only make it shorter.
            if here <= elsewhere * ENOUGH {
                break;
            }
        }
        let is_faster = elsewhere * ENOUGH < here;
        self.is_faster.store(is_faster, Ordering::Relaxed);
        Ok(is_faster)
    }
}

fn run_in(
    server: &mut Server,
    order: &mut Order<'_>,
    most_tasks: u64,
    is_over: &dyn Fn() -> bool,
) -> Result<Run, NotRun> {
    let (how, exhaustive) = match &mut order.how {
        How::Follow => (Picking::Nothing, None),
        How::Strategy(strategy) => (Picking::Strategy(strategy.clone()), None),
        How::Exhaust(exhaustive) => (Picking::of(exhaustive), Some(&mut **exhaustive)),
    };
    let (bounds, deviations) = (order.bounds, order.deviations.to_vec());
    let request = Request { bounds, deviations, how, most_tasks, is_careful: false };
    server.run(request, exhaustive, is_over)
}

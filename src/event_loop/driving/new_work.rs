//! Describing work that is about to be scheduled: its number, and where the program asks for it.

use std::panic::Location as PanicLocation;
use std::rc::Rc;

use boa_engine::{Context, JsObject};

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::{Event, Scheduled, SchedulingCall, Subject};
use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::work::{Work, WorkId, WorkKind, WorkRequest};

impl EventLoop {
    /// Creates the description of work that the current JavaScript call schedules: gives the work a number and records
    /// the location of the call. The caller then queues the work, at once or after a delay.
    #[doc(hidden)]
    pub fn new_work<'a>(&self, request: impl Into<WorkRequest<'a>>, context: &mut Context) -> Work {
        let origin = self.caller(context);
        self.new_work_from(&request.into(), origin, context)
    }

    /// The source location of the current JavaScript call; `None` if the call does not come from a source file.
    #[must_use]
    #[doc(hidden)]
    pub fn caller(&self, context: &mut Context) -> Option<Origin> {
        self.locations.caller(context)
    }

    /// The source location of work that Rust schedules. Whatever schedules work usually schedules more of it.
    #[must_use]
    #[inline]
    pub(crate) fn place_in_rust(&self, place: &'static PanicLocation<'static>) -> Option<Origin> {
        self.locations.place_in_rust(place)
    }

    /// Like [`Self::new_work`], for work that the host schedules. It has no origin.
    pub(crate) fn new_host_work(&self, kind: WorkKind, context: &mut Context) -> Work {
        self.new_work_from(&kind.into(), None, context)
    }

    /// Like [`Self::new_host_work`], for work that another agent causes.
    pub(crate) fn new_work_of_another_agent(&self, kind: WorkKind) -> Work {
        let request = kind.into();
        let work = self.numbers.work(&request, None);
        self.notify(|| Event::Scheduled(Rc::new(Scheduled::from_request(work, &request, None))));
        work
    }

    /// Like [`Self::new_host_work`], for work that the program asked for at this location.
    #[doc(hidden)]
    pub fn new_work_of<'a>(
        &self,
        request: impl Into<WorkRequest<'a>>,
        origin: Option<Origin>,
        context: &mut Context,
    ) -> Work {
        self.new_work_from(&request.into(), origin, context)
    }

    /// Like [`Self::caller`], but `None` without an observer.
    pub(crate) fn observed_caller(&self, context: &mut Context) -> Option<Origin> {
        if self.notifier.is_observed() { self.caller(context) } else { None }
    }

    /// Like [`Self::new_work`], for the next repetition of `work`, with the same origin. The delay is in milliseconds.
    pub(crate) fn new_round(&self, work: Work, delay: u64, callback: Option<&JsObject>, context: &mut Context) -> Work {
        let request = WorkRequest { delay: Some(delay), callback, ..work.kind.into() };
        self.new_work_from(&request, work.origin, context)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a request that is only in registers saves several nanoseconds per task")]
    fn new_work_from(&self, request: &WorkRequest<'_>, origin: Option<Origin>, context: &mut Context) -> Work {
        let work = self.numbers.work(request, origin);
        self.ambient.capture_for(work.id);
        if self.notifier.is_observed() {
            // A copy of the request, and parts of the work: with references to them, they would be built in memory for
            // every task, also without an observer.
            self.notify_scheduled(&{ *request }, work.id, origin, context);
        }
        work
    }

    #[cold]
    pub(super) fn notify_scheduled(
        &self,
        request: &WorkRequest<'_>,
        id: WorkId,
        origin: Option<Origin>,
        context: &mut Context,
    ) {
        let work = request.work(id, origin);
        // The context may be that of another agent, which sends a message.
        let seen = |sender: &Self| sender.current_work().map(|work| sender.open_work.seen_as(work));
        let scheduled_by = Self::of(context).map_or_else(|| seen(self), |sender| seen(&sender));
        let call = SchedulingCall::new(origin, request.callback, &self.locations, context);
        let scheduled = || Rc::new(Scheduled::from_request(work, request, scheduled_by));
        self.notify_about(Subject::Call(&call), || Event::Scheduled(scheduled()));
    }

    /// The source location that an origin refers to.
    #[must_use]
    pub fn location(&self, origin: Origin) -> Option<Location> {
        self.locations.location(origin)
    }
}

//! Resource timing: <https://w3c.github.io/resource-timing/>. The only resources are those of `fetch`. Scripts are
//! files, except in web-platform-tests.

use boa_engine::{Context, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_type::EntryType;
use super::performance_entry::{Entry, PerformanceEntry};
use super::performance_interface::Performance;
use super::timeline::Timeline;
use crate::event_loop::{EventLoop, QueuePosition, TaskSource, Timestamp, WorkKind};
use crate::web::dom::{Event, EventInit, fire_an_event};
use crate::web::webidl::{Layers, event_loop, interface, interface_prototype, new_object, this_object};

/// What a response's head counts for in `transferSize`, in bytes.
const SIZE_OF_THE_HEAD: usize = 300;

/// What is known about a resource.
#[derive(Clone, Debug, Trace, Finalize)]
#[boa_gc(unsafe_empty_trace)]
pub(crate) struct ResourceTiming {
    /// What requested it: `fetch` or `script`.
    pub(crate) initiator: &'static str,
    /// The URL that was requested first.
    pub(crate) url: String,
    /// When the first request was made.
    pub(crate) start: Timestamp,
    /// When the last redirect was answered.
    pub(crate) redirected: Option<Timestamp>,
    /// When the response arrived; `None` if there is none.
    pub(crate) response_start: Option<Timestamp>,
    /// When the body arrived, or when the request failed.
    pub(crate) response_end: Timestamp,
    /// The status; 0 if there is no response.
    pub(crate) status: u16,
    /// The length of the body in bytes.
    pub(crate) body_size: usize,
    /// The media type without parameters.
    pub(crate) content_type: String,
}

impl ResourceTiming {
    /// Only the start and the end of a request that failed are known: its information [is opaque][1].
    ///
    /// [1]: https://fetch.spec.whatwg.org/#create-an-opaque-timing-info
    fn has_failed(&self) -> bool {
        self.response_start.is_none()
    }

    /// When the last redirect was answered.
    fn redirected(&self) -> Option<Timestamp> {
        self.redirected.filter(|_| !self.has_failed())
    }

    /// The start of the last request.
    fn fetch_start(&self) -> f64 {
        self.redirected().unwrap_or(self.start).as_milliseconds()
    }

    /// When the last request was connected and sent: these take no time.
    fn connected(&self) -> f64 {
        if self.has_failed() { 0.0 } else { self.fetch_start() }
    }

    fn response_start(&self) -> f64 {
        self.response_start.map_or(0.0, Timestamp::as_milliseconds)
    }

    /// How long connecting takes is not known: it ends when it starts.
    fn secure_connection_start(&self) -> f64 {
        if self.url.starts_with("https:") { self.connected() } else { 0.0 }
    }

    fn transfer_size(&self) -> usize {
        if self.status == 0 { 0 } else { self.body_size + SIZE_OF_THE_HEAD }
    }
}

/// A number of bytes as a JavaScript value.
#[expect(clippy::cast_precision_loss, reason = "no body has 2^53 bytes")]
fn size(bytes: usize) -> f64 {
    bytes as f64
}

/// The state of a `PerformanceResourceTiming` beyond that of a `PerformanceEntry`.
type PerformanceResourceTiming = ResourceTiming;

/// Declares the attributes, and `toJSON` with all of them.
macro_rules! attributes {
    ($($name:literal = |$timing:ident| $value:expr;)*) => {
        interface! {
            ResourceTiming as "PerformanceResourceTiming": PerformanceEntry;
            $(get $name = |$timing| $value;)*
            raw "toJSON"(0) = to_json;
        }

        /// [`toJSON`](https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-tojson).
        fn to_json(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
            let it = this_object::<PerformanceResourceTiming>(this, "toJSON")?;
            let json = this_object::<PerformanceEntry>(this, "toJSON")?.to_json(context);
            $(
                let $timing = &it;
                json.create_data_property_or_throw(js_string!($name), $value, context)?;
            )*
            Ok(json.into())
        }
    };
}

attributes! {
    "initiatorType" = |timing| js_string!(timing.initiator);
    "deliveryType" = |_timing| js_string!();
    "nextHopProtocol" = |_timing| js_string!();
    "workerStart" = |_timing| 0.0;
    "redirectStart" = |timing| timing.redirected().map_or(0.0, |_| timing.start.as_milliseconds());
    "redirectEnd" = |timing| timing.redirected().map_or(0.0, Timestamp::as_milliseconds);
    "fetchStart" = |timing| timing.fetch_start();
    "domainLookupStart" = |timing| timing.connected();
    "domainLookupEnd" = |timing| timing.connected();
    "connectStart" = |timing| timing.connected();
    "connectEnd" = |timing| timing.connected();
    "secureConnectionStart" = |timing| timing.secure_connection_start();
    "requestStart" = |timing| timing.connected();
    "finalResponseHeadersStart" = |timing| timing.response_start();
    "firstInterimResponseStart" = |_timing| 0.0;
    "responseStart" = |timing| timing.response_start();
    "responseEnd" = |timing| timing.response_end.as_milliseconds();
    "transferSize" = |timing| size(timing.transfer_size());
    "encodedBodySize" = |timing| size(timing.body_size);
    "decodedBodySize" = |timing| size(timing.body_size);
    "responseStatus" = |timing| timing.status;
    "renderBlockingStatus" = |_timing| js_string!("non-blocking");
    "contentType" = |timing| JsString::from(timing.content_type.as_str());
}

/// Reports that a script was loaded, as for a `script` element or `importScripts`. `body_size` is in bytes.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in this realm.
pub fn mark_script_load(url: &str, body_size: usize, context: &mut Context) -> JsResult<()> {
    let now = event_loop(context)?.now();
    let timing = ResourceTiming {
        initiator: "script",
        url: url.to_owned(),
        start: now,
        redirected: None,
        response_start: Some(now),
        response_end: now,
        status: 200,
        body_size,
        content_type: "text/javascript".to_owned(),
    };
    mark_resource_timing(timing, context)
}

/// [Marks resource timing](https://w3c.github.io/resource-timing/#dfn-mark-resource-timing) in the current realm.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in this realm.
pub(crate) fn mark_resource_timing(timing: ResourceTiming, context: &mut Context) -> JsResult<()> {
    // Omitted: the Timing-Allow-Origin check: there are no other origins to protect.
    let name = JsString::from(timing.url.as_str());
    let (start, end) = (timing.start.as_milliseconds(), timing.response_end.as_milliseconds());
    let state = Gc::new(PerformanceEntry::new(name, EntryType::Resource, start, end - start));
    let layers = Layers::root(&state).and(&Gc::new(timing));
    let object = new_object(interface_prototype::<PerformanceResourceTiming>(context)?, layers, context);
    let performance = Performance::current(context)?;
    let entry = Entry { object, state };
    // The other way round, observers would be notified before the buffer counts what it drops, unlike in Chromium.
    add(&performance, entry.clone(), context)?;
    Timeline::queue(&performance.timeline, entry, context)
}

/// [Adds an entry][1] to the buffer, if there is room.
///
/// [1]: https://w3c.github.io/resource-timing/#dfn-add-a-performanceresourcetiming-entry
fn add(performance: &Gc<Performance>, entry: Entry, context: &mut Context) -> JsResult<()> {
    let resources = &performance.timeline.resources;
    if !resources.is_full_event_pending.get() {
        if resources.size.get() < resources.limit.get() {
            performance.keep_resource(entry);
            return Ok(());
        }
        resources.is_full_event_pending.set(true);
        queue_the_full_event(performance, context)?;
    }
    resources.secondary.borrow_mut().push_back(entry);
    Ok(())
}

fn queue_the_full_event(performance: &Gc<Performance>, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    let work = event_loop.new_host_work(WorkKind::PerformanceEntries, context);
    let (performance, realm) = (performance.clone(), context.realm().clone());
    event_loop.queue_a_global_task(
        TaskSource::PerformanceTimeline,
        work,
        QueuePosition::Last,
        realm,
        move |event_loop, context| {
            fire_the_full_event(&performance, event_loop, context);
            Ok(())
        },
    );
    Ok(())
}

/// [Fires the event that the buffer is full][1], until the entries that wait are kept, or nothing makes room for them.
///
/// [1]: https://w3c.github.io/resource-timing/#dfn-fire-a-buffer-full-event
fn fire_the_full_event(performance: &Gc<Performance>, event_loop: &EventLoop, context: &mut Context) {
    let resources = &performance.timeline.resources;
    loop {
        let before = resources.secondary.borrow().len();
        if before == 0 {
            break;
        }
        if resources.size.get() >= resources.limit.get() {
            let name = js_string!("resourcetimingbufferfull");
            fire_an_event(performance.target(), &name, event_loop, context, |context| {
                Event::create_plain(name.clone(), EventInit::default(), context)
            });
        }
        while resources.size.get() < resources.limit.get() {
            let entry = resources.secondary.borrow_mut().pop_front();
            let Some(entry) = entry else { break };
            performance.keep_resource(entry);
        }
        let after = resources.secondary.borrow().len();
        if before <= after {
            let dropped = u32::try_from(after).unwrap_or(u32::MAX);
            resources.dropped.set(resources.dropped.get().saturating_add(dropped));
            resources.secondary.borrow_mut().clear();
        }
    }
    resources.is_full_event_pending.set(false);
}

impl Performance {
    fn keep_resource(&self, entry: Entry) {
        self.timeline.buffer.borrow_mut().push(entry);
        let size = &self.timeline.resources.size;
        size.set(size.get().saturating_add(1));
    }
}

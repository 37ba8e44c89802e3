//! A class of the embedder that extends `EventTarget`: a sensor, with an event handler attribute, whose events come
//! from a Rust timer.

use std::cell::Cell;
use std::time::Duration;

// The derive macros need the crates boa_gc and boa_engine in Cargo.toml.
use boa_gc::{Finalize, Gc, Trace};
use posttask::boa_engine::{Context, JsObject, JsResult, JsValue};
use posttask::dom::{EventTarget, event_handler_attribute};
use posttask::scheduler::{TaskOptions, post_task};
use posttask::webidl::{Interface, prototype_of_new_target};
use posttask::{Error, Runtime, interface};

#[derive(Trace, Finalize)]
struct Sensor {
    target: Gc<EventTarget>,
    value: Cell<f64>,
    left: Cell<u32>,
}

interface! {
    Sensor: EventTarget;
    constructor(0) = construct;
    get "value" = |sensor| sensor.value.get();
    operation "start"(0) = start;
    with = |builder| event_handler_attribute::<Sensor>(builder, "reading");
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype: JsObject = prototype_of_new_target::<Sensor>(new_target, context)?;
    let sensor = EventTarget::create(prototype, context, |target| Sensor {
        target: target.clone(),
        value: Cell::new(0.0),
        left: Cell::new(3),
    });
    Ok(sensor.target.object_value())
}

/// Reads the sensor every 100 ms, as tasks of low priority.
fn start(sensor: &Gc<Sensor>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    let sensor = sensor.clone();
    let options =
        TaskOptions::new().priority(posttask::scheduling::TaskPriority::Background).delay(Duration::from_millis(100));
    let reading = post_task(
        options,
        move |context| {
            sensor.value.set(sensor.value.get() + 1.5);
            sensor.target.fire_named("reading", context)?;
            sensor.left.set(sensor.left.get() - 1);
            if sensor.left.get() > 0 {
                start(&sensor, &[], context)?;
            }
            Ok(JsValue::undefined())
        },
        context,
    )?;
    // Nobody waits for the task: exceptions are reported.
    drop(reading);
    Ok(())
}

fn main() -> Result<(), Error> {
    let mut runtime = Runtime::builder().virtual_time().extension(Sensor::register).build()?;
    runtime.run_script(
        "const sensor = new Sensor();
         console.log(sensor instanceof EventTarget, Object.prototype.toString.call(sensor));
         sensor.onreading = event => console.log(performance.now(), event.type, sensor.value);
         sensor.addEventListener('reading', () => console.log('once'), { once: true });
         sensor.start();
         class Better extends Sensor { get twice() { return this.value * 2 } }
         console.log(new Better().twice);",
    )?;
    runtime.run();
    Ok(())
}

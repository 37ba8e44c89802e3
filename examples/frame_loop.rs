//! A host with a loop of its own, such as a game: each frame runs the callbacks of `requestAnimationFrame`, and gives
//! the tasks of JavaScript at most 4 ms. With winit, `about_to_wait` would do this and then wait until the next frame,
//! and the waker would be an `EventLoopProxy`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::{Budget, Deadline, Outcome, VirtualTime};
use posttask::{Error, Runtime};

const FRAME: Duration = Duration::from_millis(16);
const FOR_JAVASCRIPT: Duration = Duration::from_millis(4);

fn main() -> Result<(), Error> {
    // A real host would use real time, and sleep for what is left of a frame. Here, frames take no time at all.
    let clock = Rc::new(VirtualTime::new());
    let mut runtime = Runtime::builder().time(Rc::clone(&clock)).host_frames().build()?;
    runtime.run_script(
        "const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
         for (let i = 1; i <= 6; i++) scheduler.postTask(() => { busy(2); console.log('  part', i) });
         setTimeout(() => console.log('  timer'), 50);
         requestAnimationFrame(function draw(time) {
             console.log('  draw at', time);
             if (time < 40) requestAnimationFrame(draw);
         });
         requestIdleCallback(deadline => console.log('  idle for', Math.round(deadline.timeRemaining()), 'ms'));",
    )?;
    for frame in 0.. {
        println!("frame {frame}");
        let now = runtime.event_loop().now();
        runtime.frame(now);
        let outcome = runtime.run_for(Budget::Time(FOR_JAVASCRIPT));
        println!("  {outcome:?}, next: {}", next(&runtime));
        if outcome == Outcome::OutOfWork {
            break;
        }
        clock.advance(FRAME);
    }
    Ok(())
}

fn next(runtime: &Runtime) -> String {
    match runtime.next_deadline() {
        Deadline::Now => "now".to_owned(),
        Deadline::At(time) => format!("at {} ms", time.elapsed().as_millis()),
        _ => "never".to_owned(),
    }
}

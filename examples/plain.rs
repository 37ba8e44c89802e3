//! Runs a program to its end: tasks, timers, an awaited value, and an error with its place.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use posttask::{Error, Runtime};

fn main() -> Result<(), Error> {
    let mut runtime = Runtime::builder().build()?;
    runtime.run_script(
        "scheduler.postTask(() => console.log('background'), { priority: 'background' });
         scheduler.postTask(() => console.log('user-blocking'), { priority: 'user-blocking' });
         setTimeout(() => console.log('timeout'), 20);",
    )?;
    runtime.run();
    let answer = runtime.eval_async("(async () => { await scheduler.yield(); return 6 * 7 })()")?;
    println!("{}", answer.display());
    match runtime.run_script("const x = 1;\nx.y.z") {
        Ok(_) => unreachable!("it throws"),
        Err(error) => println!("{error}"),
    }
    Ok(())
}

//! Posts from many threads.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use posttask::Runtime;
use posttask::event_loop::{Outcome, RealTime};
use posttask::scheduling::TaskPriority::UserBlocking;

/// Eight threads post while the loop sleeps and wakes: nothing is lost, and each thread's tasks run in order. A lost
/// wake-up would make the loop, which has nothing else to do, sleep for ever.
fn flood(runtime: &mut Runtime, drive: impl Fn(&mut Runtime)) {
    const THREADS: usize = 8;
    const POSTS: usize = if cfg!(debug_assertions) { 2_000 } else { 125_000 };
    let seen = Rc::new(RefCell::new([0; THREADS]));
    let (sender, received) = channel();
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let (remote, sender) = (runtime.event_loop().remote(), sender.clone());
            let alive = remote.keep_alive();
            thread::spawn(move || {
                for number in 0..POSTS {
                    let sender = sender.clone();
                    // Half have a priority.
                    if thread % 2 == 0 {
                        remote.queue_a_task(move |_| sender.send((thread, number)).unwrap()).unwrap();
                    } else {
                        remote.call(UserBlocking, move |_| sender.send((thread, number)).unwrap()).detach();
                    }
                    if number % 500 == 0 {
                        thread::yield_now();
                    }
                }
                drop(alive);
            })
        })
        .collect();
    drop(sender);
    drive(runtime);
    for thread in threads {
        thread.join().unwrap();
    }
    drive(runtime);
    for (thread, number) in received {
        assert_eq!(std::mem::replace(&mut seen.borrow_mut()[thread], number + 1), number, "thread {thread}");
    }
    assert_eq!(*seen.borrow(), [POSTS; THREADS]);
}

#[test]
fn no_post_from_another_thread_is_lost_while_the_loop_sleeps() {
    let mut runtime = Runtime::builder().time(Rc::new(RealTime::new())).build().unwrap();
    flood(&mut runtime, |runtime| assert_eq!(runtime.run(), Outcome::OutOfWork));
}

/// An executor that sleeps until its waker is called.
#[test]
fn no_post_from_another_thread_is_lost_while_an_executor_sleeps() {
    struct Unpark(thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let mut runtime = Runtime::builder().time(Rc::new(RealTime::new())).build().unwrap();
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    flood(&mut runtime, |runtime| {
        while runtime.poll(&mut Context::from_waker(&waker)) == Poll::Pending {
            thread::park();
        }
    });
}

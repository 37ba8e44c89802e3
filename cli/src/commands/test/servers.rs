//! Other processes that run orders of a test.

use std::io;
use std::sync::Arc;

use posttask::exploration::Explorer;
use posttask::internal::exploration::{LoadOnce, Received, Worker};

use super::explored_test::ExploredTest;
use crate::order_server;
use crate::testing::Status;

/// Lets other processes run the orders of a test.
pub(super) fn with_servers<'a>(
    explorer: Explorer<'a>,
    when: LoadOnce,
    test: &'a ExploredTest,
    status: &'a Arc<Status>,
) -> Explorer<'a> {
    explorer.workers(when, || {
        let worker = order_server::start(&test.to_message()?)?;
        Ok(Box::new(Watched { worker, status: Arc::clone(status) }))
    })
}

/// A server of which the status of the test says whether it makes progress.
struct Watched {
    worker: Box<dyn Worker>,
    status: Arc<Status>,
}

impl Worker for Watched {
    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.worker.send(message)
    }

    fn receive(&mut self, is_over: &dyn Fn() -> bool) -> Received {
        let received = self.worker.receive(is_over);
        self.status.runs_elsewhere();
        received
    }
}

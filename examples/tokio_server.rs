//! A server whose handlers are asynchronous JavaScript, as jobs with priorities. tokio does the input and output on its
//! threads; the event loop has a thread of its own. A request that takes too long is canceled, and so is what its
//! handler has started. At the end, the requests in flight are answered.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::time::Duration;

use posttask::boa_engine::{JsError, JsResult, JsString};
use posttask::scheduler::{AsyncTask, JobHandle};
use posttask::scheduling::TaskPriority;
use posttask::{Error, Runtime, event_loop::Remote};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

const HANDLERS: &str = "
    globalThis.handle = async (path, signal) => {
        const rows = await scheduler.postTask(() => [1, 2, 3], { delay: path === '/slow' ? 3_600_000 : 5, signal });
        return `report ${path}: ${rows}`;
    };";

async fn answer(path: String, task: &AsyncTask) -> JsResult<String> {
    let own = task.clone();
    let arguments = task.with(move |context| {
        let handle = context.global_object().get(JsString::from("handle"), context)?;
        Ok::<_, JsError>((handle, [JsString::from(path).into(), own.signal(context)?.object()]))
    });
    let (handle, arguments) = arguments.await?;
    let answer = task.call(&handle, &arguments).await?;
    task.with(move |context| answer.to_string(context)).await.map(|text| text.to_std_string_lossy())
}

/// Starts a handler on the thread of the event loop. If the handle is dropped, the handler ends.
fn handle(path: String, remote: &Remote) -> JobHandle<Result<String, Error>> {
    let priority = if path == "/health" { TaskPriority::UserBlocking } else { TaskPriority::Background };
    remote.spawn(priority, async |task| {
        let answer = answer(path, &task).await;
        task.with(|context| answer.map_err(|error| Error::from_js(error, context))).await
    })
}

/// Answers one line with one line.
async fn serve(stream: TcpStream, remote: Remote) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream).lines();
    let path = stream.next_line().await?.unwrap_or_default();
    let text = match tokio::time::timeout(Duration::from_secs(1), handle(path, &remote)).await {
        Ok(Ok(Ok(text))) => text,
        Ok(failed) => format!("{failed:?}"),
        Err(_) => "too slow".to_owned(),
    };
    stream.get_mut().write_all(format!("{text}\n").as_bytes()).await
}

async fn ask(port: u16, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(format!("{path}\n").as_bytes()).await?;
    Ok(BufReader::new(stream).lines().next_line().await?.unwrap_or_default())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = |builder: posttask::RuntimeBuilder| {
        let mut runtime = builder.build()?;
        runtime.run_script(HANDLERS).map(|_| runtime)
    };
    let javascript = Runtime::spawn_thread("javascript", start)?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let (port, remote) = (listener.local_addr()?.port(), javascript.remote().clone());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, remote.clone()));
        }
    });
    let all = tokio::join!(ask(port, "/daily"), ask(port, "/slow"), ask(port, "/health"));
    println!("{} | {} | {}", all.0?, all.1?, all.2?);
    let last = handle("/last".to_owned(), javascript.remote());
    println!("{:?}, {}", javascript.finish(Duration::from_secs(10))?, last.await??);
    Ok(())
}

//! A server whose handlers are JavaScript tasks with priorities. tokio does the input and output on its threads; the
//! event loop has a thread of its own. Health checks do not wait behind reports that have not started.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "an example is short and prints its results")]

use posttask::boa_engine::{Context, JsResult, JsString, JsValue};
use posttask::event_loop::Remote;
use posttask::scheduling::TaskPriority;
use posttask::{Error, Runtime};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

const HANDLERS: &str = "
    globalThis.handle = path => {
        if (path === '/health') return 'ok';
        let sum = 0;
        for (let i = 0; i < 2000; i++) sum += i;
        return `report ${path}: ${sum}`;
    };";

fn handle(path: &str, context: &mut Context) -> JsResult<String> {
    let handle = context.global_object().get(JsString::from("handle"), context)?;
    let handle = handle.as_callable().expect("the program defines it");
    let answer = handle.call(&JsValue::undefined(), &[JsString::from(path).into()], context)?;
    Ok(answer.to_string(context)?.to_std_string_lossy())
}

/// Answers one line with one line.
async fn serve(stream: TcpStream, remote: Remote) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut path = String::new();
    stream.read_line(&mut path).await?;
    let path = path.trim().to_owned();
    let priority = if path == "/health" { TaskPriority::UserBlocking } else { TaskPriority::Background };
    let answer =
        remote.call(priority, move |context| handle(&path, context).map_err(|error| Error::from_js(error, context)));
    // The future is ready when the task has run.
    let text = match answer.await {
        Ok(Ok(text)) => text,
        Ok(Err(exception)) => exception.to_string(),
        Err(error) => error.to_string(),
    };
    stream.write_all(format!("{text}\n").as_bytes()).await
}

async fn ask(port: u16, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(format!("{path}\n").as_bytes()).await?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).await?;
    Ok(answer.trim().to_owned())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let javascript = Runtime::spawn_thread("javascript", |builder| {
        let mut runtime = builder.build()?;
        runtime.run_script(HANDLERS)?;
        Ok::<_, Error>(runtime)
    })?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    let remote = javascript.remote().clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, remote.clone()));
        }
    });
    println!("{}", ask(port, "/daily").await?);
    println!("{}", ask(port, "/health").await?);
    let all = tokio::join!(ask(port, "/a"), ask(port, "/b"), ask(port, "/health"));
    println!("{} | {} | {}", all.0?, all.1?, all.2?);
    Ok(javascript.stop()?)
}

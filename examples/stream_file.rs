//! Streams a file through a transform stream written in JavaScript to a socket. The file is read only as fast as the
//! other side of the socket takes the bytes.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::thread;

use futures_util::io::AllowStdIo;
use posttask::Runtime;
use posttask::scheduling::TaskPriority::UserVisible;

/// Numbers the lines. A chunk can end anywhere, so the last line of each waits for the next chunk.
const SEND: &str = "
    const numbered = () => {
        let rest = '', number = 0;
        const send = (lines, controller) => {
            for (const line of lines) controller.enqueue(`${++number} ${line}\\n`);
        };
        return new TransformStream({
            transform(text, controller) {
                const lines = (rest + text).split('\\n');
                rest = lines.pop();
                send(lines, controller);
            },
            flush(controller) {
                if (rest) send([rest], controller);
            },
        });
    };
    globalThis.send = (file, socket) => file
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(numbered())
        .pipeThrough(new TextEncoderStream())
        .pipeTo(socket);";

/// Accepts one connection, and returns what has been received when it is closed.
fn receive(listener: &TcpListener) -> std::io::Result<String> {
    let mut received = String::new();
    listener.accept()?.0.read_to_string(&mut received)?;
    Ok(received)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("posttask-lines-{}.txt", std::process::id()));
    fs::write(&path, "a line of the file\n".repeat(50_000))?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let other_side = thread::spawn(move || receive(&listener));

    let mut runtime = Runtime::builder().build()?;
    runtime.run_script(SEND)?;
    // These block the event loop while they read and write. A program that has other tasks to run uses a file and a
    // socket that are asynchronous, such as those of async-std, or those of tokio with the adapters of tokio-util.
    let (file, socket) = (AllowStdIo::new(File::open(&path)?), AllowStdIo::new(TcpStream::connect(address)?));
    let streams = runtime.try_with_context(|context| {
        let file = posttask::readable_byte_stream(UserVisible, file, context)?;
        let socket = posttask::writable_byte_stream(UserVisible, socket, context)?;
        Ok([file, socket])
    })?;
    let send = runtime.global("send")?;
    runtime.call_async(&send, &streams)?;

    let text = other_side.join().map_err(|_| "the other side panicked")??;
    fs::remove_file(&path)?;
    println!("{} bytes received, the last line is: {}", text.len(), text.lines().last().unwrap_or_default());
    Ok(())
}

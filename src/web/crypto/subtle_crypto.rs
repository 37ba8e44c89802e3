//! The `SubtleCrypto` interface: <https://w3c.github.io/webcrypto/#subtlecrypto-interface>.

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::hash_algorithm::HashAlgorithm;
use crate::event_loop::{QueuePosition, TaskSource, WorkKind, WorkRequest};
use crate::web::webidl::{PendingPromise, buffer_source, event_loop, interface, new_array_buffer};

/// The state of a `SubtleCrypto` object: none.
#[derive(Trace, Finalize)]
pub(super) struct SubtleCrypto;

interface! {
    SubtleCrypto;
    promise "digest"(2) = digest;
}

/// [`digest`](https://w3c.github.io/webcrypto/#SubtleCrypto-method-digest).
fn digest(_: &Gc<SubtleCrypto>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // An `AlgorithmIdentifier` is an object or a string.
    let algorithm =
        if arguments[0].is_object() { arguments[0].clone() } else { arguments[0].to_string(context)?.into() };
    let data = buffer_source(&arguments[1], &"SubtleCrypto.digest: data", context)?;
    // The bytes are copied before a getter of the algorithm can change them.
    let data = data.copy_bytes(context)?;
    let algorithm = HashAlgorithm::normalize(&algorithm, context)?;
    let event_loop = event_loop(context)?;
    let (promise, pending) = PendingPromise::new(context);
    let source = TaskSource::Crypto(event_loop.new_arrival_id());
    let work = event_loop.new_work(WorkRequest { source: Some(source), ..WorkKind::Crypto.into() }, context);
    let realm = context.realm().clone();
    event_loop.queue_a_global_task(
        source,
        work,
        QueuePosition::Last,
        realm,
        // The steps that the standard runs in parallel are part of the task.
        move |event_loop, context| {
            let digest = new_array_buffer(&algorithm.digest(&data), context)?;
            pending.resolve(digest.into(), event_loop, context);
            Ok(())
        },
    );
    Ok(promise)
}

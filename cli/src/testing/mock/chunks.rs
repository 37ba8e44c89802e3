//! Answers of `mock.fetch` whose body arrives in chunks with latencies: `{ chunks, latency, status, headers }`.

use std::time::Duration;

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsResult, JsValue, js_string};
use posttask::Url;
use posttask::fetch::{NetworkResponse, Responder};
use posttask::internal::fetch::{chunk_bytes, response_head};
use posttask::internal::html::describe;

use super::arguments::integer;
use crate::testing::assert::{invalid_arg_type, invalid_arg_value, plain_object};

/// A response, and the chunks of its body with the latency of each.
type InChunks = (NetworkResponse, Vec<(Duration, Vec<u8>)>);

/// Whether a value is an object with the property `chunks`.
pub(super) fn has_chunks(value: &JsValue, context: &mut Context) -> bool {
    plain_object(value).is_some_and(|object| object.has_property(js_string!("chunks"), context).unwrap_or(false))
}

/// Answers with an object that has chunks.
pub(super) fn answer_in_chunks(
    value: &JsValue,
    latency: Duration,
    responder: Responder,
    url: &Url,
    context: &mut Context,
) {
    match convert(value, context) {
        Ok((head, chunks)) => {
            let writer = responder.respond_in_parts_after(latency, head);
            for (latency, bytes) in chunks {
                writer.send_after(latency, bytes);
            }
            writer.end();
        }
        Err(error) => {
            let (description, _) = describe(error, context);
            let message = format!("{url}: the answer of mock.fetch is wrong: {}", description.message);
            responder.respond_after(latency, Err(message));
        }
    }
}

fn convert(value: &JsValue, context: &mut Context) -> JsResult<InChunks> {
    let head = response_head(value, context)?;
    let object = value.to_object(context)?;
    let chunks = elements(&object.get(js_string!("chunks"), context)?, "chunks", context)?;
    let latency = object.get(js_string!("latency"), context)?;
    let latencies = if latency.is_undefined() {
        vec![0; chunks.len()]
    } else if latency.is_number() {
        vec![integer(&latency, "latency", 0, context)?; chunks.len()]
    } else {
        let list = elements(&latency, "latency", context)?;
        if list.len() != chunks.len() {
            return Err(invalid_arg_value("latency", &latency, "must have a number for each chunk", context));
        }
        list.iter().map(|latency| integer(latency, "latency", 0, context)).collect::<JsResult<_>>()?
    };
    let chunks = chunks
        .iter()
        .zip(latencies)
        .map(|(chunk, latency)| Ok((Duration::from_millis(latency), chunk_bytes(chunk, context)?)));
    let chunks = chunks.collect::<JsResult<_>>()?;
    Ok((head, chunks))
}

/// The elements of an array.
fn elements(value: &JsValue, name: &str, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let Some(array) = value.as_object().filter(|object| object.is_array()) else {
        return Err(invalid_arg_type(name, "an instance of Array", value, context));
    };
    let array = JsArray::from_object(array)?;
    let length = array.length(context)?;
    (0..length).map(|index| array.get(index, context)).collect()
}

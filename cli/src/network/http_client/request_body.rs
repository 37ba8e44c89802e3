//! Bodies of requests, as `hyper` sends them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use posttask::fetch::Upload;

/// A body that is there as a whole, or that the program still produces.
pub(super) enum RequestBody {
    Whole(Bytes),
    Stream { upload: Upload, has_ended: bool },
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.get_mut() {
            Self::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Self::Stream { upload, has_ended } => upload.poll_chunk(cx).map(|chunk| {
                *has_ended = !matches!(chunk, Ok(Some(_)));
                chunk.transpose().map(|bytes| bytes.map(|bytes| Frame::data(bytes.into())))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Whole(bytes) => bytes.is_empty(),
            Self::Stream { has_ended, .. } => *has_ended,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Stream { .. } => SizeHint::default(),
        }
    }
}

//! The numbers of streams that are observed.

use super::numbered::numbered;

numbered! {
    /// The number of a stream that observers are told about: a reader of a script, or the body of a response. They are
    /// numbered from 1 in the order in which they are first observed. As those of [work](super::WorkId), the numbers of
    /// a worker start after those of all agents before it.
    StreamId, 'R'
}

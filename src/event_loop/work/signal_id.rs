//! The numbers of signals.

use super::numbered::numbered;

numbered! {
    /// The number of a signal. Signals are numbered from 1 in the order in which they are created. As those of
    /// [work](super::WorkId), the numbers of a worker start after those of all agents before it.
    SignalId, 'S'
}

//! Tests of the chooser and the strategies on programs without an engine.


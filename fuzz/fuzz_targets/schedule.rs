#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| posttask::fuzzing::schedule(text));

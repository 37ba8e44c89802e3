#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = posttask_cli::fuzzing::source_text(text);
});

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| laws::rule_set(text));

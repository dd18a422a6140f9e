// Whether this browser has relaxed SIMD (which can multiply and add in one instruction), and this page has a module for it. The service
// worker loads this file too. The bytes are the smallest module that uses it.
const SMALLEST = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11];
self.relaxed = '@RELAXED@' === 'yes' && WebAssembly.validate(new Uint8Array(SMALLEST));

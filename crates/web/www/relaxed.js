// Whether this browser has the faster vector instructions (relaxed SIMD, which has one for a product and a sum), and this page a module for them.
// The service worker takes this in too. The bytes are the smallest module with one of them.
const SMALLEST = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11];
self.relaxed = '@RELAXED@' === 'yes' && WebAssembly.validate(new Uint8Array(SMALLEST));

// How Node runs the server: young memory large enough, and cleared on one thread. V8 shares that work of a millisecond
// among threads that cost more than it does once thousands of posts are in memory: a ready page took 28 µs of
// processor time instead of 22. With 8 MB a start takes 20 MB less, but a ready page a quarter more of processor time.
// V8 reads these when it starts, so the program cannot set them itself.
export const NODE_FLAGS = ['--max-semi-space-size=32', '--no-parallel-scavenge'];

// What the C library gives back of decoded pictures: blocks of a megabyte and more are the system's again once they are
// free, and threads share two heaps. Without these the server kept 355 MB after fourteen photographs of 20 megapixels
// were sent to it, instead of 126. It too reads them when it starts; a system without glibc knows none of them.
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

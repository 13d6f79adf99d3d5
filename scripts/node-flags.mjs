// How Node runs the server: young memory of 8 MB, and cleared on one thread. V8 shares that work of a millisecond
// among threads that cost more than it does once thousands of posts are in memory: a ready page took 28 µs of
// processor time instead of 22. Young memory is kept twice once it has grown, used or not: 16 MB of them made ready pages
// no faster and the first page of an article 3 % quicker, for 16 MB more.
// Old memory is cleared once it has grown by a third: what lives long is most of it, and a server of 10,000 articles keeps
// 30 MB less, 54 MB less at the highest, for a tenth more work after its first start.
// Up to 48 MB of it nothing is cleared before the first page is out, which is in memory anyway then: a start takes
// 7 to 14 % less, and the highest memory was 317 MB instead of 308, one run each.
// V8 gives nothing back in a process that rests: it is asked to after long work (content/service/give-back.ts).
// V8 reads these when it starts, so the program cannot set them itself.
export const NODE_FLAGS = [
  '--max-semi-space-size=8',
  '--no-parallel-scavenge',
  '--heap-growing-percent=30',
  '--initial-old-space-size=48',
  '--expose-gc',
];

// What the C library gives back: blocks of 128 KB and more are the system's again once they are free, as photographs and
// what they are decoded into, and threads share two heaps. Without these the server kept 355 MB after fourteen photographs
// of 20 megapixels were sent to it, instead of 126. With a megabyte in place of the 128 KB, what photographs of an import
// leave between other blocks took 16 MB more. It too reads them when it starts; a system without glibc knows none of them.
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

// How Node runs the server: young memory large enough, and cleared on one thread. V8 shares that work of a millisecond
// among threads that cost more than it does once thousands of posts are in memory: a ready page took 28 µs of
// processor time instead of 22. V8 reads these when it starts, so the program cannot set them itself.
export const NODE_FLAGS = ['--max-semi-space-size=32', '--no-parallel-scavenge'];

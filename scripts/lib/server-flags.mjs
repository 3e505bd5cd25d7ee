/**
 * How the server's process is started, the same by what `npm run release` makes. Unbounded, V8 lets garbage
 * grow to several times what is in use before it looks for it.
 */
export const SERVER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=1536', // MiB; five minutes of 2,000 strikes a second are a third of it
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
]

/**
 * How the C library of Linux gives freed memory back. By default one large block that is freed has it keep blocks of that
 * size, and each thread has pools of its own: after a rush a process would hold some hundred MiB that nothing uses.
 */
export const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072', // bytes
  MALLOC_TRIM_THRESHOLD_: '131072', // bytes
}

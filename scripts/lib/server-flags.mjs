/**
 * Flags of the server's process, also used by `npm run release`. Without limits V8 lets garbage grow to several times
 * the used memory.
 */
export const SERVER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=1536', // MiB; five minutes of 2,000 strikes a second are a third of it
  '--max-semi-space-size=8', // MiB; there are two
  '--heap-growing-percent=20',
]

/**
 * Settings of the C library's allocator on Linux. By default a freed large block makes it keep blocks of that size, and
 * each thread has its own pools: after a load peak a process would hold some hundred MiB of unused memory.
 */
export const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536', // bytes
  MALLOC_TRIM_THRESHOLD_: '131072', // bytes
}

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

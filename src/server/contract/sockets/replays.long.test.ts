import fc from 'fast-check'

// The same expectations as in `replays.test.ts`, in more random courses of events.
fc.configureGlobal({ numRuns: 100 })

await import('./replays.test.ts')

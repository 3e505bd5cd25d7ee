import fc from 'fast-check'

// The same expectations as in `strike-backfill.test.ts`, in more random courses of events.
fc.configureGlobal({ numRuns: 100 })

await import('./strike-backfill.test.ts')

import fc from 'fast-check'

// The same expectations as in `place-shape.property.test.ts`, for more random places.
fc.configureGlobal({ numRuns: 3_000 })

await import('./place-shape.property.test.ts')

import { it } from 'vitest'
import { expectTruth } from '../testing/wire/fault-truth.ts'

// A few to a test, so that a slow machine has the time of each for them.
it.each([1, 2, 3, 4, 5])('reports received and lost records correctly, in any combination (%i of 5)', (part) =>
  expectTruth({ runs: 2, seed: 20_260_700 + part }),
)

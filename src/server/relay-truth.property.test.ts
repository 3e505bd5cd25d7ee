import { it } from 'vitest'
import { expectTruth } from '../testing/wire/fault-truth.ts'

it('tells the truth of what it had and what it went without, whatever joins up', () =>
  expectTruth({ runs: 25, seed: 20_260_701 }))

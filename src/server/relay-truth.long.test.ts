import { it } from 'vitest'
import { expectTruth } from '../testing/wire/fault-truth.ts'

it('tells the truth of what it had and what it went without, in a thousand combinations', () =>
  expectTruth({ runs: Number(process.env.FAULT_RUNS ?? 1_000), seed: Number(process.env.FAULT_SEED ?? 7) }))

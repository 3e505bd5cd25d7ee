import { it } from 'vitest'
import { expectTruth } from '../testing/wire/fault-truth.ts'

const { FAULT_RUNS = '1000', FAULT_SEED = '7', FAULT_PATH } = process.env

it('reports received and lost records correctly, in a thousand combinations', () =>
  expectTruth({ runs: Number(FAULT_RUNS), seed: Number(FAULT_SEED), path: FAULT_PATH }))

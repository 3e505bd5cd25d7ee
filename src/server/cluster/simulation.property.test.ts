import { it } from 'vitest'
import { simulate, simulatePlans } from '../../testing/cluster/simulation.ts'

/** Other ones: SIMULATION_SEED=7 npm run test:unit -- src/server/cluster/simulation; a thousand of them: npm run test:long. */
const { SIMULATION_SEED = '20261126' } = process.env
const RUNS = 3

/** Plans that found something once. */
const found = [
  // A leader that took a log over that had lost its end did not read its own messages, and its history lacked them.
  {
    seed: 1936519124,
    faults: [
      { kind: 'log loses its end', who: 1, afterMs: 841, forMs: 31_783 },
      { kind: 'log loses its end', who: 1, afterMs: 5_579, forMs: 2_619 },
      { kind: 'servers elect', who: 2, afterMs: 7_785, forMs: 31_522 },
    ],
  },
  // A process that was cut off while the log lost its end in each of two terms did not read the new messages there.
  {
    seed: 1580288346,
    faults: [
      { kind: 'log loses its end', who: 2, afterMs: 4_264, forMs: 39_612 },
      { kind: 'partitioned', who: 2, afterMs: 1_288, forMs: 11_528 },
      { kind: 'log loses its end', who: 2, afterMs: 1_496, forMs: 12_478 },
      { kind: 'slow', who: 2, afterMs: 5_655, forMs: 16_285 },
      { kind: 'lossy', who: 1, afterMs: 14_454, forMs: 44_112 },
      { kind: 'slow', who: 2, afterMs: 6_647, forMs: 15_868 },
    ],
  },
  // A process that was the leader twice had two rate gates, and calls of the first were retried: three requests in a second.
  {
    seed: 2147483638,
    faults: [
      { kind: 'slow', who: 2, afterMs: 13_853, forMs: 100 },
      { kind: 'servers elect', who: 1, afterMs: 7_521, forMs: 37_708 },
      { kind: 'asleep', who: 1, afterMs: 6, forMs: 102 },
      { kind: 'restarted', who: 0, afterMs: 6, forMs: 10_598 },
    ],
  },
] satisfies Parameters<typeof simulate>[0][]

it('a cluster of three processes loses and doubles nothing, has one leader at a time and keeps the limits through overlapping faults', () =>
  simulatePlans(RUNS, SIMULATION_SEED))

it.each(found)('a cluster passes a plan that once failed: $seed', simulate)

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../contract/limits.ts'
import { temporaryFolder } from '../testing/history-kit.ts'
import {
  changedByRelay,
  doubledByRelay,
  peakRequestsPerSecond,
  reportsOf,
  strikesOf,
  untilWhole,
} from '../testing/wire/fault-checks.ts'
import { lightningGaps } from '../testing/wire/fault-kit.ts'
import { faultStep, runSchedule } from '../testing/wire/fault-schedule.ts'
import { createFaultWorld } from '../testing/wire/fault-world.ts'

/** More on demand: FAULT_RUNS=500 FAULT_SEED=7 npm test -- unit src/server/relay-faults.property.test.ts */
const RUNS = Number(process.env.FAULT_RUNS ?? 6)
const SEED = Number(process.env.FAULT_SEED ?? 20_260_701)

/** Half-open sockets hold their slots for a minute, then lines are back, and all is joined. */
const RECOVERY_MS = 180_000

it('loses and duplicates nothing, with any combination of interruptions shorter than five minutes', async () => {
  const world = fc.record({
    seed: fc.nat(),
    steps: fc.array(faultStep, { minLength: 1, maxLength: 8 }),
    upstreamSkewMs: fc.integer({ min: -420_000, max: 420_000 }),
    windowBy: fc.constantFrom('arrival' as const, 'strike' as const),
    socketMaxAgeMs: fc.constantFrom(undefined, 600_000),
    keepsHistory: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ steps, keepsHistory, ...options }) => {
      // A restored history uses the relay's own clock: with one, the clocks must agree.
      const kept = keepsHistory && { upstreamSkewMs: 0, historyDir: temporaryFolder() }
      const world = createFaultWorld({ ...options, ...kept })
      try {
        await world.start()
        await runSchedule(world, steps)
        await world.pass(45_000) // in which a dead line is found to be one
        await untilWhole(world, RECOVERY_MS)
        await world.pass(20_000)
        for (const viewer of world.viewers) {
          expect(strikesOf(world, viewer)).toEqual({ lost: [], doubled: [], unknown: [] })
          expect(reportsOf(world, viewer)).toEqual({ lost: [], doubled: [], unknown: [] })
          expect(viewer.had.strikes.lost.list()).toEqual([])
        }
        expect(await lightningGaps(world)).toEqual([])
        expect(doubledByRelay(world)).toEqual([])
        expect(changedByRelay(world)).toEqual([])
        expect(peakRequestsPerSecond(world)).toBeLessThanOrEqual(HTTP_REQUESTS_PER_SECOND)
        const [ledger] = world.upstream.server.ledger()
        expect(ledger!.requests.rateLimited).toBe(0)
        expect(ledger!.sockets.peak).toBeLessThanOrEqual(SOCKETS_PER_APPLICATION)
      } finally {
        await world.close()
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 600_000)

import fc from 'fast-check'
import { expect } from 'vitest'
import { temporaryFolder } from '../history-kit.ts'
import { calledLost, changedByRelay, doubledByRelay, reportsOf, strikesOf, unreportedOf } from './fault-checks.ts'
import { lightningGaps } from './fault-kit.ts'
import { longFaultStep, runSteps } from './fault-schedule.ts'
import { createFaultWorld } from './fault-world.ts'

/** Half-open sockets hold their slots for two minutes, then lines are back, and all is joined or lost for good. */
const SETTLED_MS = 600_000

const combination = fc.record({
  seed: fc.nat(),
  steps: fc.array(longFaultStep, { minLength: 1, maxLength: 4 }),
  upstreamSkewMs: fc.constantFrom(0, 0, -90_000, 40_000),
  windowBy: fc.constantFrom('arrival' as const, 'strike' as const),
  socketMaxAgeMs: fc.constantFrom(undefined, 600_000),
  keepsHistory: fc.boolean(),
})

/**
 * Random combinations of faults of any length, compared with the upstream's records: nothing is duplicated or changed,
 * records missing at a viewer are reported as lost, records of the relay are not, and a silent feed is not called live.
 * `path` repeats one combination, as printed by its failure.
 */
export async function expectTruth(options: { runs: number; seed: number; path?: string | undefined }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(combination, async ({ steps, keepsHistory, ...rest }) => {
      const historyDir = keepsHistory ? temporaryFolder() : null
      const world = createFaultWorld({ ...rest, historyDir, delayMs: [1_000, 8_000] })
      try {
        await world.start()
        await runSteps(world, steps)
        await world.pass(SETTLED_MS)
        await world.openLate()
        expect(world.isWell()).toBe(true)
        for (const viewer of world.viewers) {
          expect(unreportedOf(world, viewer)).toEqual([])
          expect(strikesOf(world, viewer).unknown).toEqual([])
          // Strikes loaded from the history after minutes are dropped here.
          const { columns } = viewer.page
          expect(columns.end - columns.first).toBe(viewer.had.strikes.seen.size)
          expect(reportsOf(world, viewer)).toEqual({ lost: [], doubled: [], unknown: [] })
        }
        expect(calledLost(world, await lightningGaps(world))).toEqual([])
        expect(doubledByRelay(world)).toEqual([])
        expect(changedByRelay(world)).toEqual([])
        expect(world.calledLive).toEqual([])
      } finally {
        await world.close()
      }
    }),
    { numRuns: options.runs, seed: options.seed, path: options.path ?? '', endOnFailure: true },
  )
}

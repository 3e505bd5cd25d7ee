import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRow, type Row } from '../../../contract/watch/alarms.ts'
import { createFallback, isSameChange, isServerReachable } from './fallback.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 8)
const SECOND = 1_000

/** A row of a change, by the server or, up to some seconds later, by the page. */
function row(change: number, atS: number): Row {
  const made = {
    id: `ZSPD.r${change}.on.${FROM_MS + atS * SECOND}`,
    stage: 'alarm',
    at: new Date(FROM_MS + atS * SECOND).toISOString(),
    place: { id: 'ZSPD', name: 'ZSPD', nameZh: null, group: 'airports' },
    ladder: 'lightning',
    step: 'up',
    levels: [],
    changed: [`r${change}`],
  } as unknown as Row
  expect(isRow(made)).toBe(true)
  return made
}

it('waits for a server that has just started, or a stream that has just broken', () => {
  const heard = (line: Parameters<typeof isServerReachable>[0], nowMs: number) => isServerReachable(line, nowMs, 0)
  expect([heard({ kind: 'connecting' }, 44_000), heard({ kind: 'connecting' }, 46_000)]).toEqual([true, false])
  const broken = { kind: 'broken', sinceMs: 60_000 } as const
  expect([heard(broken, 74_000), heard(broken, 75_000), heard({ kind: 'live' }, 90_000)]).toEqual([true, false, true])
})

it('loses and repeats no row, for any interruption of the stream', () => {
  const world = fc.record({
    changes: fc.uniqueArray(fc.integer({ min: 1, max: 240 }), { maxLength: 8 }),
    breakS: fc.integer({ min: 1, max: 240 }),
    lastsS: fc.integer({ min: 1, max: 200 }),
    lateS: fc.integer({ min: 0, max: 2 }),
    /** Time from the failure of the stream to its detection. */
    deadS: fc.integer({ min: 0, max: 40 }),
  })
  fc.assert(
    fc.property(world, ({ changes, breakS, lastsS, lateS, deadS }) => {
      const fallback = createFallback()
      const log: Row[] = []
      const told: Row[] = []
      const brokenS = breakS + deadS
      const backS = brokenS + lastsS
      for (let second = 1; second <= 560; second++) {
        const nowMs = FROM_MS + second * SECOND
        const isUp = second < breakS || second >= backS
        // The resumed stream brings the missed rows.
        const sent = changes.filter(
          (atS) => (isUp && atS === second) || (second === backS && atS >= breakS && atS < backS),
        )
        for (const each of sent.map((atS) => row(atS, atS))) {
          if (!told.some((other) => isSameChange(other, each))) told.push(each)
          log.push(each)
        }
        const isBroken = second >= brokenS && second < backS
        const line = isBroken
          ? ({ kind: 'broken', sinceMs: FROM_MS + breakS * SECOND } as const)
          : ({ kind: 'live' } as const)
        const found = changes.filter((atS) => atS + lateS === second).map((atS) => row(atS, atS + lateS))
        const isHeard = isServerReachable(line, nowMs, FROM_MS)
        told.push(...fallback(found, { nowMs, isHeard, told: [...log, ...told] }))
        // The delay is at most the detection time of a dead stream.
        const due = changes.filter((atS) => second - atS > 60 + lateS)
        expect(due.filter((atS) => !told.some(({ changed }) => changed[0] === `r${atS}`))).toEqual([])
      }
      expect(told.map(({ changed }) => changed[0]).toSorted()).toEqual(changes.map((atS) => `r${atS}`).toSorted())
    }),
    { numRuns: 200 },
  )
})

import { expect, it } from 'vitest'
import { createRecordIds } from '../../src/testing/cluster/screen.ts'
import { createFakeClock } from '../../src/testing/fakes/fake-clock.ts'
import { judgeScreens } from './judged-screens.ts'

const SINCE_MS = 1_764_000_010_000

/** The digits of a strike, that many milliseconds after the truth was subscribed. */
const struck = (afterMs: number, lat = 30) => `${SINCE_MS + afterMs}000000 ${lat} 120 0 0 50 100`

/** What screens that have these strikes are judged, where those were sent since the truth was subscribed. */
function judged(sent: readonly string[], ...had: readonly (readonly string[])[]) {
  const ids = createRecordIds()
  const screens = had.map((strikes) => {
    const of = strikes.map(ids.idOf)
    const count = (id: number) => of.filter((each) => each === id).length
    return { count, ids: () => [...new Set(of)], gaps: () => [] }
  })
  const truth = { strikes: new Map(sent.map((digits) => [digits, 1])), sinceMs: SINCE_MS }
  return judgeScreens({ screens, truth, ids, clock: createFakeClock(), settlesWithinMs: 0 })
}

it('accepts strikes that may have been sent before the truth was subscribed', async () => {
  const heard = struck(-4_000)
  const sentBefore = struck(-1_500)
  const later = struck(500)
  const all = await judged([heard, later], [sentBefore, heard, later], [heard, later])
  expect(all).toEqual({ sent: 2, lacking: 0, twice: 0, foreign: [], says: [] })
})

it('says of every strike since then that was not sent', async () => {
  const heard = struck(1)
  const late = struck(60_000)
  const first = struck(1, 30.000001)
  const elsewhere = struck(60_000, 31)
  const { foreign } = await judged([heard, late], [heard, first, late], [heard, late, elsewhere])
  expect(foreign).toEqual([first, elsewhere])
})

it('counts the screens that lack a strike, and those that have one twice, whenever it struck', async () => {
  const sent = [struck(-4_000), struck(500)]
  const { lacking, twice, says } = await judged(sent, sent, [sent[1]!], [sent[0]!, ...sent], [...sent, sent[1]!])
  expect({ lacking, twice }).toEqual({ lacking: 1, twice: 2 })
  expect(says).toEqual([`screen 1 lacks 1: ${sent[0]} … ${sent[0]}; gaps []`])
})

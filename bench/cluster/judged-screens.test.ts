import { expect, it } from 'vitest'
import { createRecordIds } from '../../src/testing/cluster/screen.ts'
import { createFakeClock } from '../../src/testing/fakes/fake-clock.ts'
import { type JudgedScreens, judgeScreens, judgeSettled, type Sent } from './judged-screens.ts'

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
  return judgeScreens({ screens, sent: { sinceMs: SINCE_MS, all: sent, due: sent }, ids })
}

it('accepts strikes that may have been sent before the truth was subscribed', () => {
  const heard = struck(-4_000)
  const sentBefore = struck(-1_500)
  const later = struck(500)
  const all = judged([heard, later], [sentBefore, heard, later], [heard, later])
  expect(all).toEqual({ lacking: 0, twice: 0, foreign: [], says: [] })
})

it('says of every strike since then that was not sent', () => {
  const heard = struck(1)
  const late = struck(60_000)
  const first = struck(1, 30.000001)
  const elsewhere = struck(60_000, 31)
  const { foreign } = judged([heard, late], [heard, first, late], [heard, late, elsewhere])
  expect(foreign).toEqual([first, elsewhere])
})

it('counts the screens that lack a strike, and those that have one twice, whenever it struck', () => {
  const sent = [struck(-4_000), struck(500)]
  const { lacking, twice, says } = judged(sent, sent, [sent[1]!], [sent[0]!, ...sent], [...sent, sent[1]!])
  expect({ lacking, twice }).toEqual({ lacking: 1, twice: 2 })
  expect(says).toEqual([`a screen lacks 1: ${sent[0]} … ${sent[0]}; gaps []`])
})

it('waits for strikes that were sent before the call, and accepts those that a screen has first', async () => {
  const clock = createFakeClock()
  const strikes = new Map([[struck(1), 1]])
  const part = (lacking: number, ...foreign: string[]): JudgedScreens => ({ lacking, twice: 1, foreign, says: [] })
  const asked: Sent[] = []
  const judge = async (sent: Sent) => {
    asked.push(sent)
    strikes.set(struck(2), 1)
    return [part(asked.length === 1 ? 1 : 0), part(0, struck(2), struck(3))]
  }
  const judging = judgeSettled({ judge, truth: { strikes, sinceMs: SINCE_MS }, clock, settlesWithinMs: 60_000 })
  await clock.advance(1_000)
  expect(await judging).toEqual({ sent: 1, lacking: 0, twice: 2, foreign: [struck(3)], says: [] })
  expect(asked.map(({ due, all }) => [due.length, all.length])).toEqual([
    [1, 1],
    [1, 2],
  ])
})

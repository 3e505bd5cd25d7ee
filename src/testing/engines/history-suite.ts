import { describe, expect, it } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import type { History } from '../../server/history/history.ts'
import { recordsSince } from '../../server/history/records-since.ts'
import type { FakeClock } from '../fakes/fake-clock.ts'
import { reportRecord } from '../fakes/fake-source.ts'
import { observed, START_MS, strikeAt } from '../history-kit.ts'

/** A history that keeps at least two hours, on a clock that starts at `START_MS`. */
export interface HistoryUnderTest {
  clock: FakeClock
  history: History
  /** Closes and reopens it; null for an engine without persistence. */
  reopen: (() => Promise<History>) | null
}

/** Rules for every history engine. */
export function registerHistorySuite(name: string, setUp: () => HistoryUnderTest): void {
  const ids = async (history: History, fromMs = 0) => (await recordsSince(history.strikes, fromMs)).map(strikeIdentity)
  const strikes = (...records: StrikeRecord[]) => ({ kind: 'strikes' as const, records })
  const lost = (fromMs: number, toMs: number) => ({ kind: 'lost' as const, feed: 'lightning' as const, fromMs, toMs })

  describe(`a history: ${name}`, () => {
    it('finds records of an earlier write, settled or not', async () => {
      const { history } = setUp()
      const strike = strikeAt(START_MS - SECOND_MS)
      const report = reportRecord({ obs_time: '2026-07-01T07:59:00Z' })
      void history.write(
        strikes(strike),
        { kind: 'reports', records: [report] },
        observed(START_MS - MINUTE_MS, START_MS),
      )
      const found = await Promise.all([
        ids(history),
        Array.fromAsync(history.reports(START_MS - HOUR_MS, START_MS)).then((pieces) => pieces.flat()),
        history.missing('lightning', START_MS - MINUTE_MS, START_MS),
      ])
      expect(found).toEqual([[strikeIdentity(strike)], [report], []])
    })

    it('takes writes in the order of their calls', async () => {
      const { history } = setUp()
      void history.write(observed(START_MS, START_MS + HOUR_MS))
      void history.write(lost(START_MS, START_MS + 10 * MINUTE_MS))
      void history.write(observed(START_MS, START_MS + MINUTE_MS))
      expect(await history.missing('lightning', START_MS, START_MS + HOUR_MS)).toEqual([
        { fromMs: START_MS + MINUTE_MS, toMs: START_MS + 10 * MINUTE_MS },
      ])
      expect(await history.gaps()).toEqual([
        { feed: 'lightning', from: '2026-07-01T08:01:00Z', to: '2026-07-01T08:10:00Z' },
      ])
    })

    it('has each strike once, with every digit, in its minute', async () => {
      const { history } = setUp()
      const first = strikeAt(START_MS - MINUTE_MS, { time: BigInt(START_MS) * 1_000_000n - 1n })
      const second = strikeAt(START_MS)
      await history.write(strikes(first, second, first))
      await history.write(strikes(second))
      expect(await recordsSince(history.strikes, 0)).toEqual([first, second])
      const minute = START_MS / MINUTE_MS
      expect(await history.strikes.minutes(START_MS - MINUTE_MS, START_MS + MINUTE_MS)).toEqual([minute - 1, minute])
      expect([...(await history.strikes.counts(0, START_MS + MINUTE_MS))]).toEqual([
        [minute - 1, 1],
        [minute, 1],
      ])
      expect(await history.strikes.block(minute + 1)).toBeNull()
      expect(await history.strikes.frames(minute + 1)).toBeNull()
      expect(await history.status()).toMatchObject({ duplicates: 2 })
    })

    it('seals a minute once it is final; later arrivals are stored beside it', async () => {
      const { history, clock } = setUp()
      const minute = START_MS / MINUTE_MS
      await history.write(strikes(strikeAt(START_MS)))
      expect(await history.strikes.isSealed(minute)).toBe(false)
      await clock.advance(17 * MINUTE_MS)
      await history.write(strikes(strikeAt(clock.now())))
      await history.maintain()
      expect(await history.strikes.isSealed(minute)).toBe(true)
      const sealed = await history.strikes.sealedFrames(minute)
      await history.write(strikes(strikeAt(START_MS + SECOND_MS)))
      expect(await history.strikes.sealedFrames(minute)).toEqual(sealed)
      expect((await history.strikes.block(minute))?.offsetsNs).toHaveLength(2)
      const late = await history.strikes.late(START_MS, START_MS + MINUTE_MS, 0)
      expect(late?.block.offsetsNs).toHaveLength(1)
      expect(await history.strikes.late(START_MS, START_MS + MINUTE_MS, late!.id)).toBeNull()
    })

    it('keeps nothing from before its horizon', async () => {
      const { history, clock } = setUp()
      await history.write(strikes(strikeAt(START_MS)))
      clock.sleep(7 * DAY_MS)
      await clock.advance(1)
      const young = strikeAt(clock.now())
      await history.write(strikes(young))
      await history.maintain()
      expect(await history.horizonMs()).toBeGreaterThan(START_MS)
      expect(await ids(history)).toEqual([strikeIdentity(young)])
    })

    it('has the last note of each name', async () => {
      const { history } = setUp()
      expect(await history.notes.get('points')).toBeNull()
      void history.notes.set('points', '1')
      void history.notes.set('points', '2')
      expect(await history.notes.get('points')).toBe('2')
    })

    it('deletes notes with a common prefix, except one', async () => {
      const { history } = setUp()
      for (const name of ['answer a', 'answer b', 'points']) void history.notes.set(name, name)
      void history.notes.trim('answer ', 'answer b')
      const found = ['answer a', 'answer b', 'points'].map((name) => history.notes.get(name))
      expect(await Promise.all(found)).toEqual([null, 'answer b', 'points'])
    })

    it('is empty at the very beginning', async () => {
      const { history } = setUp()
      expect(await history.memory.recall()).toEqual({
        coveredMs: { lightning: null, metar: null },
        observed: [],
        gaps: [],
        strikes: [],
        reports: [],
        simulated: null,
        aheadMs: 0,
      })
    })

    it('can be closed twice, and rejects later writes', async () => {
      const { history } = setUp()
      await Promise.all([history.close(), history.close()])
      await history.write(strikes(strikeAt(START_MS)))
      await history.notes.set('points', '1')
      await history.close()
    })

    it('has everything after a restart, including the resume position of a source', async () => {
      const { history, reopen } = setUp()
      if (!reopen) return
      const strike = strikeAt(START_MS - SECOND_MS)
      const report = reportRecord()
      void history.write(
        strikes(strike),
        { kind: 'reports', records: [report] },
        observed(START_MS - MINUTE_MS, START_MS),
      )
      void history.notes.set('points', '7')
      await history.notes.set('answer old', 'x')
      await history.notes.trim('answer ', '')
      expect(await history.memory.learnedSimulated(true)).toBe(true)
      await history.memory.learnedAhead(-90_000.5)
      const again = await reopen()
      expect(await again.memory.recall()).toEqual({
        coveredMs: { lightning: START_MS, metar: null },
        observed: [{ fromMs: START_MS - MINUTE_MS, toMs: START_MS }],
        gaps: [],
        strikes: [strike],
        reports: [report],
        simulated: true,
        aheadMs: -90_000.5,
      })
      expect([await again.notes.get('points'), await again.notes.get('answer old')]).toEqual(['7', null])
      expect(await again.memory.learnedSimulated(true)).toBe(true)
    })

    it('stores forecasts by minute, and their verification by day and place', async () => {
      const { history, reopen } = setUp()
      const { scores } = history
      const body = (text: string) => new TextEncoder().encode(text)
      expect(await scores.verifiedTo()).toBeNull()
      for (const [minute, text] of [
        [7, 'a'],
        [8, 'b'],
        [9, 'c'],
        [8, 'again'],
      ] as const)
        await scores.say(minute, body(text))
      expect(
        await scores.keep(
          0,
          new Map([
            ['', 'all'],
            ['ZSPD', 'one'],
          ]),
          60,
        ),
      ).toBe(true)
      await scores.keep(1, new Map([['', 'all of the next']]), 120)
      await scores.keep(0, new Map([['ZSPD', 'more']]), 180)
      const kept = (reopen ? await reopen() : history).scores
      const told = async () => (await kept.said(7, 9)).map((each) => new TextDecoder().decode(each))
      expect(await told()).toEqual(['a', 'again'])
      expect(await kept.verifiedTo()).toBe(180)
      expect([...(await kept.ofDay(0))].sort()).toEqual([
        ['', 'all'],
        ['ZSPD', 'more'],
      ])
      expect([...(await kept.ofPlace(''))]).toEqual([
        [0, 'all'],
        [1, 'all of the next'],
      ])
      await kept.forget({ minute: 8, day: 1 })
      expect(await told()).toEqual(['again'])
      expect([[...(await kept.ofPlace(''))], await kept.verifiedTo()]).toEqual([[[1, 'all of the next']], 180])
    })

    it('stores sums by kind, place and time, all of a write or nothing', async () => {
      const { history, reopen } = setUp()
      const body = (text: string) => new TextEncoder().encode(text)
      const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
      const sum = (kind: 'day' | 'place', id: string, at: number, text: string) => ({ kind, id, at, body: body(text) })
      expect(await history.sums.keep([sum('day', '', 1, 'a'), sum('day', '', 2, 'b'), sum('place', 'x', 2, 'c')])).toBe(
        true,
      )
      await history.sums.keep([sum('day', '', 2, 'again'), sum('place', 'y', 2, 'd')])
      const broken = [sum('day', '', 1, 'half'), sum('day', '', null as never, 'nothing')]
      expect(await history.sums.keep(broken)).toBe(false)
      const { sums } = reopen ? await reopen() : history
      const days = await sums.between('day', '', 1, 3)
      expect([...days].map(([at, bytes]) => [at, textOf(bytes)])).toEqual([
        [1, 'a'],
        [2, 'again'],
      ])
      expect(await sums.times('day', '')).toEqual([1, 2])
      expect([...(await sums.at('place', 2)).keys()].sort()).toEqual(['x', 'y'])
      expect(await sums.size()).toEqual({ sums: 4, bytes: 1 + 5 + 1 + 1 })
      await sums.forget('day', 2)
      expect(await sums.times('day', '')).toEqual([2])
      expect([...(await sums.at('place', 2)).keys()]).toHaveLength(2)
    })

    it('deletes simulated data when the source becomes real', async () => {
      const { history, reopen } = setUp()
      if (!reopen) return
      await history.write(strikes(strikeAt(START_MS)))
      await history.notes.set('points', '7')
      await history.memory.learnedSimulated(true)
      const again = await reopen()
      expect(await again.memory.learnedSimulated(false)).toBe(false)
      expect([await ids(again), await again.notes.get('points')]).toEqual([[], null])
      expect((await again.memory.recall()).simulated).toBe(false)
    })
  })
}

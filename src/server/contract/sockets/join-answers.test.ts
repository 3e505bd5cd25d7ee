import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { FakeSource, LIVE, reportRecord, strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { createJoinAnswers } from './join-answers.ts'

function setUp() {
  const clock = createFakeClock()
  const source = new FakeSource()
  const asked = vi.spyOn(source, 'strikes')
  return { clock, source, asked, answers: createJoinAnswers({ source, clock }) }
}

const read = ({ plain }: { plain: Uint8Array }) => JSON.parse(new TextDecoder().decode(plain))

describe('the strikes of the last minutes', () => {
  it('are computed once and shared by all subscriptions between two batches', async () => {
    const { asked, answers } = setUp()
    const [one, two] = await Promise.all([answers.strikes(5), answers.strikes(5)])
    expect(await answers.strikes(5)).toBe(one)
    expect(two).toBe(one)
    expect(await answers.strikes(1)).not.toBe(one)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('always contain earlier batches', async () => {
    const { source, answers } = setUp()
    expect(read(await answers.strikes(5)).count).toBe(0)
    source.held = [strikeRecord()]
    source.batch(strikeRecord())
    expect(read(await answers.strikes(5)).count).toBe(1)
  })

  it('are limited to a named box, and to the whole world beyond a number of boxes per second', async () => {
    const { clock, source, answers } = setUp()
    source.held = [strikeRecord({ lat: 31, lon: 121 }), strikeRecord({ lat: 10, lon: 10 })]
    const box = (west: number) => ({ west, south: 30, east: 122, north: 32 })
    expect(read(await answers.strikes(5, box(120)))).toMatchObject({
      count: 1,
      bbox: [120, 30, 122, 32],
      data: [{ lon: 121 }],
    })
    for (let i = 1; i < 32; i++) expect(read(await answers.strikes(5, box(120 + i / 100))).count).toBe(1)
    expect(read(await answers.strikes(5, box(119)))).toMatchObject({ count: 2 })
    expect(read(await answers.strikes(5, box(119)))).not.toHaveProperty('bbox')
    source.held = [...source.held, strikeRecord({ lat: 31, lon: 121.5 })]
    source.batch(strikeRecord())
    expect(read(await answers.strikes(5, box(120))).count).toBe(2)
    await clock.advance(1_000)
    expect(read(await answers.strikes(5, box(119))).count).toBe(2)
  })

  it('are created one after the other, at any speed, and shared by all concurrent requests', async () => {
    const { clock, source, asked, answers } = setUp()
    const begun: { minutes: number; end: () => void }[] = []
    asked.mockImplementation((minutes) => {
      return new Promise((resolve) => begun.push({ minutes, end: () => resolve(source.held) }))
    })
    const told = [answers.strikes(5)]
    await clock.advance(0)
    for (let batches = 0; batches < 10; batches++) {
      source.held = [...source.held, strikeRecord()]
      source.batch(strikeRecord())
      told.push(answers.strikes(5), answers.strikes(1))
      await clock.advance(0)
    }
    expect(begun.map(({ minutes }) => minutes)).toEqual([5])
    for (let made = 0; made < 3; made++) {
      begun[made]!.end()
      await clock.advance(0)
    }
    expect(begun.map(({ minutes }) => minutes)).toEqual([5, 5, 1])
    const counts = (await Promise.all(told)).map((answer) => read(answer).count)
    expect(counts.slice(1)).toEqual(Array.from({ length: 20 }, () => 10))
    expect(new Set(await Promise.all(told)).size).toBe(3)
  })

  it('are at most a second old while nothing is sent', async () => {
    const { clock, asked, answers } = setUp()
    await answers.strikes(5)
    await clock.advance(1_000)
    await answers.strikes(5)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('are computed each time if connections end at the page, which receives a batch before the server', async () => {
    const { source, asked, answers } = setUp()
    source.link = { lightning: { ...LIVE, state: 'off' }, metar: LIVE }
    await answers.strikes(5)
    await answers.strikes(5)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('are requested again after a failure', async () => {
    const { asked, answers } = setUp()
    asked.mockRejectedValueOnce(new Error('no'))
    await expect(answers.strikes(5)).rejects.toThrow('no')
    expect(read(await answers.strikes(5)).count).toBe(0)
  })

  it('are compressed once, to the same body', async () => {
    const { answers } = setUp()
    const answer = await answers.strikes(5)
    expect(await answer.gzipped()).toBe(await answer.gzipped())
    expect(gunzipSync(await answer.gzipped()).equals(answer.plain)).toBe(true)
  })
})

it('the latest reports are serialised once and shared by all subscriptions between two of them, with and without parsed values', async () => {
  const { source, answers } = setUp()
  source.reports = [reportRecord()]
  const one = await answers.reports(true)
  expect(await answers.reports(true)).toBe(one)
  expect(read(one).data[0].parsed.kind).toBe('METAR')
  expect(read(await answers.reports(false)).data[0].parsed).toBeUndefined()

  source.reports = [reportRecord(), reportRecord({ icao: 'ZBAA' })]
  source.emitReports({ kind: 'reports', records: [reportRecord({ icao: 'ZBAA' })] })
  expect(read(await answers.reports(true)).data).toHaveLength(2)
})

describe('a minute without known data', () => {
  function unknown() {
    const world = setUp()
    let isObserved = false
    const source = Object.assign(world.source, {
      notObserved: (fromMs: number, toMs: number) => (isObserved ? [] : [{ fromMs, toMs }]),
    })
    return { ...world, source, observe: () => (isObserved = true), forget: () => (isObserved = false) }
  }

  it('is waited for after a start, until the first batch', async () => {
    const { clock, source, answers, observe } = unknown()
    const asked = Promise.all([answers.isUnknown(1), answers.isUnknown(5)])
    await clock.advance(1_000)
    source.batch()
    observe()
    source.batch()
    expect(await asked).toEqual([false, false])
  })

  it('is awaited if the feed has responded without data yet', async () => {
    const { clock, source, answers, observe } = unknown()
    source.link = { lightning: { ...LIVE, lastMessageAt: '2026-07-01T07:00:00Z' }, metar: LIVE }
    const asked = answers.isUnknown(1)
    await clock.advance(1_000)
    observe()
    source.batch()
    expect(await asked).toBe(false)
  })

  it('is waited for ten seconds at most', async () => {
    const { clock, answers } = unknown()
    const asked = answers.isUnknown(1)
    await clock.advance(10_001)
    expect(await asked).toBe(true)
  })

  it('is reported at once after earlier observation', async () => {
    const { source, answers, observe, forget } = unknown()
    observe()
    source.batch()
    forget()
    expect(await answers.isUnknown(1)).toBe(true)
  })
})

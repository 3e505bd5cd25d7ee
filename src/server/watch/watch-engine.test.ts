import { describe, expect, it } from 'vitest'
import { isRow, type Row } from '../../contract/watch/alarms.ts'
import { settle } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, LIVE, reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'

const HOLD_S = 10 * 60 + 2

type World = Awaited<ReturnType<typeof setUpWatch>>

async function rows(world: World): Promise<Row[]> {
  return (await world.history.watch.alarms({ afterRev: 0, limit: 1_000 })).map(({ alarm }) => alarm).filter(isRow)
}

/** `golf r16.on up`. */
async function lines(world: World): Promise<string[]> {
  return (await rows(world)).map(({ id, place, step }) => {
    const [, level, kind] = id.split('.')
    return `${place?.id ?? '-'} ${level}.${kind} ${step}`
  })
}

const ALL_ON = 'golf r5.on up'
const ALL_OFF = 'golf r5.off end'

describe('lightning at a place', () => {
  it('turns levels on from the outside in, and ends each after its hold time', async () => {
    const world = await setUpWatch()
    await world.run(30 * 60)
    world.strike(20)
    world.strike(12)
    await world.run(60)
    world.strike(7)
    world.strike(4, 500)
    await world.run(60)
    world.strike(12)
    await world.run(HOLD_S - 10)
    const before = ['golf r16.on up', 'golf r8.on up', 'golf r5.on up']
    expect(await lines(world)).toEqual([...before, 'golf r5.off down', 'golf r8.off down'])
    await world.run(10)
    expect((await lines(world)).slice(5)).toEqual(['golf r16.off end'])
    const [outer, , inner] = await rows(world)
    expect(outer).toMatchObject({ distanceKm: 12, watched: 1, simulated: true, details: { ringKm: 16, holdMin: 10 } })
    expect(outer).toMatchObject({ stage: 'alert', level: 'r16', state: 'on', before: { level: null, state: 'off' } })
    expect(inner).toMatchObject({ stage: 'alarm', distanceKm: 4, details: { ringKm: 5 } })
    expect((await rows(world)).at(-1)).toMatchObject({ stage: 'quiet', durations: { incidentMin: 12 } })
    expect(outer!.link).toMatch(/^https:\/\/map\.example\.com\/\?t=2026-07-01T08%3A30%3A\d\dZ&place=golf#9\/31\/121$/)
  })

  it('turns all levels on by one near strike, in one row, and the innermost again after it ended', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(1)
    expect(await lines(world)).toEqual([ALL_ON])
    for (let minute = 0; minute < 12; minute++) {
      await world.run(60)
      world.strike(12)
    }
    world.strike(1)
    expect(await lines(world)).toEqual([ALL_ON, 'golf r5.off down', 'golf r5.on up'])
  })

  it('is found in the log by step, ladder and level, also where the write waits', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    await world.run(60)
    world.strike(4)
    await world.run(HOLD_S + 60)
    const stages = async (query: object) =>
      (await world.history.watch.alarms({ limit: 10, ...query })).map(({ alarm }) => alarm.stage)
    expect(await stages({ steps: ['up'] })).toEqual(['alarm', 'alert'])
    expect(await stages({ steps: ['end'], ladder: 'lightning' })).toEqual(['quiet'])
    expect(await stages({ levels: ['r5'] })).toEqual(['quiet', 'alarm'])
    expect(await stages({ levels: ['r16'], steps: ['up'] })).toEqual(['alarm', 'alert'].slice(1))
    expect(await stages({ ladder: 'weather' })).toEqual([])
  })

  it('ignores strikes before the hold time, and repeated ones', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(4, 11 * 60_000)
    expect(await lines(world)).toEqual([])
    world.strike(4)
    world.strike(4)
    await world.run(HOLD_S)
    world.strike(4, HOLD_S * 1_000)
    expect(await lines(world)).toEqual([ALL_ON, ALL_OFF])
  })

  it('ends nothing while data are missing: a gap is reported once, shared by all places, and restarts the hold time', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    await world.run(60)
    const lostMs = world.clock.now()
    await world.silence(300)
    expect(await lines(world)).toEqual(['golf r16.on up', '- lightning.gap observation'])
    const [state] = world.watch.engine.states()
    expect(state).toMatchObject({ observed: { now: false }, state: 'on' })
    expect(Math.abs(Date.parse(state!.observed.since!) - lostMs)).toBeLessThan(1_000)
    expect((await rows(world)).at(-1)!.observed).toEqual(state!.observed)
    expect(world.watch.engine.states()[0]!.levels.map(({ end }) => end)).toEqual([null, null, null])
    await world.run(9 * 60)
    const told = ['golf r16.on up', '- lightning.gap observation', '- lightning.seen observation']
    expect(await lines(world)).toEqual(told)
    await world.run(70)
    expect(await lines(world)).toEqual([...told, 'golf r16.off end'])
    expect((await rows(world))[2]).toMatchObject({ place: null, feed: 'lightning', observed: { now: true } })
  })

  it('reports no gap that is backfilled within half a minute', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    const { clock, source } = world
    const brokenMs = clock.now()
    await clock.advance(25_000)
    source.emitStrikes({ kind: 'observed', fromMs: brokenMs - 1_000, toMs: clock.now() })
    await world.run(30)
    expect(await lines(world)).toEqual(['golf r16.on up'])
  })

  it('states since when data are unbroken, also in a gap that is not yet reported, and none before the first data', async () => {
    const world = await setUpWatch()
    const { clock, watch } = world
    const startMs = clock.now()
    const sinceS = () => Math.round((Date.parse(watch.engine.observed().lightning.since ?? '') - startMs) / 1_000) + 0
    expect(sinceS()).toBe(0)
    await clock.advance(20_000)
    expect(sinceS()).toBe(20)
    await world.silence(0)
    await world.run(60)
    expect(sinceS()).toBe(20)
    await world.silence(10)
    expect(watch.engine.observed().lightning.now).toBe(true)
    expect(sinceS()).toBe(20)
    await world.run(60)
    expect(sinceS()).toBe(90)
  })

  it('is raised for lines and areas by the distance from their edge', async () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [120, 31.2],
        [122, 31.2],
      ],
    } as const
    const world = await setUpWatch({ places: [placeOf('line', { geometry: line, ringsKm: [10] })] })
    await world.run(10)
    world.strike(11)
    expect(await world.log()).toEqual([])
    world.strike(13)
    expect((await rows(world)).map(({ stage, distanceKm }) => [stage, distanceKm])).toEqual([['alarm', 9.6]])
  })

  it('is raised within the hours of a place, also for what struck a moment before them', async () => {
    const world = await setUpWatch({ places: [placeOf('golf', { hours: '08:10-20:00' })] })
    await world.run(9 * 60)
    world.strike(12)
    expect(await world.log()).toEqual([])
    await world.run(62)
    expect(await lines(world)).toEqual(['golf r16.on up'])
  })

  it('counts strikes before a start in batches, yielding to live ones', async () => {
    const world = await setUpWatch({ places: [] })
    await world.run(60)
    const time = (i: number) => BigInt(Math.floor((world.clock.now() - i) * 1e6))
    world.source.batch(...Array.from({ length: 3_000 }, (_, i) => strikeRecord({ time: time(i), lat: 40 })))
    world.strike(12) // the last strike of its minute
    world.guard([placeOf('golf')])
    await settle()
    expect(await world.log()).toEqual([])
    await world.run(1)
    expect(await lines(world)).toEqual(['golf r16.on up'])
  })

  it('continues at unchanged places when others are added, including earlier strikes', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    world.strike(1, 0, 1)
    world.guard([placeOf('golf'), placeOf('farm', {}, 1)])
    await world.run(2)
    expect(await lines(world)).toEqual(['golf r16.on up', 'farm r5.on up'])
    world.guard([placeOf('farm', {}, 1)])
    await world.run(HOLD_S)
    expect((await lines(world)).slice(2)).toEqual(['golf r16.removed end', 'farm r5.off end'])
  })

  it('ends a level of a removed ring, and uses the strikes within the new ones', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(3)
    await world.run(60)
    world.guard([placeOf('golf', { ringsKm: [1, 20] })])
    await world.run(2)
    expect(await lines(world)).toEqual([ALL_ON, 'golf r20.changed up'])
    const [state] = world.watch.engine.states()
    expect(state!.levels.map(({ id, state: each }) => `${id} ${each}`)).toEqual(['r1 off', 'r20 on'])
    await world.run(HOLD_S)
    expect((await lines(world)).slice(2)).toEqual(['golf r20.off end'])
  })
})

describe('a restart', () => {
  it('resumes, and reports the gap that was not backfilled', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(4)
    await world.run(60)
    await world.reopen()
    await world.run(10)
    expect(await lines(world)).toEqual([ALL_ON])
    await world.reopen()
    await world.silence(600)
    await world.run(10)
    const told = [ALL_ON, '- lightning.gap observation', '- lightning.seen observation']
    expect(await lines(world)).toEqual(told)
    await world.reopen()
    await world.run(HOLD_S)
    expect(await lines(world)).toEqual([...told, ALL_OFF])
  })

  it('ends the levels of a place that went while no process ran', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(4)
    await world.run(5)
    await world.watch.close()
    world.guard([placeOf('farm', {}, 1)])
    await world.reopen()
    await world.run(5)
    expect(await lines(world)).toEqual([ALL_ON, 'golf r5.removed end'])
    expect((await rows(world))[1]).toMatchObject({
      place: { name: 'Place golf' },
      stage: 'quiet',
      incident: expect.any(String),
    })
    expect([...(await world.history.watch.states('level/')).keys()]).not.toContain('golf')
  })

  it('counts recorded strikes that were not evaluated', async () => {
    const world = await setUpWatch()
    await world.run(60)
    await world.watch.close()
    world.strike(4)
    await world.run(5)
    expect(await lines(world)).toEqual([])
    await world.reopen()
    await world.run(5)
    expect(await lines(world)).toEqual([ALL_ON])
  })
})

it('has the stage of an alarm at a place with one ring', async () => {
  const world = await setUpWatch({ places: [placeOf('line', { ringsKm: [10] })] })
  await world.run(5)
  world.strike(9)
  await world.run(5)
  world.strike(2)
  await world.run(HOLD_S + 5)
  expect(await world.log()).toEqual(['line alarm', 'line quiet'])
})

describe('alarms other than lightning', () => {
  it('raises deteriorations at a guarded airport', async () => {
    const world = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' })] })
    const report = (minute: string, text: string) => {
      const raw_metar = `METAR ZSPD 0108${minute}Z ${text}`
      world.source.emitReports({
        kind: 'reports',
        records: [reportRecord({ raw_metar, obs_time: `2026-07-01T08:${minute}:00Z` }), reportRecord({ icao: 'ZBAA' })],
      })
    }
    report('00', '12004MPS 9999 FEW030 28/22 Q1008')
    expect(await world.log()).toEqual([])
    report('10', '12004G20MPS 0800 BKN003 28/22 Q1008')
    expect(await lines(world)).toEqual(['ZSPD ifr.on up'])
    const [row] = await rows(world)
    expect(row).toMatchObject({ stage: 'category', ladder: 'weather', level: 'ifr', details: { category: 'ifr' } })
    expect(row!.changed).toEqual(['ifr', 'mvfr', 'wind', 'visibility', 'ceiling'])
    await world.reopen()
    report('10', '12004G20MPS 0800 BKN003 28/22 Q1008')
    await world.clock.advance(90 * 60_000)
    const others = (await rows(world)).slice(1).filter(({ place }) => place !== null)
    expect(others.map(({ id }) => id)).toEqual([`ZSPD.weather.overdue.${Date.UTC(2026, 6, 1, 8, 10)}`])
  })

  it('ends a weather level ten minutes after the first report that does not meet it', async () => {
    const world = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' })] })
    const report = (minute: string, text: string) => {
      const raw_metar = `METAR ZSPD 0108${minute}Z ${text}`
      const obs_time = `2026-07-01T08:${minute}:00Z`
      world.source.emitReports({
        kind: 'reports',
        records: [reportRecord({ raw_metar, obs_time, arrived_at: obs_time })],
      })
    }
    report('00', '12004MPS 9999 FEW030 28/22 Q1008')
    report('10', '12020MPS 9999 FEW030 28/22 Q1008')
    await world.run(21 * 60)
    report('20', '12004MPS 9999 FEW030 28/22 Q1008')
    await world.run(8 * 60)
    expect(await lines(world)).toEqual(['ZSPD wind.on up'])
    await world.run(2 * 60)
    expect(await lines(world)).toEqual(['ZSPD wind.on up', 'ZSPD wind.off end'])
  })

  it('knows after a restart the reports from before, and when the next is overdue', async () => {
    const world = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' })] })
    const obs_time = '2026-07-01T08:00:00Z'
    const records = [reportRecord({ raw_metar: 'METAR ZSPD 010800Z 12004MPS 9999 FEW030 28/22 Q1008', obs_time })]
    world.source.emitReports({ kind: 'reports', records })
    await world.run(5)
    const source = new FakeSource()
    source.reports = records
    await world.reopen({ source })
    await world.clock.advance(60_000)
    const [weather] = world.watch.engine.states(['ZSPD']).filter(({ ladder }) => ladder === 'weather')
    expect(weather!.observed).toEqual({ now: true, since: '2026-07-01T08:00:00.000Z' })
    await world.clock.advance(90 * 60_000)
    const ofPlace = (await rows(world)).filter(({ place }) => place !== null)
    expect(ofPlace.map(({ id }) => id)).toEqual([`ZSPD.weather.overdue.${Date.parse(obs_time)}`])
  })

  it('accepts reports from before the list of airports, without a row for the first', async () => {
    const world = await setUpWatch({ places: [] })
    const raw_metar = 'METAR ZSPD 010800Z 12020MPS 9999 FEW030 28/22 Q1008'
    world.source.emitReports({ kind: 'reports', records: [reportRecord({ raw_metar })] })
    await world.run(65)
    expect(await world.log()).toEqual([])
    world.guard([placeOf('ZSPD', { group: 'airports' })])
    await world.run(65)
    expect(await lines(world)).toEqual([])
    expect(world.watch.engine.states()[0]).toMatchObject({ ladder: 'weather', level: 'wind', state: 'on' })
  })

  it('reports a feed without data once, after half a minute, and its recovery', async () => {
    const world = await setUpWatch()
    world.source.link = { lightning: LIVE, metar: { ...LIVE, state: 'down' } }
    await world.run(28)
    expect(await lines(world)).toEqual([])
    await world.run(5)
    expect(await lines(world)).toEqual(['- reports.gap observation'])
    world.source.link = { lightning: LIVE, metar: LIVE }
    await world.run(5)
    expect(await lines(world)).toEqual(['- reports.gap observation', '- reports.seen observation'])
    expect((await rows(world))[0]).toMatchObject({ stage: 'not-watched', feed: 'reports', observed: { now: false } })
  })

  it('reports an expectation once, with its arrival, its lapse, and the next one', async () => {
    const place = placeOf('golf')
    const at = (ms: number) => new Date(ms).toISOString()
    let arrives = true
    const world = await setUpWatch({
      nowcast: {
        latest() {
          const atMs = Math.floor(world.clock.now() / 60_000) * 60_000
          const arrival = { earliest: at(atMs), likely: at(atMs + 900_000), latest: at(atMs) }
          const chances = [0, 0, 0.1, 0.9]
          const ring = {
            chances,
            shipped: chances,
            inProgress: false,
            arrival: arrives ? arrival : null,
            stormId: null,
            next: null,
          }
          const rings = place.ringsKm.map(() => ring)
          const guarded = { place, rings: place.ringsKm.map((ringKm) => ({ ringKm })) as never }
          return {
            outlook: { atMs, observed: [1, 1, 1], storms: [], rings, isWatched: true },
            places: [guarded],
            isObserved: true,
          }
        },
      },
    })
    await world.run(20 * 60)
    expect(await lines(world)).toEqual(['golf r16.expected expected'])
    expect((await rows(world))[0]).toMatchObject({
      stage: 'approach',
      arrival: { likely: expect.any(String) },
      state: 'expected',
    })
    arrives = false
    await world.run(40 * 60)
    arrives = true
    await world.run(2 * 60)
    const expected = 'golf r16.expected expected'
    expect(await lines(world)).toEqual([expected, 'golf r16.lapsed lapsed', expected])
  })
})

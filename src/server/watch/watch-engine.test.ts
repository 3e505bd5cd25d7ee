import { describe, expect, it } from 'vitest'
import { alarmSchema } from '../../contract/watch/alarms.ts'
import { settle } from '../../testing/fakes/fake-clock.ts'
import { LIVE, reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'

const HOLD_S = 10 * 60 + 2

async function alarms(world: Awaited<ReturnType<typeof setUpWatch>>) {
  return (await world.history.watch.alarms({ afterRev: 0, limit: 1_000 })).map(({ alarm }) => alarmSchema.parse(alarm))
}

describe('lightning at a place', () => {
  it('raises alert in the largest ring, alarm in the smallest, and quiet after the hold time', async () => {
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
    expect(await world.log()).toEqual(['golf alert', 'golf alarm'])
    await world.run(10)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm', 'golf quiet'])
    const [alert, alarm, quiet] = await alarms(world)
    expect(alert).toMatchObject({ distanceKm: 12, watched: 1, simulated: true, details: { ringKm: 16, holdMin: 10 } })
    expect(alarm).toMatchObject({ distanceKm: 4, details: { ringKm: 5 } })
    expect(quiet!.struckAt! < quiet!.at).toBe(true)
    expect(alert!.link).toMatch(/^https:\/\/map\.example\.com\/\?t=2026-07-01T08%3A30%3A\d\dZ&place=golf#9\/31\/121$/)
  })

  it('raises both at once where the first strike is near, and again when the smallest ring was quiet in between', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(1)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm'])
    for (let minute = 0; minute < 12; minute++) {
      await world.run(60)
      world.strike(12)
    }
    world.strike(1)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm', 'golf alarm'])
  })

  it('raises nothing of what struck before the hold time, or is told again', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(4, 11 * 60_000)
    expect(await world.log()).toEqual([])
    world.strike(4)
    world.strike(4)
    await world.run(HOLD_S)
    world.strike(4, HOLD_S * 1_000)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm', 'golf quiet'])
  })

  it('ends nothing for want of sight: it says that there was none, once, and begins the hold time anew', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    await world.run(60)
    await world.silence(300)
    expect(await world.log()).toEqual(['golf alert', 'golf not-watched'])
    await world.run(9 * 60)
    expect(await world.log()).toEqual(['golf alert', 'golf not-watched'])
    await world.run(70)
    expect(await world.log()).toEqual(['golf alert', 'golf not-watched', 'golf quiet'])
    expect((await alarms(world))[1]).toMatchObject({ stage: 'not-watched', watched: expect.closeTo(0.2, 2) })
  })

  it('says nothing of a break that is made up for within half a minute', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    const { clock, source } = world
    const brokenMs = clock.now()
    await clock.advance(25_000)
    source.emitStrikes({ kind: 'observed', fromMs: brokenMs - 1_000, toMs: clock.now() })
    await world.run(30)
    expect(await world.log()).toEqual(['golf alert'])
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
    expect((await alarms(world)).map(({ stage, distanceKm }) => [stage, distanceKm])).toEqual([['alarm', 9.6]])
  })

  it('is raised within the hours of a place, also for what struck a moment before them', async () => {
    const world = await setUpWatch({ places: [placeOf('golf', { hours: '08:10-20:00' })] })
    await world.run(9 * 60)
    world.strike(12)
    expect(await world.log()).toEqual([])
    await world.run(62)
    expect(await world.log()).toEqual(['golf alert'])
  })

  it('counts what struck before a start some strikes at a time, so that what is live has its turn', async () => {
    const world = await setUpWatch({ places: [] })
    await world.run(60)
    const time = (i: number) => BigInt(Math.floor((world.clock.now() - i) * 1e6))
    world.source.batch(...Array.from({ length: 3_000 }, (_, i) => strikeRecord({ time: time(i), lat: 40 })))
    world.strike(12) // the last of its minute
    world.guard([placeOf('golf')])
    await settle()
    expect(await world.log()).toEqual([])
    await world.run(1)
    expect(await world.log()).toEqual(['golf alert'])
  })

  it('goes on at places that stay when others come, and counts what struck there before', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(12)
    world.strike(1, 0, 1)
    world.guard([placeOf('golf'), placeOf('farm', {}, 1)])
    await world.run(2)
    expect(await world.log()).toEqual(['golf alert', 'farm alert', 'farm alarm'])
    world.guard([placeOf('farm', {}, 1)])
    await world.run(HOLD_S)
    expect(await world.log()).toEqual(['golf alert', 'farm alert', 'farm alarm', 'farm quiet'])
  })
})

describe('a restart', () => {
  it('goes on where it was, and tells of what could not be seen meanwhile', async () => {
    const world = await setUpWatch()
    await world.run(60)
    world.strike(4)
    await world.run(60)
    await world.reopen()
    await world.run(10)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm'])
    await world.reopen()
    await world.silence(600)
    await world.run(10)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm', 'golf not-watched'])
    await world.reopen()
    await world.run(HOLD_S)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm', 'golf not-watched', 'golf quiet'])
  })

  it('raises what was recorded and not raised any more', async () => {
    const world = await setUpWatch()
    await world.run(60)
    await world.watch.close()
    world.strike(4)
    await world.run(5)
    expect(await world.log()).toEqual([])
    await world.reopen()
    await world.run(5)
    expect(await world.log()).toEqual(['golf alert', 'golf alarm'])
  })
})

it('raises one alarm, and no alert beside it, at a place with one ring', async () => {
  const world = await setUpWatch({ places: [placeOf('line', { ringsKm: [10] })] })
  await world.run(5)
  world.strike(9)
  await world.run(5)
  world.strike(2)
  await world.run(HOLD_S + 5)
  expect(await world.log()).toEqual(['line alarm', 'line quiet'])
})

describe('what is not of lightning', () => {
  it('raises what became worse at a guarded airport', async () => {
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
    expect(await world.log()).toEqual(['ZSPD category', 'ZSPD wind', 'ZSPD visibility', 'ZSPD ceiling'])
    expect((await alarms(world)).find(({ stage }) => stage === 'ceiling')!.details.m).toBe(91) // 300 ft
    await world.reopen()
    report('10', '12004G20MPS 0800 BKN003 28/22 Q1008')
    await world.clock.advance(90 * 60_000)
    expect((await world.log()).slice(4)).toEqual(['ZSPD overdue'])
  })

  it('judges reports that came before the list of airports', async () => {
    const world = await setUpWatch({ places: [] })
    const raw_metar = 'METAR ZSPD 010800Z 12020MPS 9999 FEW030 28/22 Q1008'
    world.source.emitReports({ kind: 'reports', records: [reportRecord({ raw_metar })] })
    await world.run(65)
    expect(await world.log()).toEqual([])
    world.guard([placeOf('ZSPD', { group: 'airports' })])
    await world.run(65)
    expect(await world.log()).toEqual(['ZSPD wind'])
  })

  it('tells once of a line that has been away for a minute', async () => {
    const world = await setUpWatch()
    world.source.link = { lightning: { ...LIVE, state: 'down' }, metar: LIVE }
    await world.clock.advance(55_000)
    expect(await world.log()).toEqual([])
    await world.clock.advance(10_000)
    expect(await world.log()).toEqual(['- feed-lost'])
    expect((await alarms(world))[0]!.details).toEqual({ feed: 'lightning' })
  })

  it('tells of an approach once, with its arrival, until it was gone for long', async () => {
    const place = placeOf('golf')
    const at = (ms: number) => new Date(ms).toISOString()
    let arrives = true
    const world = await setUpWatch({
      nowcast: {
        latest() {
          const atMs = Math.floor(world.clock.now() / 60_000) * 60_000
          const arrival = { earliest: at(atMs), likely: at(atMs + 900_000), latest: at(atMs), core: null, passed: null }
          const chances = [0, 0, 0.1, 0.9]
          const ring = { chances, shipped: chances, arrival: arrives ? arrival : null, stormId: null }
          const rings = place.ringsKm.map(() => ring)
          const guarded = { place, rings: place.ringsKm.map((ringKm) => ({ ringKm })) as never }
          return { outlook: { atMs, storms: [], rings, isWatched: true }, places: [guarded], isObserved: true }
        },
      },
    })
    await world.run(20 * 60)
    expect(await world.log()).toEqual(['golf approach'])
    expect((await alarms(world))[0]!.arrival).toMatchObject({ core: null })
    arrives = false
    await world.run(40 * 60)
    arrives = true
    await world.run(2 * 60)
    expect(await world.log()).toEqual(['golf approach', 'golf approach'])
  })
})

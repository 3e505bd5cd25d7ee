import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { alarmSheetSchema } from '../../contract/verification/alarm-sheet.ts'
import { verificationSchema } from '../../contract/verification/verification.ts'
import { destination, distanceKm } from '../../core/geo/geo.ts'
import type { Place } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { observed, START_MS } from '../../testing/history-kit.ts'
import { levelOf } from '../../testing/levels/level-world.ts'
import { type PlainForecast, plainAlarms, plainChances, plainScores } from '../../testing/verification/plain-scores.ts'
import { createLog } from '../config/log.ts'
import { createSqliteHistory } from '../history/sqlite/sqlite-history.ts'
import { createNoNowcast, type Look } from '../nowcast/nowcast-service.ts'
import { openVerification, type Verification } from './verification.ts'

// A month of storms over three places, forecast well and badly, with gaps; and the same by a slow, plain computation.

const DAYS = 30
const LENGTH_S = DAYS * 86_400
const FROM_MS = START_MS - LENGTH_S * 1_000
const RINGS = [8, 16]
const PLACES = [
  { id: 'ZSPD', at: { lat: 31, lon: 121 } },
  { id: 'ZGSZ', at: { lat: 22.6, lon: 113.8 } },
  { id: 'golf', at: { lat: 31.05, lon: 121.1 } },
]
const random = seededRandom('a month')
const utc = (second: number) => new Date(FROM_MS + second * 1_000).toISOString()

const placeOf = ({ id, at }: (typeof PLACES)[number]): Place => ({
  id,
  name: id,
  nameZh: null,
  geometry: { type: 'Point', coordinates: [at.lon, at.lat] },
  ringsKm: RINGS,
  holdMin: 30,
  group: null,
  timeZone: null,
  hours: null,
})

/** Storms of one to three hours, each around one of the places; strikes in whole seconds. */
const storms = Array.from({ length: 14 }, (_, i) => ({
  fromS: Math.floor((i + 0.2 + random() * 0.6) * (LENGTH_S / 14)),
  lengthS: 3_600 + Math.floor(random() * 7_200),
  around: PLACES[Math.floor(random() * PLACES.length)]!.at,
}))
const gaps = [3, 6, 9].map((i) => ({ fromS: storms[i]!.fromS + 1_500, toS: storms[i]!.fromS + 2_100 }))
const lost = new Set(gaps.flatMap(({ fromS, toS }) => Array.from({ length: toS - fromS }, (_, i) => fromS + i)))
const isObserved = (second: number) => second >= 0 && !lost.has(second)
const strikes = storms.flatMap(({ fromS, lengthS, around }) =>
  Array.from({ length: 40 }, () => ({
    second: fromS + Math.floor(random() * lengthS),
    ...destination(around, random() * 360, random() * 30),
  })),
)
strikes.sort((a, b) => a.second - b.second)
/** Strikes that may be in a ring count as inside. */
const widened = <Rule extends { ringKm: number; alarmKm: number }>(rule: Rule, errorKm: number): Rule => ({
  ...rule,
  ringKm: rule.ringKm + errorKm,
  alarmKm: rule.alarmKm + errorKm,
})
const kmsOf = (at: { lat: number; lon: number }) =>
  strikes.map(({ second, lat, lon }) => ({ second, km: distanceKm(at, { lat, lon }) }))

/** A forecast each minute from an hour before each storm until an hour after it. */
const looks = storms.flatMap(({ fromS, lengthS }) => {
  const first = Math.ceil((fromS - 3_600) / 60)
  return Array.from({ length: Math.ceil((lengthS + 7_200) / 60) }, (_, i) => (first + i) * 60)
})
const said = new Map<string, PlainForecast[]>(PLACES.flatMap(({ id }) => RINGS.map((km) => [`${id} ${km}`, []])))
const rings = PLACES.map((each) => {
  const shape = shapeOf(placeOf(each).geometry)
  return { place: placeOf(each), rings: RINGS.map((ringKm) => ({ shape, ringKm })) }
})

/** A forecast: for some places, none for others, and unknown if the last minutes were not observed. */
function lookAt(atS: number): Look {
  const isKnown = isObserved(atS - 1) && isObserved(atS - 300) && isObserved(atS - 590)
  const outlooks = PLACES.flatMap(({ id }) => {
    // The forecast changes each 25 minutes, and fluctuates slightly.
    const ofWhile = seededRandom(`${id} ${Math.floor(atS / 1_500)}`)
    const isTold = isKnown && ofWhile() < 0.7
    const level = ofWhile()
    return RINGS.map((km) => {
      const steps = HORIZONS_MIN.map((_, h) => Math.round(level * (6_000 + 900 * h) + random() * 400 + 300) / 10_000)
      const told = isTold ? steps : HORIZONS_MIN.map(() => (isKnown ? 0.001 : null))
      const chances = isKnown ? (told as number[]) : null
      said.get(`${id} ${km}`)!.push({ atS, isObserved: isKnown, told: isTold ? steps : null })
      return { chances, shipped: chances, inProgress: false, arrival: null, stormId: null, next: null }
    })
  })
  const atMs = FROM_MS + atS * 1_000
  return {
    outlook: { atMs, isWatched: isKnown, observed: [1, 1, 1], storms: [], rings: outlooks },
    places: rings,
    isObserved: isKnown,
  }
}

/** Created once, because forecasts are recorded. */
const told = looks.map((atS) => ({ atS, look: lookAt(atS) }))

/** `errorKm`: location accuracy of strikes; null if unknown. */
async function setUp(errorKm: number | null) {
  const clock = createFakeClock()
  const log = createLog('silent', { write() {} })
  const dir = mkdtempSync(join(tmpdir(), 'brontide-month-'))
  const history = createSqliteHistory({ dir, name: 'month.sqlite', hours: (DAYS + 3) * 24, clock, log })
  const end = async () => {
    verification.close()
    await history.close()
    rmSync(dir, { recursive: true })
  }
  const heard = new Emitter<Look>()
  let nowMs = FROM_MS
  const verification = openVerification({
    nowcast: { ...createNoNowcast(), onLook: (listener) => heard.subscribe(listener) },
    places: { list: () => PLACES.map(placeOf) },
    source: { simulated: true, nowMs: () => nowMs },
    history,
    log,
    keepDays: 400,
    locationErrorKm: errorKm,
    // Work on the past takes no time here, and never rests.
    clock: { ...clock, monotonicMs: () => 0 },
  })
  const records = strikes.map(({ second, lat, lon }, i): StrikeRecord => {
    return strikeRecord({ time: BigInt(FROM_MS + second * 1_000) * 1_000_000n + BigInt(i), lat, lon })
  })
  let sinceS = 0
  for (const { fromS, toS } of [...gaps, { fromS: LENGTH_S, toS: LENGTH_S }]) {
    await history.write(observed(FROM_MS + sinceS * 1_000, FROM_MS + fromS * 1_000))
    sinceS = toS
  }
  for (const record of records) await history.write({ kind: 'strikes', records: [record] })
  for (const { atS, look } of told) {
    nowMs = FROM_MS + atS * 1_000
    heard.emit(look)
  }
  nowMs = START_MS
  await clock.advance(300_000)
  await verification.idle()
  return { verification, end }
}

/** As wide as a quarter of the inner ring, so that some counted strikes are outside it. */
const ERROR_KM = 2.3

let verification: Verification
/** The same month by strikes that are located less well. */
let unsure: Verification
beforeAll(async () => {
  const month = await setUp(null)
  const unsureMonth = await setUp(ERROR_KM)
  verification = month.verification
  unsure = unsureMonth.verification
  return async () => {
    await month.end()
    await unsureMonth.end()
  }
})

const of = (errorKm: number) => (errorKm === 0 ? verification : unsure)
const sorts = [0, ERROR_KM].flatMap((errorKm) => PLACES.map((place) => ({ ...place, errorKm })))

describe('the scoreboard of a month', () => {
  it.each(sorts)('of $id, located to $errorKm km, equals a reference computation, to the digit', async (sort) => {
    const { id, at, errorKm } = sort
    const board = verificationSchema.parse(await of(errorKm).scoreboard(id, null))
    expect(board.rings.map(({ km }) => km)).toEqual(RINGS)
    for (const { km, horizons } of board.rings) {
      const inRing = kmsOf(at).flatMap((each) => (each.km <= km + errorKm ? [each.second] : []))
      const plain = HORIZONS_MIN.map((_, h) => plainScores(said.get(`${id} ${km}`)!, inRing, isObserved, h))
      expect(plain[2]!.cases).toBeGreaterThan(500)
      expect(horizons).toEqual(plain)
    }
  })

  it('counts excluded cases', async () => {
    const { leftOut } = await verification.scoreboard(null, null)
    const ofOne = said.get('ZSPD 8')!
    expect(leftOut.minutes - leftOut.notReckoned).toBe(ofOne.length)
    expect(leftOut.unknown).toBe(ofOne.filter(({ isObserved }) => !isObserved).length)
    const whole = ({ atS }: PlainForecast, minutes: number) =>
      gaps.every((g) => g.toS <= atS || g.fromS >= atS + minutes * 60)
    const known = ofOne.filter((each) => each.isObserved)
    expect(leftOut.unverified.map(({ left }) => left)).toEqual(
      HORIZONS_MIN.map((minutes) => known.filter((each) => !whole(each, minutes)).length),
    )
  })

  it('has all of it in its season, and nothing in another', async () => {
    const [all, summer, winter] = [null, 'JJA', 'DJF'] as const
    const board = await verification.scoreboard(null, all)
    expect((await verification.scoreboard(null, summer)).rings).toEqual(board.rings)
    expect((await verification.scoreboard(null, winter)).rings).toEqual([])
    expect(board.seasons).toEqual(['JJA'])
  })
})

interface PlainRule {
  ringKm: number
  alarmKm: number
  strikes: number
  holdMin: number
  chance: { percent: number; minutes: (typeof HORIZONS_MIN)[number] } | null
}

describe('the sheet of a month, for any level', () => {
  const rules: PlainRule[] = [8, 16].flatMap((ringKm) =>
    [ringKm, 30].flatMap((alarmKm) =>
      [1, 3].flatMap((count) =>
        [10, 30].map((holdMin) => ({ ringKm, alarmKm, strikes: count, holdMin, chance: null })),
      ),
    ),
  )
  /** The probability of a ring of 5 km is that of the surrounding 8 km, the narrowest available. */
  const ofChances: (PlainRule & { toldKm: number })[] = [
    { ringKm: 8, alarmKm: 8, strikes: 1, holdMin: 10, chance: { percent: 40, minutes: 30 }, toldKm: 8 },
    { ringKm: 16, alarmKm: 16, strikes: 3, holdMin: 30, chance: { percent: 28, minutes: 10 }, toldKm: 16 },
    { ringKm: 5, alarmKm: 20, strikes: 3, holdMin: 20, chance: { percent: 70, minutes: 60 }, toldKm: 8 },
    { ringKm: 20, alarmKm: 20, strikes: 2, holdMin: 10, chance: { percent: 60, minutes: 15 }, toldKm: 16 },
  ]

  /** By strikes that are located less well, one of each sort of rule suffices. */
  const ofUnsure = rules.filter(({ holdMin, strikes: count }) => holdMin === 30 && count === 3)

  const levelFor = ({ ringKm, alarmKm, strikes: count, holdMin, chance }: PlainRule) => {
    const ofChance = chance && { chance: { km: ringKm, percent: chance.percent, withinMin: chance.minutes } }
    const level = levelOf('bench', alarmKm, holdMin, { strikes: count, ...ofChance })
    return { ringKm, level }
  }
  const ofSheets = sorts.filter(({ id, errorKm }) => errorKm === 0 || id === 'ZSPD')

  it.each(ofSheets)('of $id, located to $errorKm km, is what looking at each second gives', async (sort) => {
    const { id, at, errorKm } = sort
    const byStrikes = errorKm === 0 ? rules : ofUnsure
    for (const { toldKm, ...rule } of [...byStrikes.map((each) => ({ ...each, toldKm: 0 })), ...ofChances]) {
      const sheet = alarmSheetSchema.parse(await of(errorKm).sheet(id, levelFor(rule), { fromMs: FROM_MS }, 'a test'))
      const near = kmsOf(at).filter(({ km }) => km <= 30 + errorKm)
      const { chance } = rule
      const levelFieldValuesOf = said.get(`${id} ${toldKm}`) ?? []
      const horizon = (HORIZONS_MIN as readonly number[]).indexOf(chance?.minutes ?? 0)
      const chances = chance && plainChances(levelFieldValuesOf, horizon, chance.percent)
      const { counted, leftOut } = plainAlarms(widened(rule, errorKm), near, LENGTH_S, isObserved, chances)
      if (chance) expect(counted.length).toBeGreaterThan(0)
      expect(sheet.rule.chance).toEqual(chance && { ...chance, ringKm: toldKm })
      const effective = counted.filter(({ kind }) => kind === 'effective')
      const expected = counted.map(({ kind, fromS, toS, strikes: inRing }) => ({
        kind,
        from: utc(fromS),
        to: utc(toS),
        struck: inRing.length > 0 ? utc(Math.min(...inRing)) : null,
        strikes: inRing.length,
      }))
      const byTime = (a: { from: string; kind: string }, b: { from: string; kind: string }) =>
        a.from.localeCompare(b.from) || a.kind.localeCompare(b.kind)
      expect(sheet.list.map(({ leadMin, dwellMin, ...rest }) => rest).sort(byTime)).toEqual(expected.sort(byTime))
      expect(sheet.leftOut.alarms).toBe(leftOut)
      const failures = counted.filter(({ kind }) => kind === 'late' || kind === 'missed').length
      const alarms = counted.filter(({ kind }) => kind !== 'missed')
      const pod = effective.length / (effective.length + failures)
      expect(sheet.figures).toMatchObject({
        effective: effective.length,
        failures,
        falseAlarms: counted.filter(({ kind }) => kind === 'false').length,
        pod: Number.isNaN(pod) ? null : Math.round(pod * 1e4) / 1e4,
        alarmMin: Math.round((alarms.reduce((sum, { fromS, toS }) => sum + toS - fromS, 0) / 60) * 1e4) / 1e4,
      })
    }
  })
})

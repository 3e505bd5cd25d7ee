import { parseArgs } from 'node:util'
import model from '../data/nowcast-model.json' with { type: 'json' }
import { NORWAY, readRecorded, VERMONT } from '../scripts/nowcast/recorded.ts'
import { Nowcast } from '../src/core/nowcast/nowcast.ts'
import { StrikeColumns } from '../src/core/strikes/strike-columns.ts'
import { HOUR_MS, MINUTE_MS } from '../src/core/time/durations.ts'
import { createFields } from '../src/simulator/source/fields/fields.ts'
import { createMetarSchedule, SLOT_MS } from '../src/simulator/source/metar/metar-schedule.ts'
import { createSites } from '../src/simulator/source/metar/metar-site.ts'
import { loadSimAirports } from '../src/simulator/source/metar/sim-airports.ts'
import { createStormField } from '../src/simulator/source/storms/storms.ts'
import { strokesOf } from '../src/simulator/source/storms/strokes.ts'

const USAGE = `npm run bench:simulator -- [--of storms,visibility] [--hours 10] [--rate 60] [--seed 1]

Storms of the simulator beside recorded ones, as the page finds both: rates, sizes and life. And how the visibility of its
airports changes from report to report, over a day. --rate is what SIMULATOR_RATE says.
`

/** A summer afternoon of China, so that no season is shifted. */
const FROM_MS = Date.UTC(2026, 6, 1, 4)
/** The last two of its days: between them and the first lie weeks without a record. */
const VERMONT_FROM_MS = Date.UTC(2026, 7, 12)
const EAST_CHINA = { south: 20, west: 105, north: 40, east: 122 }
const TEN_KM = 10_000

const stormFieldOf = (seed: number, rate: number) =>
  createStormField({ seed, scenario: 'summer_afternoon', startedAtMs: FROM_MS, recordsPerSecond: rate })

interface Struck {
  timeMs: number
  lat: number
  lon: number
}

interface StormNumbers {
  looks: number
  perMin: number[]
  majorKm: number[]
  minorKm: number[]
  lifeMin: number[]
}

/** Storms as they are found every five minutes; the life of one is from when it is first found until it is last found. */
function stormsOf(strikes: readonly Struck[]): StormNumbers {
  const columns = new StrikeColumns()
  const nowcast = new Nowcast(model)
  const numbers: StormNumbers = { looks: 0, perMin: [], majorKm: [], minorKm: [], lifeMin: [] }
  const seen = new Map<number, { firstMs: number; lastMs: number }>()
  const endMs = strikes.at(-1)?.timeMs ?? 0
  let next = 0
  const beginMs = Math.ceil((strikes[0]?.timeMs ?? 0) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  for (let nowMs = beginMs; nowMs <= endMs; nowMs += MINUTE_MS) {
    const records = []
    for (; next < strikes.length && strikes[next]!.timeMs <= nowMs; next++) {
      const { timeMs, lat, lon } = strikes[next]!
      records.push({ time: timeMs * 1e6, lat, lon })
    }
    const from = columns.end
    columns.push(records, nowMs, true)
    columns.visit(from, columns.end, (_, timeMs, lat, lon) => nowcast.add(timeMs, lat, lon))
    const found = nowcast.outlook([], nowMs).storms
    for (const { id } of found) {
      const known = seen.get(id)
      if (known) known.lastMs = nowMs
      else seen.set(id, { firstMs: nowMs, lastMs: nowMs })
    }
    if ((nowMs / MINUTE_MS) % 5 !== 0) continue
    numbers.looks++
    for (const { strokesPerMin, majorKm, minorKm } of found) {
      if (strokesPerMin !== null) numbers.perMin.push(strokesPerMin)
      numbers.majorKm.push(majorKm)
      numbers.minorKm.push(minorKm)
    }
  }
  // The lifetime of storms at the beginning or end of the period is unknown.
  for (const { firstMs, lastMs } of seen.values()) {
    if (firstMs > beginMs + 20 * MINUTE_MS && lastMs < endMs - 5 * MINUTE_MS)
      numbers.lifeMin.push((lastMs - firstMs) / MINUTE_MS)
  }
  return numbers
}

function simulatedStrikes(seed: number, rate: number, hours: number): Struck[] {
  const storms = stormFieldOf(seed, rate)
  const strikes: Struck[] = []
  for (let second = FROM_MS / 1_000; second < FROM_MS / 1_000 + hours * 3_600; second++) {
    const near = storms.cellsAt(second * 1_000).filter(isEastChina)
    for (const { quanta, lat, lon } of strokesOf(seed, near, second)) {
      strikes.push({ timeMs: second * 1_000 + quanta / 10_000, lat, lon })
    }
  }
  return strikes.sort((a, b) => a.timeMs - b.timeMs)
}

function isEastChina({ lat, lon }: { lat: number; lon: number }): boolean {
  return lat > EAST_CHINA.south && lat < EAST_CHINA.north && lon > EAST_CHINA.west && lon < EAST_CHINA.east
}

interface Seen {
  ms: number
  visibilityM: number
}

/** The reports of each airport of eastern China in a day. */
function reportedVisibility(seed: number, rate: number): Seen[][] {
  const airports = loadSimAirports()
  const fields = createFields({ seed, airports, storms: stormFieldOf(seed, rate) })
  const schedule = createMetarSchedule(fields)
  const sites = createSites(seed, airports, fields).filter(
    ({ airport }) => airport.reports_metar && isEastChina({ lat: airport.latitude, lon: airport.longitude }),
  )
  const slots = Array.from({ length: (24 * HOUR_MS) / SLOT_MS }, (_, i) => FROM_MS + i * SLOT_MS)
  return sites.map((site) =>
    slots.flatMap((ms) => {
      const visibilityM = schedule.issuedAt(site, ms).at(-1)?.report.visibilityM
      return visibilityM == null ? [] : [{ ms, visibilityM }]
    }),
  )
}

/** Changes of visibility between reports: isolated values, and recoveries. */
function tellVisibility(days: readonly Seen[][]): void {
  const runs = days.flatMap((seen) =>
    seen.slice(1, -1).map((now, i) => ({ before: seen[i]!, now, after: seen[i + 2]!, later: seen.slice(i + 2) })),
  )
  const low = runs.filter(({ now }) => now.visibilityM < TEN_KM)
  const alone = low.filter(({ before, after }) => Math.min(before.visibilityM, after.visibilityM) >= TEN_KM)
  const stormy = runs.filter(({ before, now }) => now.visibilityM < 5_000 && before.visibilityM >= 2 * now.visibilityM)
  const back = stormy.flatMap(({ now, later }) => {
    const clear = later.find(({ visibilityM }) => visibilityM >= TEN_KM)
    return clear ? [(clear.ms - now.ms) / MINUTE_MS] : []
  })
  process.stdout.write(`visibility, ${days.length} airports, a day
  reports below 10 km ${low.length}, isolated between two of 10 km ${((100 * alone.length) / low.length).toFixed(0)} %
  sudden drops below 5 km ${stormy.length}; minutes until 10 km, p10 p50 p90 p99: ${quantiles(back)}
  as many times as good in the next report, p10 p50 p90 p99: ${quantiles(stormy.map(({ now, after }) => after.visibilityM / now.visibilityM))}
`)
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return [0.1, 0.5, 0.9, 0.99].map((share) => at(share).toFixed(1)).join('  ')
}

function tell(name: string, { looks, perMin, majorKm, minorKm, lifeMin }: StormNumbers): void {
  process.stdout.write(`${name}: ${perMin.length} storms in ${looks} looks
                      p10  p50  p90  p99
  strokes a minute    ${quantiles(perMin)}
  longer axis, km     ${quantiles(majorKm)}
  shorter axis, km    ${quantiles(minorKm)}
  life, min (${lifeMin.length})  ${quantiles(lifeMin)}
`)
}

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '10' },
    rate: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string', default: 'storms,visibility' },
    help: { type: 'boolean' },
  },
})
const seed = Number(values.seed)
const rate = Number(values.rate)
if (values.help) process.stdout.write(USAGE)
if (!values.help && values.of.includes('storms')) {
  tell('Norway, 3 July 2022, strokes', stormsOf(readRecorded(NORWAY)))
  tell('Vermont, GOES-19, flashes', stormsOf(readRecorded(VERMONT).filter(({ timeMs }) => timeMs > VERMONT_FROM_MS)))
  tell('simulator, summer afternoon, eastern China', stormsOf(simulatedStrikes(seed, rate, Number(values.hours))))
}
if (!values.help && values.of.includes('visibility')) tellVisibility(reportedVisibility(seed, rate))

import model from '../../data/nowcast-model.json' with { type: 'json' }
import type { NowcastLine } from '../../src/contract/nowcast.ts'
import { servedChances } from '../../src/core/nowcast/first-strike.ts'
import { Nowcast } from '../../src/core/nowcast/nowcast.ts'
import { shapeOf } from '../../src/core/places/place-shape.ts'
import { SECOND_MS } from '../../src/core/time/durations.ts'

export interface Site {
  id: string
  lat: number
  lon: number
}

interface StreamOptions {
  sites: readonly Site[]
  radiusKm: number
  everyS: number
}

/**
 * Computes nowcasts from lines of strikes, one at each multiple of `everyS` seconds of data time, from the lines up to
 * then.
 */
export class NowcastStream {
  readonly #nowcast = new Nowcast(model)
  readonly #rings
  readonly #ids: readonly string[]
  readonly #everyMs: number
  #nextMs: number | null = null
  #atMs = Number.NEGATIVE_INFINITY

  constructor({ sites, radiusKm, everyS }: StreamOptions) {
    this.#ids = sites.map(({ id }) => id)
    this.#rings = sites.map(({ lat, lon }) => ({
      shape: shapeOf({ type: 'Point', coordinates: [lon, lat] }),
      ringKm: radiusKm,
    }))
    this.#everyMs = everyS * SECOND_MS
  }

  /** Adds a line; returns the nowcasts due before the next line. Throws on an invalid line. */
  *take(line: string): Generator<NowcastLine> {
    const told = readLine(line)
    if (!told) return
    const { timeMs } = told
    if (timeMs < this.#atMs) throw new Error('time goes back: lines must be in order of time')
    this.#atMs = timeMs
    this.#nextMs ??= Math.ceil(timeMs / this.#everyMs) * this.#everyMs
    for (; this.#nextMs <= timeMs; this.#nextMs += this.#everyMs) yield this.#say(this.#nextMs)
    if (told.kind === 'strike') this.#nowcast.add(timeMs, told.lat, told.lon)
  }

  #say(nowMs: number): NowcastLine {
    const { storms, rings } = this.#nowcast.outlook(this.#rings, nowMs)
    return {
      t: new Date(nowMs).toISOString(),
      storms: storms.map(({ id, lat, lon, strokesPerMin, motion }) => ({ id, lat, lon, strokesPerMin, motion })),
      sites: rings.map(({ chances, inProgress, arrival }, i) => {
        return { id: this.#ids[i]!, p: servedChances(chances), inProgress, arrival }
      }),
    }
  }
}

type Told = { kind: 'strike'; timeMs: number; lat: number; lon: number } | { kind: 'time'; timeMs: number }

/** A parsed line; null for empty ones and the header. */
function readLine(line: string): Told | null {
  const text = line.trim()
  if (text === '' || /^time_unix_ns\b/.test(text)) return null
  const [first = '', ...rest] = text.split(',')
  if (first === '#t') return { kind: 'time', timeMs: readTime(rest[0] ?? '') }
  return {
    kind: 'strike',
    timeMs: readTime(first),
    lat: readDegrees(rest[0], 'lat', 90),
    lon: readDegrees(rest[1], 'lon', 180),
  }
}

function readTime(text: string): number {
  if (!/^\d{16,19}$/.test(text)) {
    throw new Error(
      `the time is "${text}": allowed are whole nanoseconds since 1970, 16 to 19 digits, or a line "#t,<nanoseconds>"`,
    )
  }
  return Number(text) / 1e6
}

function readDegrees(text: string | undefined, name: string, most: number): number {
  const degrees = Number(text)
  if (text === undefined || text.trim() === '' || !(Math.abs(degrees) <= most)) {
    throw new Error(`${name} is "${text ?? ''}": allowed are degrees from -${most} to ${most}`)
  }
  return degrees
}

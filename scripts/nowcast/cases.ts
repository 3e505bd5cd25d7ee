import { HORIZONS_MIN } from '../../src/contract/nowcast.ts'
import { distanceKm, isInside } from '../../src/core/geo/geo.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/core/time/durations.ts'
import { createPlainGuess, isPassed } from '../../src/testing/nowcast/plain-guess.ts'
import type { Case } from '../../src/testing/nowcast/verification.ts'
import { gridOf, type RecordedStorm, readRecorded } from './recorded.ts'
import { NowcastStream } from './stream.ts'

export const RADIUS_KM = 16
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** Start of the nowcast before the first time step. */
const BEFORE_MS = HOUR_MS
const NEAR_DEG = 0.2

/** The forecast of the command for each place of a box at each time step, the baseline, and the outcome. */
export function casesOf({ file, box, fromMs, toMs }: Pick<RecordedStorm, 'file' | 'box' | 'fromMs' | 'toMs'>): Case[] {
  const all = readRecorded(file)
  const inBox = all.filter((strike) => isInside(box, strike))
  const sites = gridOf(box).map((place, i) => ({ id: `${i}`, ...place }))
  const stream = new NowcastStream({ sites, radiusKm: RADIUS_KM, everyS: LOOK_EVERY_MS / 1_000 })
  const plainGuess = createPlainGuess()
  const cases: Case[] = []
  const between = (from: number, to: number) => inBox.filter(({ timeMs }) => timeMs >= from && timeMs < to)
  const look = (nowMs: number, said: readonly { p: Record<string, number | null> }[]) => {
    const known = between(nowMs - 30 * MINUTE_MS, nowMs)
    if (known.length === 0) return
    const motion = plainGuess(known, nowMs)
    const recent = known.filter(({ timeMs }) => timeMs >= nowMs - 10 * MINUTE_MS)
    const next = between(nowMs, nowMs + HOUR_MS)
    sites.forEach((site, i) => {
      const near = (strike: { lat: number; lon: number }) =>
        Math.abs(strike.lat - site.lat) < NEAR_DEG && distanceKm(strike, site) <= RADIUS_KM
      const first = next.find(near)
      cases.push({
        chances: HORIZONS_MIN.map((minutes) => said[i]!.p[minutes] ?? 0),
        plain: HORIZONS_MIN.map((minutes) => isPassed(site, recent, motion, RADIUS_KM, minutes)),
        struckInLast10Min: recent.some(near),
        struckAfterMin: first ? (first.timeMs - nowMs) / MINUTE_MS : Number.POSITIVE_INFINITY,
      })
    })
  }
  const lines = [
    ...all
      .filter(({ timeMs }) => timeMs >= fromMs - BEFORE_MS && timeMs < toMs)
      .map(({ timeMs, lat, lon }) => `${Math.round(timeMs)}000000,${lat},${lon}`),
    `#t,${toMs}000000`,
  ]
  for (const line of lines) {
    for (const { t, sites: said } of stream.take(line)) if (Date.parse(t) >= fromMs) look(Date.parse(t), said)
  }
  return cases
}

import { expect } from 'vitest'
import { ARRIVAL_TOLD_FROM, type Arrival, HORIZONS_MIN, type ServedPlace, TOLD_FROM } from '../../contract/nowcast.ts'
import { comingTo, type NowcastView } from '../../core/nowcast/coming.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { clockText } from '../../core/util/format.ts'
import { comingBriefly, comingText, outlookText } from '../../page/airport/outlook-words.ts'
import { words } from '../locales/page-words.ts'
import { type StruckWorld, toldMinutes } from './served-minutes.ts'

/** Chances are rounded to 0.0001, times to a second. */
const ROUNDED = 0.002
const ROUNDED_MIN = 0.1
const LATEST_MAX_MIN = 120
const LANGUAGES = ['en', 'zh'] as const

/** Fails if an arrival contradicts the chances of its ring, which are in the order of `HORIZONS_MIN`. */
export function expectAgreement(
  { inProgress, arrival, chances }: { inProgress: boolean; arrival: Arrival | null; chances: readonly number[] },
  nowMs: number,
): void {
  expect(chances).toEqual(chances.toSorted((a, b) => a - b))
  expect(arrival !== null).toBe(!inProgress && chances.at(-1)! >= ARRIVAL_TOLD_FROM)
  if (!arrival) return
  const { earliest, likely, latest } = arrival
  expect([earliest, likely, latest].toSorted()).toEqual([earliest, likely, latest])
  for (const [time, share] of [
    [earliest, 0.1],
    [likely, 0.5],
    [latest, 0.9],
  ] as const) {
    const minutes = (Date.parse(time) - nowMs) / MINUTE_MS
    HORIZONS_MIN.forEach((horizon, h) => {
      if (minutes <= horizon - ROUNDED_MIN) expect(chances[h]).toBeGreaterThanOrEqual(share - ROUNDED)
      if (minutes >= horizon + ROUNDED_MIN) expect(chances[h]).toBeLessThanOrEqual(share + ROUNDED)
    })
  }
  expect(Date.parse(latest) - nowMs).toBeLessThanOrEqual(LATEST_MAX_MIN * MINUTE_MS)
}

const percent = (text: string) => Number(/\d+/.exec(text)![0])

/**
 * Fails if a text of panel, board, card or wall has an arrival that the chance beside it contradicts, in any language.
 * Returns the number of texts with an arrival.
 */
function expectTextsAgree(nowcast: NowcastView, place: ServedPlace, nowMs: number): number {
  let told = 0
  for (const lang of LANGUAGES) {
    const t = words.getFixedT(lang, 'outlook')
    const likely = (text: string) => text.match(/^(?:◎\d+ )?≈ (\d\d:\d\d)Z/)?.[1] ?? null
    const panel = outlookText(nowcast, place, { nowMs, levels: null }, t)
    if (panel.kind === 'rings') {
      panel.rings.forEach(({ arrival, chances }, i) => {
        const ring = place.rings[i]!
        const time = likely(arrival)
        expect(time).toBe(ring.arrival && clockText(Date.parse(ring.arrival.likely), 'UTC'))
        if (time === null) return
        told++
        expect(percent(chances.at(-1)!)).toBeGreaterThanOrEqual(100 * ARRIVAL_TOLD_FROM)
        const minutes = (Date.parse(ring.arrival!.likely) - nowMs) / MINUTE_MS
        HORIZONS_MIN.forEach((horizon, h) => {
          if (minutes < horizon - ROUNDED_MIN) expect(percent(chances[h]!)).toBeGreaterThanOrEqual(50)
          if (minutes > horizon + ROUNDED_MIN) expect(percent(chances[h]!)).toBeLessThanOrEqual(50)
        })
      })
    }
    const coming = comingTo(nowcast, place.id, nowMs)
    const row = comingText(coming, null, t)
    const time = likely(row.arrival)
    const briefly = comingBriefly(coming, t)
    expect(likely(briefly)).toBe(time)
    if (panel.kind === 'rings' && row.arrival !== '')
      expect(panel.glance.text).toContain(row.arrival.replace(/^◎\d+ /, ''))
    if (time === null || coming.kind !== 'coming') continue
    told++
    const isWithin = Date.parse(coming.arrival!.likely) - nowMs <= 30 * MINUTE_MS
    if (isWithin) expect(percent(row.chance)).toBeGreaterThanOrEqual(50)
    else expect(percent(row.chance)).toBeLessThanOrEqual(50)
  }
  return told
}

/**
 * Fails if, at any minute of a world, an arrival in the answer of the API, or in a text made of it, contradicts its
 * chance. Returns the number of texts with an arrival.
 */
export function expectAgreementIn(world: StruckWorld, startMs: number, minutes: number): number {
  let told = 0
  for (const { told: nowcast, atMs } of toldMinutes(world, startMs, minutes)) {
    for (const place of nowcast.places) {
      for (const { p, inProgress, arrival } of place.rings) {
        const chances = HORIZONS_MIN.map((horizon) => p[`${horizon}`]!)
        expectAgreement({ inProgress, arrival, chances }, atMs)
      }
      if (place.rings.some(({ p }) => p['60']! >= TOLD_FROM)) told += expectTextsAgree(nowcast, place, atMs)
    }
  }
  return told
}

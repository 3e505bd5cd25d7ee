import { expect, it } from 'vitest'
import type { ServedRing } from '../../contract/nowcast.ts'
import {
  arrivesAtMs,
  type Coming,
  comingTo,
  isComingSoon,
  type NowcastView,
  urgencyAt,
  urgencyOf,
  urgentIn,
} from './coming.ts'

const NOW = Date.UTC(2026, 6, 1, 8, 10)
const MIN = 60_000
const at = (minute: number) => new Date(NOW + minute * MIN).toISOString()
const chances = (chance: number | null) => ({ '10': chance, '15': chance, '30': chance, '60': chance })
const ring = (km: number, chance: number | null, likely: number | null): ServedRing => ({
  km,
  p: chances(chance),
  inProgress: false,
  arrival: likely === null ? null : { earliest: at(likely), likely: at(likely), latest: at(likely) },
  storm: likely === null ? null : 7,
})

function told(rings: ServedRing[] | null, over: Partial<NowcastView> = {}): NowcastView {
  const places = rings ? [{ id: 'ZSPD', rings }] : []
  return {
    state: 'known',
    t: at(0),
    calibration: { kind: 'recorded' },
    observed: [1, 1, 1],
    storms: [],
    places,
    leftOut: 0,
    ...over,
  }
}

it('names the innermost ring that a storm reaches, and when', () => {
  const coming = comingTo(told([ring(5, 0.1, null), ring(8, 0.3, 24), ring(16, 0.6, 12)]), 'ZSPD', NOW)
  expect(coming).toMatchObject({ kind: 'coming', km: 8, storm: 7 })
  expect(arrivesAtMs(coming)).toBe(NOW + 24 * MIN)
  expect(isComingSoon(coming)).toBe(true)
})

it('names the widest ring without an arrival but with likely strikes', () => {
  const coming = comingTo(told([ring(5, 0.01, null), ring(16, 0.2, null)]), 'ZSPD', NOW)
  expect(coming).toMatchObject({ kind: 'coming', km: 16, arrival: null })
  expect(arrivesAtMs(coming)).toBeNull()
})

it.each<[string, Coming['kind'], NowcastView | null, number?]>([
  ['nothing is told yet', 'unknown', null],
  ['too little was observed', 'unknown', told([ring(5, null, 3)], { state: 'not-observed' })],
  ['it is of five minutes ago', 'unknown', told([ring(5, 0.5, 3)]), NOW + 5 * MIN],
  ['it is of five minutes later', 'unknown', told([ring(5, 0.5, 3)]), NOW - 5 * MIN],
  ['places with something to tell found no room', 'unknown', told(null, { leftOut: 1 })],
  ['all with something to tell are listed', 'calm', told(null)],
  ['hardly a strike is to be expected', 'calm', told([ring(5, 0.001, null), ring(16, 0.01, null)])],
])('where %s it is %s', (_where, kind, nowcast, nowMs = NOW) => {
  expect(comingTo(nowcast, 'ZSPD', nowMs).kind).toBe(kind)
})

it('names the places that a storm is on its way to, or with a chance that is not small', () => {
  const places = [
    { id: 'ZSPD', rings: [ring(5, 0.1, null), ring(16, 0.3, 20)] },
    { id: 'ZBAA', rings: [ring(5, 0.9, null)] },
  ]
  expect(urgentIn(told(null, { places }))).toEqual(['ZSPD', 'ZBAA'])
})

it('has the urgency of a listed place, and of an unlisted one only if all are listed', () => {
  const places = [{ id: 'ZSPD', rings: [ring(5, 0.1, null), ring(16, 0.3, 20)] }]
  expect(urgencyAt(told(null, { places }), 'ZSPD', NOW)).toBe(0.3)
  expect(urgencyAt(told(null, { places }), 'ZBAA', NOW)).toBe(0)
  expect(urgencyAt(told(null, { places, leftOut: 1 }), 'ZBAA', NOW)).toBeNull()
  expect(urgencyAt(told(null, { places }), 'ZSPD', NOW + 5 * MIN)).toBeNull()
})

it('names the innermost ring with a storm in progress before any arrival farther out', () => {
  const struck = { ...ring(8, 0.9, null), inProgress: true }
  const coming = comingTo(told([ring(5, 0.1, null), struck, ring(16, 0.6, 12)]), 'ZSPD', NOW)
  expect(coming).toMatchObject({ km: 8, inProgress: true, inner: null })
  expect(arrivesAtMs(coming)).toBeNull()
  expect(isComingSoon(coming)).toBe(true)
})

it('shows the struck ring before an arrival farther in, which it includes', () => {
  const struck = { ...ring(16, 0.9, null), inProgress: true }
  const coming = comingTo(told([ring(5, 0.5, 20), ring(8, 0.6, 12), struck]), 'ZSPD', NOW)
  expect(coming).toMatchObject({ km: 16, inProgress: true, inner: { km: 5 } })
})

it('never takes a struck ring for calm, however small its chance', () => {
  const struck = { ...ring(5, 0.01, null), inProgress: true }
  expect(comingTo(told([struck]), 'ZSPD', NOW).kind).toBe('coming')
})

it('ranks places by the probability within 30 minutes, and equal ones by present strikes', () => {
  const struck = [{ ...ring(5, 0.4, null), inProgress: true }]
  const likelier = [ring(5, 0.1, null), ring(16, 0.41, null)]
  const equal = [ring(16, 0.4, null)]
  expect([equal, likelier, struck].toSorted((a, b) => urgencyOf(b) - urgencyOf(a))).toEqual([likelier, struck, equal])
  expect(urgencyOf([ring(5, null, null)])).toBe(0)
})

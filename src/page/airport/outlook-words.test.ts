import { describe, expect, it } from 'vitest'
import type { ServedNowcast, ServedPlace } from '../../contract/nowcast.ts'
import { comingTo } from '../../core/nowcast/coming.ts'
import { levelState } from '../../testing/channels/rows.ts'
import { words } from '../../testing/locales/page-words.ts'
import { arrivalText, comingBriefly, comingText, outlookText } from './outlook-words.ts'

const NOW = Date.UTC(2026, 6, 1, 8, 10)
const at = (minute: number) => new Date(NOW + minute * 60_000).toISOString()
const t = words.getFixedT('en', 'outlook')
const zh = words.getFixedT('zh', 'outlook')

const p = (ten: number | null, hour = ten) => ({ '10': ten, '15': ten, '30': hour, '60': hour })
const coming = { earliest: at(8), likely: at(11), latest: at(16) }
const quiet: ServedPlace = {
  id: 'ZSPD',
  rings: [5, 16].map((km) => ({ km, p: p(0.001), inProgress: false, arrival: null, storm: null })),
}

function served(over: Partial<ServedNowcast>): ServedNowcast {
  return {
    state: 'known',
    t: at(0),
    simulated: false,
    calibration: { kind: 'recorded' },
    storms: [],
    observed: [1, 1, 1],
    guarded: 1,
    places: [quiet],
    others: p(0.001),
    leftOut: 0,
    ...over,
  }
}

const toldOf = (nowcast: ServedNowcast, nowMs = NOW) =>
  outlookText(nowcast, nowcast.places[0], { nowMs, levels: null }, t)

it('has arrival and probabilities ring by ring', () => {
  const rings = [
    { km: 5, p: p(0.004, 0.3), inProgress: false, arrival: coming, storm: null },
    { km: 16, p: p(0.55, 0.999), inProgress: true, arrival: null, storm: null },
  ]
  expect(toldOf(served({ places: [{ id: 'ZSPD', rings }] }))).toEqual({
    kind: 'rings',
    title: 'Arrival of storms and chance of strikes, as of 08:10 UTC',
    rings: [
      { km: 5, arrival: '≈ 08:21Z (08:18–08:26)', chances: ['<1%', '<1%', '30%', '30%'] },
      { km: 16, arrival: 'there now', chances: ['55%', '55%', '>99%', '>99%'] },
    ],
    glance: {
      text: '16 km ring: storm there now; ◎5 ≈ 08:21Z (08:18–08:26)',
      chances: ['55%', '55%', '>99%', '>99%'],
    },
    calibrated: 'Chances are calibrated on recorded storms, not yet measured here.',
  })
})

it('states the data of the calibration if it is local', () => {
  const horizons = [
    { minutes: 10, cases: 412, came: 60 },
    { minutes: 30, cases: 412, came: 128 },
  ]
  const calibration = { kind: 'measured' as const, from: '2026-06-01T00:00:00Z', to: '2026-06-30T00:00:00Z', horizons }
  const places = [{ id: 'ZSPD', rings: [{ km: 5, p: p(0.3), inProgress: false, arrival: coming, storm: null }] }]
  expect(toldOf(served({ places, calibration }))).toMatchObject({
    calibrated:
      'Chances are calibrated on this server’s cases from 2026-06-01 to 2026-06-30: a strike within 30 min in 128 of 412.',
  })
})

it.each([
  ['the innermost ring that a storm reaches', coming, '16 km ring: storm ≈ 08:21Z'],
  ['the widest where none comes', null, '50 km ring: no arrival time, as the chance within 60 min is below 50%'],
])('has a glance of %s', (_which, arrival, told) => {
  const rings = [
    { km: 5, p: p(0.1), inProgress: false, arrival: null, storm: null },
    { km: 16, p: p(0.2), inProgress: false, arrival, storm: null },
    { km: 50, p: p(0.3), inProgress: false, arrival, storm: null },
  ]
  const { glance } = toldOf(served({ places: [{ id: 'ZSPD', rings }] })) as { glance: object }
  expect(glance).toMatchObject({ text: expect.stringContaining(told), chances: { 0: arrival ? '20%' : '30%' } })
})

it('fits arrival or presence of a storm into the width of a countdown', () => {
  const ring = {
    kind: 'coming' as const,
    km: 16,
    p: p(0.5),
    inProgress: false,
    arrival: coming,
    storm: null,
    inner: null,
  }
  expect(comingBriefly(ring, t)).toBe('◎16 ≈ 08:21Z')
  expect(comingBriefly({ ...ring, inProgress: true, arrival: null }, t)).toBe('◎16 now')
  expect(comingBriefly({ kind: 'unknown' }, t)).toBe('?')
})

describe('a storm that is there comes first', () => {
  const there = { km: 16, p: p(0.9), inProgress: true, arrival: null, storm: 1 }
  const another = { ...there, next: { storm: 2, likely: at(34) } }
  const inner = { km: 5, p: p(0.3), inProgress: false, arrival: coming, storm: 1 }
  /** Ends at 08:39:20. */
  const levels = { levels: [levelState('r16', 'on', { km: 16, end: at(29.34) })] }

  it.each([
    ['now', there, null, 'there now', '已在圈内'],
    ['now, with the earliest end', there, levels, 'there now, earliest end 08:40Z', '已在圈内，最早结束 08:40Z'],
    ['now, then another', another, null, 'there now; next ≈ 08:44Z', '已在圈内；下一个 ≈ 08:44Z'],
    [
      'now, with the earliest end, then another',
      another,
      levels,
      'there now, earliest end 08:40Z; next ≈ 08:44Z',
      '已在圈内，最早结束 08:40Z；下一个 ≈ 08:44Z',
    ],
    [
      'a level that is on, then the arrival',
      { ...inner, km: 16 },
      levels,
      'earliest end 08:40Z; ≈ 08:21Z (08:18–08:26)',
      '最早结束 08:40Z；≈ 08:21Z（08:18–08:26）',
    ],
    ['an arrival alone where no level is on', inner, levels, '≈ 08:21Z (08:18–08:26)', '≈ 08:21Z（08:18–08:26）'],
    ['no end in a gap', there, { levels: [{ ...levels.levels[0]!, end: null }] }, 'there now', '已在圈内'],
  ])('%s', (_, ring, of, en, chinese) => {
    expect(arrivalText(ring, of, t)).toBe(en)
    expect(arrivalText(ring, of, zh)).toBe(chinese)
  })

  it('also before the arrival at a ring within it, in panel and board', () => {
    const place = { id: 'ZSPD', rings: [inner, another] }
    const told = outlookText(served({}), place, { nowMs: NOW, levels }, t) as { glance: object }
    expect(told.glance).toMatchObject({
      text: '16 km ring: storm there now, earliest end 08:40Z; next ≈ 08:44Z; ◎5 ≈ 08:21Z (08:18–08:26)',
    })
    const shown = comingTo(served({ places: [place] }), 'ZSPD', NOW)
    expect(comingText(shown, null, zh).arrival).toBe('◎16 已在圈内；下一个 ≈ 08:44Z；◎5 ≈ 08:21Z（08:18–08:26）')
  })
})

it('states in one sentence that no storm is expected', () => {
  expect(toldOf(served({}))).toEqual({
    kind: 'sentence',
    text: '08:10 UTC: chance of a strike within 16 km in the next hour: <1% (new storms are not forecast).',
  })
})

it('never shows unknown as calm', () => {
  const unknown: ServedPlace = {
    id: 'ZSPD',
    rings: [{ km: 5, p: p(null), inProgress: false, arrival: null, storm: null }],
  }
  const broken = served({ state: 'not-observed', places: [unknown], others: p(null) })
  expect(toldOf(broken)).toMatchObject({ text: expect.stringContaining('Outlook unknown: too little') })
  expect(toldOf(served({}), NOW + 5 * 60_000)).toMatchObject({
    text: expect.stringContaining('latest is of 08:10'),
  })
  expect(toldOf(served({ places: [] }))).toMatchObject({ text: 'Outlook unknown: no answer yet.' })
  expect(outlookText(null, undefined, { nowMs: NOW, levels: null }, t)).toMatchObject({
    text: 'Outlook unknown: no answer yet.',
  })
})

import { describe, expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import { CATEGORY_PRESETS, flightCategory } from '../metar/flight-category.ts'
import { reportFromRecord } from '../metar/read-report.ts'
import type { Report } from '../metar/report.ts'
import type { Span } from '../time/spans.ts'
import { metresPerSecond } from '../util/units.ts'
import {
  ALERT_SETTINGS_DEFAULT,
  type AlertFacts,
  type AlertMemory,
  type AlertSettings,
  COOL_DOWN_MS,
  checkAlerts,
  forgetOthers,
} from './alert-rules.ts'
import { watchOf } from './hold-time.ts'
import { HoldTimers } from './lightning-hold-timer.ts'

const MIN = 60_000
const HOLD = 30 * MIN
const NOW = Date.UTC(2026, 6, 1, 8)
const ZSPD = { icao: 'ZSPD', lat: 31.1434, lon: 121.8052 }

/** A watched airport through which time runs; each look answers what was raised. */
function watch(settings: AlertSettings = ALERT_SETTINGS_DEFAULT, kept: AlertMemory = {}) {
  const holdTimers = new HoldTimers([ZSPD], [5, 8, 16])
  let memory = kept
  let strikes = 0
  const look = (facts: AlertFacts, nowMs: number) => {
    const found = checkAlerts(memory, facts, settings, nowMs)
    memory = found.memory
    return found.raised.map(({ kind, data }) => (kind === 'strike' ? `strike ${data.km}` : kind))
  }
  return {
    memory: () => memory,
    strike(km: number, atMs: number) {
      const { lat, lon } = destination(ZSPD, 45, km)
      holdTimers.add(strikes++, atMs, lat, lon)
    },
    /** The last one was somewhere else. */
    correct(km: number, atMs: number) {
      const { lat, lon } = destination(ZSPD, 45, km)
      holdTimers.remove(strikes - 1, atMs, lat, lon)
    },
    lightning(nowMs: number, missing: Span[] = []) {
      const holdTimer = holdTimers.read('ZSPD', watchOf(missing, nowMs, HOLD), nowMs, HOLD)
      return look({ icao: 'ZSPD', holdTimer, report: undefined, category: 'unknown' }, nowMs)
    },
    reported(report: Report, nowMs = report.obsTimeMs + 5 * MIN) {
      const category = flightCategory(report, CATEGORY_PRESETS.icao)
      return look({ icao: 'ZSPD', holdTimer: null, report, category }, nowMs)
    },
    feeds: (lightning: boolean | null, nowMs: number) =>
      look({ icao: null, lost: { lightning, reports: null } }, nowMs),
  }
}

function report(minute: number, body: string, kind = 'METAR'): Report {
  const at = new Date(NOW + minute * MIN).toISOString()
  const raw_metar = `${kind} ZSPD 01${at.slice(11, 13)}${at.slice(14, 16)}Z ${body}`
  return reportFromRecord({ icao: 'ZSPD', raw_metar, obs_time: at, arrived_at: at, report_type: kind })!
}

describe('strikes in the rings', () => {
  it('are told once for each ring that they come into, however many follow', () => {
    const desk = watch()
    expect(desk.lightning(NOW)).toEqual([])
    desk.strike(12, NOW)
    expect(desk.lightning(NOW + 1_000)).toEqual(['strike 16'])
    for (let s = 2; s < 20; s++) {
      desk.strike(12, NOW + s * 1_000)
      expect(desk.lightning(NOW + s * 1_000)).toEqual([])
    }
    desk.strike(3, NOW + 30_000)
    expect(desk.lightning(NOW + 31_000)).toEqual(['strike 5'])
    desk.strike(7, NOW + 32_000)
    expect(desk.lightning(NOW + 33_000)).toEqual([])
  })

  it('are told again after the ring was quiet for its hold time', () => {
    const desk = watch()
    desk.strike(3, NOW)
    expect(desk.lightning(NOW)).toEqual(['strike 5'])
    expect(desk.lightning(NOW + HOLD - 1_000)).toEqual([])
    expect(desk.lightning(NOW + HOLD)).toEqual([])
    desk.strike(3, NOW + HOLD + MIN)
    expect(desk.lightning(NOW + HOLD + MIN)).toEqual(['strike 5'])
  })

  it('are not told again where the quiet between them was not watched', () => {
    const desk = watch()
    desk.strike(3, NOW)
    expect(desk.lightning(NOW)).toEqual(['strike 5'])
    const later = NOW + HOLD + 5 * MIN
    const gap = { fromMs: later - 20 * MIN, toMs: later - 18 * MIN }
    expect(desk.lightning(later, [gap])).toEqual([])
    desk.strike(3, later + MIN)
    expect(desk.lightning(later + MIN, [gap])).toEqual([])
  })

  it('are told once where the first one turns out to have been elsewhere', () => {
    const desk = watch()
    desk.strike(3, NOW)
    expect(desk.lightning(NOW)).toEqual(['strike 5'])
    desk.correct(3, NOW)
    expect(desk.lightning(NOW + MIN)).toEqual([])
    desk.strike(4, NOW + 2 * MIN)
    expect(desk.lightning(NOW + 2 * MIN)).toEqual([])
  })

  it('are not told again by a page that was loaded anew', () => {
    const before = watch()
    before.strike(3, NOW)
    expect(before.lightning(NOW)).toEqual(['strike 5'])
    const after = watch(ALERT_SETTINGS_DEFAULT, JSON.parse(JSON.stringify(before.memory())))
    expect(after.lightning(NOW + MIN, [{ fromMs: NOW + MIN - HOLD, toMs: NOW + MIN - 5_000 }])).toEqual([])
    after.strike(3, NOW) // its history has come
    expect(after.lightning(NOW + MIN + 2_000)).toEqual([])
  })
})

const FINE = '18004MPS 9999 NSC 25/20 Q1010'

describe('reports', () => {
  it('are told of where the category falls, step by step, and not where it rises', () => {
    const desk = watch({ ...ALERT_SETTINGS_DEFAULT, off: ['visibility', 'overdue'] })
    expect(desk.reported(report(0, FINE))).toEqual([])
    expect(desk.reported(report(30, '18004MPS 4000 BR NSC 25/20 Q1010'))).toEqual(['category'])
    expect(desk.reported(report(60, '18004MPS 0600 FG VV001 25/25 Q1010'))).toEqual(['category', 'ceiling'])
    expect(desk.reported(report(90, FINE))).toEqual([])
    expect(desk.reported(report(120, '18004MPS 4000 BR NSC 25/20 Q1010'))).toEqual(['category'])
  })

  it('say nothing of how they were found: only a change is news', () => {
    expect(watch().reported(report(0, '18004MPS 4000 BR NSC 25/20 Q1010', 'SPECI'))).toEqual([])
  })

  it('are told of as SPECI once each', () => {
    const desk = watch()
    desk.reported(report(0, FINE, 'SPECI'))
    expect(desk.reported(report(10, FINE, 'SPECI'))).toEqual(['speci'])
    expect(desk.reported(report(10, FINE, 'SPECI'))).toEqual([])
    expect(desk.reported(report(30, FINE))).toEqual([])
    expect(desk.reported(report(40, FINE, 'SPECI'))).toEqual(['speci'])
  })

  it.each([
    ['gust', '18012G18MPS 9999 NSC 25/20 Q1010'],
    ['visibility', '18004MPS 1400 BR NSC 25/20 Q1010'],
    ['ceiling', '18004MPS 9999 OVC004 25/20 Q1010'],
  ])('are told of by their %s once, until it was better in between', (kind, body) => {
    const desk = watch({ ...ALERT_SETTINGS_DEFAULT, off: ['category'] })
    expect(desk.reported(report(0, body))).toEqual([kind])
    expect(desk.reported(report(30, body))).toEqual([])
    expect(desk.reported(report(60, FINE))).toEqual([])
    expect(desk.reported(report(90, body))).toEqual([kind])
  })

  it('are not over because a group can not be read', () => {
    const desk = watch({ ...ALERT_SETTINGS_DEFAULT, off: ['category'] })
    expect(desk.reported(report(0, '18004MPS 0300 FG BK001 OVC004 25/20 Q1010'))).toEqual(['visibility', 'ceiling'])
    expect(desk.reported(report(30, '18004MPS 03OX FG FEW020 BK001 25/20 Q1010'))).toEqual([])
    // If they had ended, they would be raised again.
    expect(desk.reported(report(60, '18004MPS 0300 FG OVC001 25/20 Q1010'))).toEqual([])
  })

  it('is told of the lowest visibility, to whichever side', () => {
    const desk = watch()
    desk.reported(report(0, '18004MPS 9999 NSC 25/20 Q1010'))
    expect(desk.reported(report(30, '18004MPS 9999 0700NE BCFG NSC 25/20 Q1010'))).toEqual(['category', 'visibility'])
    // A word that may be a visibility makes the prevailing one doubtful, not the low one.
    const other = watch()
    other.reported(report(0, '18004MPS 9999 NSC 25/20 Q1010'))
    expect(other.reported(report(30, '18004MPS 9999 0700NE 12345 NSC 25/20 Q1010'))).toEqual(['category', 'visibility'])
  })

  it('is not over by a report that leaves open whether it is', () => {
    const desk = watch()
    desk.reported(report(0, '18004MPS 9999 NSC 25/20 Q1010'))
    expect(desk.reported(report(30, '18004MPS 0500 FG VV001 25/25 Q1010'))).toEqual([
      'category',
      'visibility',
      'ceiling',
    ])
    const told = desk.memory()
    const levels = () => ['category', 'visibility', 'ceiling'].map((kind) => desk.memory()[`ZSPD/${kind}`]!.level)
    desk.reported(report(60, '18004MPS 3000 BR BK001 OVC040 25/25 Q1010'))
    expect(levels()).toEqual([told['ZSPD/category']!.level, 0, 1])
    desk.reported(report(90, '18004MPS 9999 3000NE 12345 NSC 25/25 Q1010'))
    expect(levels()).toEqual([told['ZSPD/category']!.level, 0, 1])
    desk.reported(report(120, '18004MPS 9999 NSC 25/25 Q1010'))
    expect(levels()).toEqual([0, 0, 0])
  })

  it('count the wind where a gust is told that is less', () => {
    expect(watch().reported(report(0, '18018G05MPS 9999 NSC 25/20 Q1010'))).toEqual(['gust'])
  })

  it('count a gust of as many knots as the limit, however exactly a service tells it', () => {
    const limit = { ...ALERT_SETTINGS_DEFAULT, gustMps: metresPerSecond(25) }
    const told = (windGustMps: number) => watch(limit).reported({ ...report(0, FINE), windGustMps })
    expect([12.9, 12.86, metresPerSecond(25)].map(told)).toEqual([['gust'], ['gust'], ['gust']])
    expect(told(metresPerSecond(24))).toEqual([])
  })

  it('are told of as overdue from 75 min on, and again after the next one came and is late too', () => {
    const desk = watch()
    const first = report(0, FINE)
    expect(desk.reported(first, NOW + 75 * MIN)).toEqual([])
    expect(desk.reported(first, NOW + 75 * MIN + 1_000)).toEqual(['overdue'])
    expect(desk.reported(first, NOW + 200 * MIN)).toEqual([])
    expect(desk.reported(report(205, FINE))).toEqual([])
    expect(desk.reported(report(205, FINE), NOW + 281 * MIN)).toEqual(['overdue'])
  })

  it('do not count as better while they say nothing', () => {
    const desk = watch({ ...ALERT_SETTINGS_DEFAULT, off: ['category'] })
    expect(desk.reported(report(0, '18004MPS 1400 BR NSC 25/20 Q1010'))).toEqual(['visibility'])
    expect(desk.reported(report(30, '18004MPS //// NSC 25/20 Q1010'))).toEqual([])
    expect(desk.reported(report(60, '18004MPS 1400 BR NSC 25/20 Q1010'))).toEqual([])
  })
})

describe('a feed', () => {
  it('that flaps is told of once in ten minutes, and still is then', () => {
    const desk = watch()
    expect(desk.feeds(null, NOW)).toEqual([])
    expect(desk.feeds(true, NOW)).toEqual(['lightning-lost'])
    expect(desk.feeds(false, NOW + MIN)).toEqual([])
    expect(desk.feeds(true, NOW + 2 * MIN)).toEqual([])
    expect(desk.feeds(true, NOW + COOL_DOWN_MS - 1_000)).toEqual([])
    expect(desk.feeds(true, NOW + COOL_DOWN_MS)).toEqual(['lightning-lost'])
  })
})

it('says nothing of what is switched off', () => {
  const desk = watch({ ...ALERT_SETTINGS_DEFAULT, off: ['strike'] })
  desk.strike(3, NOW)
  expect(desk.lightning(NOW)).toEqual([])
})

it('forgets airports that are watched no more, and nothing of the feeds', () => {
  const desk = watch()
  desk.strike(3, NOW)
  desk.lightning(NOW)
  desk.feeds(true, NOW)
  expect(Object.keys(forgetOthers(desk.memory(), ['ZBAA']))).toEqual(['/lightning-lost'])
  expect(Object.keys(forgetOthers(desk.memory(), ['ZSPD']))).toEqual(['ZSPD/strike', '/lightning-lost'])
})

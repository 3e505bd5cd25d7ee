import { expect, it } from 'vitest'
import type { AlertMemory } from '../../../../core/airports/alert-rules.ts'
import { watchOf } from '../../../../core/airports/hold-time.ts'
import { HoldTimers } from '../../../../core/airports/lightning-hold-timer.ts'
import { destination } from '../../../../core/geo/geo.ts'
import type { LoggedAlert } from '../alert-store.ts'
import { isOver } from './is-over.ts'

const MIN = 60_000
const NOW = Date.UTC(2026, 6, 1, 8)
const ZSPD = { icao: 'ZSPD', lat: 31.14, lon: 121.8 }
const alert = (kind: LoggedAlert['kind'], more: Partial<LoggedAlert> = {}): LoggedAlert => ({
  ...{ id: 'a', kind, icao: 'ZSPD', atMs: NOW - 50 * MIN, data: {}, seenMs: null, acknowledgedMs: null },
  ...more,
})

function timer(agoMin: number, missing: { fromMs: number; toMs: number }[] = []) {
  const timers = new HoldTimers([ZSPD], [5, 8, 16])
  const { lat, lon } = destination(ZSPD, 90, 3)
  timers.add(0, NOW - agoMin * MIN, lat, lon)
  return timers.read('ZSPD', watchOf(missing, NOW, 30 * MIN), NOW, 30 * MIN)
}

it.each([
  ['is not while a ring counts down', timer(10), false],
  ['is once the whole hold time was observed and nothing struck', timer(40), true],
  [
    'is not while part of the hold time was not observed',
    timer(40, [{ fromMs: NOW - 9 * MIN, toMs: NOW - 5 * MIN }]),
    false,
  ],
  ['is not while nothing is known', null, false],
])('of a strike in a ring %s', (_, holdTimer, over) => {
  expect(isOver(alert('strike'), { holdTimer, memory: {}, nowMs: NOW })).toBe(over)
})

it('of a report is once the rules no longer find it, and not while they know nothing of it', () => {
  const told = (level?: number) => {
    const memory: AlertMemory = level === undefined ? {} : { 'ZSPD/gust': { level, toldMs: {} } }
    return isOver(alert('gust'), { holdTimer: null, memory, nowMs: NOW })
  }
  expect([told(1), told(0), told()]).toEqual([false, true, false])
})

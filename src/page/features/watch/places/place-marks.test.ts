import { expect, it } from 'vitest'
import { watchOf } from '../../../../core/airports/hold-time.ts'
import { HoldTimers } from '../../../../core/airports/lightning-hold-timer.ts'
import { shapeOf } from '../../../../core/places/place-shape.ts'
import { levelState } from '../../../../testing/channels/rows.ts'
import { placeOf } from '../../../../testing/watch-kit.ts'
import type { LadderState } from './place-marks.ts'
import { createPlaceMarks } from './place-marks.ts'

const MIN = 60_000
const START = Date.UTC(2026, 6, 1, 8)
/** Beside the first place, a degree from the next one. */
const NEAR_FIRST = [31.001, 121] as const

/** Three places a degree apart, of a hold time of ten minutes. */
function setUp() {
  const places = ['a', 'b', 'c'].map((id, i) => {
    const place = placeOf(id, {}, i)
    return { ...place, shape: shapeOf(place.geometry), isDrawn: false }
  })
  const timers = new HoldTimers(
    places.map(({ id, geometry, shape }) => ({ icao: id, geometry, ...shape.middle })),
    [5, 8, 16],
  )
  const now = { ms: START, isKept: true, hasTexts: true, isSeen: true, brokenToMs: 0, texts: 0, feed: 'seen' }
  const levels = new Map<string, LadderState>()
  const watch = () => {
    const { brokenToMs, ms } = now
    return watchOf(brokenToMs > 0 ? [{ fromMs: ms - 30 * MIN, toMs: brokenToMs }] : [], ms, 10 * MIN, {
      lookBackMs: 30 * MIN,
    })
  }
  const holdTimers = {
    read: (id: string) => (now.isKept ? timers.read(id, watch(), now.ms, 10 * MIN) : null),
    readAtRest: () => (now.isKept ? timers.readAtRest(watch(), now.ms, 10 * MIN) : null),
    struck: () => timers.struckSince(now.ms - 30 * MIN),
  }
  const marks = createPlaceMarks({
    places,
    holdTimers,
    nameOf: ({ name }) => name,
    textOf(holdTimer) {
      now.texts++
      return `seen ${(holdTimer?.watch.observedMs ?? 0) / MIN} min`
    },
    triggered: () => [...levels].filter(([, { level }]) => level !== null).map(([id]) => id),
    levelsOf(id) {
      const state = levels.get(id)
      return state ? { state, text: () => `${state.level ?? 'none'} at ${(now.ms - START) / 1_000}` } : null
    },
    versions: () => (id) => levels.get(id),
    feed: () => now.feed,
    areTextsShown: () => now.hasTexts,
    isSeen: () => now.isSeen,
  })
  const due = () => marks.due().map(({ id }) => id)
  const changes = () =>
    marks
      .due()
      .flatMap(marks.changeOf)
      .map(({ id, addOrUpdateProperties }) => [id, ...addOrUpdateProperties.map(({ value }) => value)])
  const observed = { now: true, since: null }
  const strike = () => {
    timers.add(now.ms, ...NEAR_FIRST)
    levels.set('a', { level: 'red', levels: [levelState('red', 'on')], observed })
  }
  const ends = () => levels.set('a', { level: null, levels: [levelState('red')], observed })
  const draw = () => places.map((place) => marks.featureOf(place).properties)
  return { now, levels, observed, marks, due, changes, strike, ends, draw }
}

it('evaluates all once, and then only struck ones', () => {
  const { now, due, changes, strike, draw } = setUp()
  expect(draw()[0]).toEqual({ id: 'a', name: 'Place a', state: 'quiet', text: '' })
  expect(due()).toEqual(['a', 'b', 'c'])
  expect(due()).toEqual([])
  strike()
  now.ms += 1_000
  expect(due()).toEqual(['a'])
  expect(changes()).toEqual([['a', 'alarm', 'red at 1']])
  expect(changes()).toEqual([])
  now.ms += 1_000
  expect(changes()).toEqual([['a', 'alarm', 'red at 2']])
})

it('marks a place as inactive once the level has ended', () => {
  const { now, due, changes, strike, ends, draw } = setUp()
  draw()
  strike()
  changes()
  now.ms += 10 * MIN
  ends()
  expect(changes()).toEqual([['a', 'quiet', '']])
  now.ms += 25 * MIN
  expect(changes()).toEqual([])
  expect(due()).toEqual([])
})

it('evaluates all when the feed fails, and when it recovers', () => {
  const { now, due, changes, draw } = setUp()
  draw()
  due()
  now.brokenToMs = now.ms
  expect(changes().map(([id, state]) => [id, state])).toEqual(['a', 'b', 'c'].map((id) => [id, 'not-watched']))
  now.ms += 10 * MIN
  expect(changes()).toEqual(['a', 'b', 'c'].map((id) => [id, 'quiet', '']))
})

it('checks places of unknown state again', () => {
  const { now, due, changes, draw } = setUp()
  now.isKept = false
  draw()
  due()
  expect(due()).toEqual(['a', 'b', 'c'])
  now.isKept = true
  expect(changes()).toHaveLength(3)
  expect(due()).toEqual([])
})

it('counts down only where that is shown, and in view', () => {
  const { now, due, changes, strike, draw } = setUp()
  now.hasTexts = false
  draw()
  strike()
  due()
  expect(changes()).toEqual([['a', 'alarm', '']])
  now.ms += 1_000
  expect(changes()).toEqual([])
  expect(now.texts).toBe(0)
  Object.assign(now, { hasTexts: true, isSeen: false })
  expect(changes()).toEqual([])
  now.isSeen = true
  expect(changes()).toEqual([['a', 'alarm', 'red at 1']])
})

it('has the colour of the most severe level on, amber for a possible one, and no calm without data', () => {
  const { levels, observed, now, due, changes, strike, draw } = setUp()
  draw()
  due()
  levels.set('b', { level: 'red', levels: [levelState('red', 'expected')], observed })
  expect(changes()).toEqual([['b', 'alert', 'red at 0']])
  levels.set('b', { level: 'red', levels: [levelState('red', 'on')], observed })
  expect(changes()).toEqual([['b', 'alarm', 'red at 0']])
  levels.set('b', { level: 'red', levels: [levelState('red', 'on', { colour: 'yellow' })], observed })
  expect(changes()).toEqual([['b', 'alert', 'red at 0']])
  levels.set('b', { level: null, levels: [levelState('red')], observed })
  expect(changes()).toEqual([['b', 'quiet', '']])
  expect(due()).toEqual([])
  strike()
  now.ms += 1_000
  levels.set('a', { level: null, levels: [levelState('red', 'off', { coverage: 0.5 })], observed })
  expect(changes()).toEqual([['a', 'not-watched', 'none at 1']])
})

it('does not evaluate places again whose levels and strikes are the same, unless the feed changed', () => {
  const { now, levels, observed, due, changes, strike, draw } = setUp()
  now.hasTexts = false
  draw()
  due()
  strike()
  expect(due()).toEqual(['a'])
  expect(changes()).toEqual([['a', 'alarm', '']])
  now.ms += 1_000
  expect(due()).toEqual([])
  levels.set('a', { level: 'red', levels: [levelState('red', 'on', { colour: 'yellow' })], observed })
  expect(changes()).toEqual([['a', 'alert', '']])
  expect(due()).toEqual([])
  now.feed = 'lost'
  expect(due()).toEqual(['a'])
  now.hasTexts = true
  expect(changes()).toEqual([['a', 'alert', 'red at 1']])
})

import { expect, it } from 'vitest'
import { setUpRetained } from '../../../testing/channels/retained-kit.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'

const START_MS = Date.UTC(2026, 6, 1, 8)
const END = '2026-07-01T08:30:00.000Z'

const red = (over: Partial<Parameters<typeof rowOf>[0]> = {}) =>
  rowOf({
    place: 'golf',
    levels: [levelState('r5', 'on', { end: END }), levelState('r16', 'on', { end: END })],
    atMs: START_MS,
    ...over,
  })

it('says the state, the headline and each level of a place, its weather and its open stops', async () => {
  const { take, kept, json } = await setUpRetained()
  const row = red()
  await take(row)
  expect(json('b/places/golf/state')).toMatchObject({
    version: 2,
    id: row.id,
    stage: 'alarm',
    state: 'on',
    level: 'r5',
  })
  expect(kept.get('b/places/golf/level')).toBe('r5')
  expect(json('b/places/golf/levels/r16')).toEqual(row.levels[1])
  await take(rowOf({ place: 'golf', ladder: 'weather', levels: [levelState('wind', 'on')], atMs: START_MS }))
  expect(json('b/places/golf/weather')).toMatchObject({ ladder: 'weather', level: 'wind', state: 'on' })
  expect(kept.get('b/places/golf/level')).toBe('r5')
  const stop = { by: 'Li', at: END, note: '', id: 's1', place: 'golf', work: 'fuelling', earliestResume: null }
  const stops = [{ ...stop, level: null, changes: [], resumed: null }]
  await take({ ...row, id: 'stop.s1.1', step: 'stop', stage: 'stop', stops })
  expect(json('b/places/golf/stops')).toEqual(stops)
})

it('publishes changed topics only', async () => {
  const { take, puts } = await setUpRetained()
  const first = red()
  await take(first)
  puts()
  const levels = [levelState('r5'), first.levels[1]!]
  await take(red({ levels, before: first.levels, atMs: START_MS + 60_000 }))
  expect(puts()).toEqual(['b/places/golf/level', 'b/places/golf/levels/r5', 'b/places/golf/state'])
})

it('keeps a level through a gap: data are missing, its end is open, and nothing less is said of it', async () => {
  const { take, look, observed, states, json, kept } = await setUpRetained()
  const row = red()
  states.set('golf/lightning', row)
  await take(row)
  observed.lightning = { now: false, since: '2026-07-01T08:05:00.000Z' }
  const levels = row.levels.map((level) => ({ ...level, end: null }))
  states.set('golf/lightning', { ...row, levels, observed: { now: false, since: null } })
  await look()
  expect(json('b/observed')).toMatchObject({ lightning: { now: false } })
  expect(json('b/places/golf/state')).toMatchObject({ state: 'on', stage: 'alarm', observed: { now: true } })
  await look(true)
  expect(json('b/places/golf/state')).toMatchObject({ state: 'on', stage: 'alarm', observed: { now: false } })
  expect(json('b/places/golf/levels/r5')).toMatchObject({ state: 'on', end: null })
  expect(kept.get('b/places/golf/level')).toBe('r5')
})

it('follows an end that moved by a minute, and not one that moved by less', async () => {
  const { take, look, states, puts, json } = await setUpRetained()
  const row = red()
  await take(row)
  await look()
  puts()
  const endsAt = (end: string) => {
    states.set('golf/lightning', { ...row, levels: row.levels.map((level) => ({ ...level, end })) })
    return look(true)
  }
  await endsAt('2026-07-01T08:30:59.000Z')
  expect(puts()).toEqual([])
  await endsAt('2026-07-01T08:31:00.000Z')
  expect(puts()).toEqual(['b/places/golf/levels/r16', 'b/places/golf/levels/r5', 'b/places/golf/state'])
  expect(json('b/places/golf/levels/r5')).toMatchObject({ end: '2026-07-01T08:31:00.000Z' })
  await look(true)
  expect(puts()).toEqual([])
})

it('follows an expectation whose end moved by a minute', async () => {
  const { take, look, states, json } = await setUpRetained({ tellsExpected: true })
  const levels = [levelState('r5'), levelState('r16', 'expected', { until: END })]
  const row = red({ levels, cause: 'chance' })
  await take(row)
  const until = '2026-07-01T08:31:00.000Z'
  states.set('golf/lightning', { ...row, levels: [levels[0]!, { ...levels[1]!, until }] })
  await look(true)
  expect(json('b/places/golf/levels/r16')).toMatchObject({ state: 'expected', until })
})

it.each([true, false])('clears all topics of a place that goes, also while no process ran: %s', async (isRunning) => {
  const { take, gone, followPlaces, restart, kept } = await setUpRetained()
  await take(red())
  expect(kept.size).toBe(4)
  gone.add('golf')
  await (isRunning ? followPlaces() : restart())
  expect([...kept.keys()]).toEqual([])
})

it('clears removed levels of a ladder', async () => {
  const { take, look, states, kept } = await setUpRetained()
  const row = red()
  await take(row)
  const levels = [levelState('r1', 'on', { end: END }), levelState('r20', 'on', { end: END })]
  states.set('golf/lightning', { ...row, levels, level: 'r1' })
  await look(true)
  expect([...kept.keys()].filter((topic) => topic !== 'b/observed').sort()).toEqual(
    ['level', 'levels/r1', 'levels/r20', 'state'].map((name) => `b/places/golf/${name}`),
  )
  expect(kept.get('b/places/golf/level')).toBe('r1')
})

it('publishes all levels that are not off after each connection, and the log’s state after a restart', async () => {
  const { take, comeBack, restart, kept, puts } = await setUpRetained()
  await take(red())
  const off = [levelState('r5'), levelState('r16')]
  await take(red({ place: 'farm' }))
  await take(red({ place: 'farm', levels: off, before: red().levels, atMs: START_MS + 1 }))
  await comeBack()
  expect([...kept.keys()].every((topic) => topic.startsWith('b/places/golf/'))).toBe(true)
  await restart()
  expect(puts().filter((topic) => topic.endsWith('/state'))).toEqual(['b/places/golf/state'])
  expect(kept.get('b/places/golf/level')).toBe('r5')
})

it.each([
  [false, 'quiet'],
  [true, 'approach'],
])('publishes expected levels as such, and by a stage if forecasts are enabled: %s', async (tellsExpected, stage) => {
  const { take, json, kept } = await setUpRetained({ tellsExpected })
  await take(red({ levels: [levelState('r5'), levelState('r16', 'expected', { until: END })], cause: 'chance' }))
  expect(json('b/places/golf/state')).toMatchObject({ state: 'expected', stage })
  expect(kept.get('b/places/golf/level')).toBe('r16')
})

it('leaves nothing of a channel that goes', async () => {
  const { take, look, retire, kept } = await setUpRetained()
  await take(red())
  await look()
  expect(kept.has('b/observed')).toBe(true)
  await retire()
  expect([...kept.keys()]).toEqual([])
})

import { expect, it, onTestFinished } from 'vitest'
import type { Row } from '../../../contract/watch/alarms.ts'
import type { LadderKind, PlaceState } from '../../../contract/watch/place-states.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { setUpHistory } from '../../../testing/history-kit.ts'
import { type LevelSource, RetainedStates } from './retained-states.ts'

const START_MS = Date.UTC(2026, 6, 1, 8)
const END = '2026-07-01T08:30:00.000Z'

/** The retained messages of one channel, by what an engine in memory says. */
async function setUp(over: { tellsExpected?: boolean } = {}) {
  const { clock, history } = setUpHistory()
  const kept = new Map<string, string>()
  let puts: string[] = []
  let connect = () => {}
  const gone = new Set<string>()
  const states = new Map<string, PlaceState>()
  const observed = { lightning: { now: true, since: null as string | null }, reports: { now: true, since: null } }
  const levels: LevelSource = {
    stateOf: (place: string, ladder: LadderKind) => states.get(`${place}/${ladder}`) ?? null,
    observed: () => observed,
  }
  const open = () =>
    new RetainedStates({
      topics: {
        placeTopic: (id) => `b/places/${id}`,
        observedTopic: 'b/observed',
        async put(topic, body) {
          puts.push(topic)
          if (body === null) kept.delete(topic)
          else kept.set(topic, body)
        },
        onConnect(listener) {
          connect = listener
          listener()
        },
      },
      key: 'light/broker/',
      tellsExpected: over.tellsExpected ?? false,
      store: history.watch,
      messageOf: (alarm) => ({ alarm, text: 'text', lang: 'en' }),
      isWanted: ({ id }) => !gone.has(id),
      isKeptElsewhere: () => false,
      levels: () => levels,
      clock,
    })
  let retained = open()
  await retained.followPlaces()
  onTestFinished(() => retained.close())
  const rest = () => clock.advance(20)
  return {
    kept,
    states,
    observed,
    gone,
    json: (topic: string) => JSON.parse(kept.get(topic) ?? 'null') as Record<string, unknown> | null,
    /** Topics that were published since it was last asked. */
    puts: () => puts.splice(0).sort(),
    async take(...rows: Row[]): Promise<void> {
      await history.watch.write({ alarms: rows.map((alarm) => ({ alarm, channels: [] })) })
      retained.take(rows)
      await rest()
    },
    /** A second passes, or a minute in which ends are looked at. */
    async look(ends = false): Promise<void> {
      for (let second = 0; second < (ends ? 60 : 1); second++) retained.look(ends ? second : null)
      await rest()
    },
    async followPlaces(): Promise<void> {
      await retained.followPlaces()
      await rest()
    },
    async retire(): Promise<void> {
      await retained.retire()
    },
    async comeBack(): Promise<void> {
      kept.clear()
      puts = []
      connect()
      await rest()
    },
    async restart(): Promise<void> {
      retained.close()
      puts = []
      retained = open()
      await retained.followPlaces()
      await rest()
    },
  }
}

const red = (over: Partial<Parameters<typeof rowOf>[0]> = {}) =>
  rowOf({
    place: 'golf',
    levels: [levelState('r5', 'on', { end: END }), levelState('r16', 'on', { end: END })],
    atMs: START_MS,
    ...over,
  })

it('says the state, the headline and each level of a place, its weather and its open stops', async () => {
  const { take, kept, json } = await setUp()
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

it('publishes again what became another alone', async () => {
  const { take, puts } = await setUp()
  const first = red()
  await take(first)
  puts()
  const levels = [levelState('r5'), first.levels[1]!]
  await take(red({ levels, before: first.levels, atMs: START_MS + 60_000 }))
  expect(puts()).toEqual(['b/places/golf/level', 'b/places/golf/levels/r5', 'b/places/golf/state'])
})

it('keeps a level through a gap: data are missing, its end is open, and nothing less is said of it', async () => {
  const { take, look, observed, states, json, kept } = await setUp()
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
  const { take, look, states, puts, json } = await setUp()
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

it.each([true, false])('clears all topics of a place that goes, also while no process ran: %s', async (isRunning) => {
  const { take, gone, followPlaces, restart, kept } = await setUp()
  await take(red())
  expect(kept.size).toBe(4)
  gone.add('golf')
  await (isRunning ? followPlaces() : restart())
  expect([...kept.keys()]).toEqual([])
})

it('clears the levels that a ladder has no more', async () => {
  const { take, look, states, kept } = await setUp()
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

it('says again after each connection what is not off, and after a restart what the log has', async () => {
  const { take, comeBack, restart, kept, puts } = await setUp()
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
])(
  'says of what is expected that it is, and by a stage where forecasts are wanted: %s',
  async (tellsExpected, stage) => {
    const { take, json, kept } = await setUp({ tellsExpected })
    await take(red({ levels: [levelState('r5'), levelState('r16', 'expected', { until: END })], cause: 'chance' }))
    expect(json('b/places/golf/state')).toMatchObject({ state: 'expected', stage })
    expect(kept.get('b/places/golf/level')).toBe('r16')
  },
)

it('leaves nothing of a channel that goes', async () => {
  const { take, look, retire, kept } = await setUp()
  await take(red())
  await look()
  expect(kept.has('b/observed')).toBe(true)
  await retire()
  expect([...kept.keys()]).toEqual([])
})

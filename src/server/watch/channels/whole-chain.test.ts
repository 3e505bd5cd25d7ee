import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { channelsOf } from '../../../testing/channels/channel-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import type { Channel } from './channels-file.ts'

/** Sequences of strikes, gaps and settings from the source to a webhook and to a light on a broker. */

const MINUTE_S = 60
const HOOK = { id: 'gate', kind: 'webhook', url: 'https://gate.example.com/', secret: 'x'.repeat(32) }

async function setUp(place: Parameters<typeof placeOf>[1] = {}) {
  const kept = new Map<string, string>()
  const took: Alarm[] = []
  const [mqtt] = channelsOf([{ id: 'light', kind: 'mqtt', host: 'broker.example.com' }])
  const light: Channel = {
    ...mqtt!,
    open: () => ({
      send: async () => undefined,
      states: {
        placeTopic: (id) => id,
        observedTopic: 'observed',
        async put(topic, body) {
          if (body === null) kept.delete(topic)
          else kept.set(topic, body)
        },
        onConnect: (listener) => listener(),
      },
    }),
  }
  const world = await setUpWatch({
    places: [placeOf('golf', { holdMin: 10, ...place })],
    channels: [...channelsOf([HOOK]), light],
    async post({ body }) {
      took.push(JSON.parse(body) as Alarm)
      return { status: 204, text: '' }
    },
  })
  await world.run(5)

  /** As the documented light shows it: nothing is said of what is not kept. */
  const lightShows = (): string => {
    const state = JSON.parse(kept.get('golf/state') ?? '{"state":"off"}') as { state: string; level: string | null }
    const observed = JSON.parse(kept.get('observed') ?? '{}') as { lightning?: { now: boolean } }
    if (state.state !== 'on') return 'dark'
    return observed.lightning?.now === false ? `${state.level} blinks` : String(state.level)
  }
  return {
    ...world,
    kept,
    lightShows,
    told: () => took.map(({ step, level, observed }) => `${step} ${step === 'observation' ? observed?.now : level}`),
  }
}

it('keeps the light through a gap in a storm, blinking while data are missing, and tells the gap and its end', async () => {
  const { run, silence, strike, lightShows, told } = await setUp()
  const shown: string[] = []
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await run(1)
      if (shown.at(-1) !== lightShows()) shown.push(lightShows())
    }
  }
  for (let minute = 0; minute < 4; minute++) {
    strike(3)
    await pass(MINUTE_S)
  }
  await silence(35)
  expect(lightShows()).toBe('r5 blinks')
  for (let minute = 0; minute < 10; minute++) {
    strike(3)
    await pass(MINUTE_S)
  }
  expect(lightShows()).toBe('r5')
  expect(new Set(shown)).toEqual(new Set(['r5', 'r5 blinks']))
  await pass(11 * MINUTE_S)
  expect(lightShows()).toBe('dark')
  expect(told()).toEqual(['up r5', 'observation false', 'observation true', 'end null'])
})

it('leaves nothing of a place that goes while it is struck, and tells that it is over', async () => {
  const { run, strike, guard, kept, told } = await setUp()
  strike(3)
  await run(5)
  expect(kept.get('golf/level')).toBe('r5')
  guard([placeOf('farm', {}, 3)])
  await run(5)
  expect([...kept.keys()].filter((topic) => topic.startsWith('golf'))).toEqual([])
  expect(told()).toEqual(['up r5', 'end null'])
})

it('tells by the levels of other rings at once, and by no ring that is gone', async () => {
  const { run, strike, guard, kept, told } = await setUp()
  strike(3)
  await run(5)
  guard([placeOf('golf', { holdMin: 10, ringsKm: [1, 20] })])
  await run(70)
  expect(kept.get('golf/level')).toBe('r20')
  expect([...kept.keys()].filter((topic) => topic.startsWith('golf/levels')).sort()).toEqual([
    'golf/levels/r1',
    'golf/levels/r20',
  ])
  expect(told()).toEqual(['up r5', 'up r20'])
})

it('tells after a snooze what came to an end within it, and leaves the light as it is', async () => {
  const { run, strike, watch, clock, history, lightShows, told } = await setUp()
  strike(3)
  await run(5 * MINUTE_S)
  const until = new Date(clock.now() + 20 * MINUTE_S * 1_000).toISOString()
  await history.watch.write({ states: [watch.snoozes.set({ place: 'golf', by: 'Li', until, note: '' })] })
  await run(10 * MINUTE_S)
  expect([told(), lightShows()]).toEqual([['up r5'], 'dark'])
  await run(11 * MINUTE_S)
  expect(told()).toEqual(['up r5', 'end null'])
})

it('steps down while the outer rings are struck, by webhook and light', async () => {
  const { run, strike, lightShows, told } = await setUp()
  strike(3)
  for (let minute = 0; minute < 12; minute++) {
    await run(MINUTE_S)
    strike(15)
  }
  expect(lightShows()).toBe('r16')
  await run(11 * MINUTE_S)
  expect([told(), lightShows()]).toEqual([['up r5', 'down r16', 'end null'], 'dark'])
})

import { expect, it } from 'vitest'
import { setUpChain } from '../../../testing/channels/chain-kit.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import type { WatchEngineDeps } from '../watch-engine.ts'

/** Sequences of strikes, gaps and settings from the upstream's socket to a signed webhook and to a light on a broker. */

const MINUTE_S = 60
const HOUR_MS = 3_600_000

it('steps down while the outer rings are struck, by webhook and light', async () => {
  const { run, strike, light, told } = await setUpChain()
  strike(12)
  await run(MINUTE_S)
  strike(3)
  for (let minute = 0; minute < 7; minute++) {
    await run(MINUTE_S)
    if (minute % 3 === 0) strike(12)
  }
  expect([told(), await light()]).toEqual([['up r16', 'up r5', 'down r16'], 'r16'])
  await run(6 * MINUTE_S)
  expect([told().at(-1), await light()]).toEqual(['end null', 'dark'])
})

it('sends the middle ring', async () => {
  const { run, strike, light, told } = await setUpChain()
  strike(12)
  await run(2 * MINUTE_S)
  for (const km of [7, 6.5, 7.9]) {
    strike(km)
    await run(MINUTE_S)
  }
  expect(await light()).toBe('r8')
  await run(5 * MINUTE_S)
  expect([told(), await light()]).toEqual([['up r16', 'up r8', 'end null'], 'dark'])
})

it.each([
  { gapS: 45, feeds: ['lightning'] },
  { gapS: 600, feeds: ['lightning', 'reports'] },
])(
  'keeps the light through $gapS s without data in a storm, blinking meanwhile, and sends the gap and its end',
  async (of) => {
    const { world, run, strike, light, told } = await setUpChain()
    for (let minute = 0; minute < 2; minute++) {
      strike(3)
      await run(MINUTE_S)
    }
    world.line.cut()
    world.line.up = false
    await run(of.gapS)
    expect(await light()).toBe('r5 blinks')
    world.line.up = true
    for (let minute = 0; minute < 2; minute++) {
      strike(3)
      await run(MINUTE_S)
      expect(await light()).toBe('r5')
    }
    await run(5 * MINUTE_S)
    expect(await light()).toBe('dark')
    const gaps = [false, true].flatMap((now) => of.feeds.map(() => `observation ${now}`))
    expect(told()).toEqual(['up r5', ...gaps, 'end null'])
  },
)

it('withdraws an expectation that did not come true', async () => {
  const { run, told, topics } = await expecting({ percent: 50, withinMin: 10 }, (minute) => minute >= 1 && minute < 5)
  const state = async () => JSON.parse((await topics()).get('brontide/places/golf/state') ?? '{}') as { state?: string }
  await run(4 * MINUTE_S)
  expect((await state()).state).toBe('expected')
  await run(12 * MINUTE_S)
  expect([told(), (await state()).state]).toEqual([['expected r5', 'lapsed null'], 'off'])
})

it('clears a place that is removed during a storm, and sends its end', async () => {
  const { run, strike, guard, topics, told } = await setUpChain()
  strike(3)
  await run(5)
  expect((await topics()).get('brontide/places/golf/level')).toBe('r5')
  guard([placeOf('farm', {}, 3)])
  await run(5)
  expect([...(await topics()).keys()].filter((topic) => topic.includes('/golf/'))).toEqual([])
  expect(told()).toEqual(['up r5', 'end null'])
})

it('uses the levels of other rings at once, and no removed ring', async () => {
  const { run, strike, guard, topics, told } = await setUpChain()
  strike(3)
  await run(5)
  guard([placeOf('golf', { holdMin: 10, ringsKm: [1, 20] })])
  await run(70)
  const kept = await topics()
  expect(kept.get('brontide/places/golf/level')).toBe('r20')
  const levels = [...kept.keys()].filter((topic) => topic.startsWith('brontide/places/golf/levels/')).sort()
  expect(levels.map((topic) => topic.split('/').at(-1))).toEqual(['r1', 'r20'])
  expect(told()).toEqual(['up r5', 'up r20'])
})

it('ends a level after its hold time where the clock of the machine is set back meanwhile', async () => {
  const { run, strike, clock, light, told } = await setUpChain()
  strike(3)
  await run(MINUTE_S)
  clock.step(-HOUR_MS)
  await run(3 * MINUTE_S)
  expect(await light()).toBe('r5')
  await run(2 * MINUTE_S)
  expect([told(), await light()]).toEqual([['up r5', 'end null'], 'dark'])
})

it('sends an expected inner ring while the outer one is struck', async () => {
  const { run, strike, light, told } = await expecting({ percent: 90, withinMin: 10 }, (minute) => minute >= 1)
  strike(12)
  await run(3 * MINUTE_S)
  expect([told(), await light()]).toEqual([['up r16', 'expected r16'], 'r16'])
  strike(3)
  await run(5)
  expect([told().at(-1), await light()]).toEqual(['up r5', 'r5'])
})

it('sends after a snooze the end within it, and keeps the light', async () => {
  const { run, strike, watch, clock, history, light, told } = await setUpChain()
  strike(3)
  await run(MINUTE_S)
  const until = new Date(clock.now() + 8 * MINUTE_S * 1_000).toISOString()
  await history.watch.write({ states: [watch.snoozes.set({ place: 'golf', by: 'Li', until, note: '' })] })
  await run(5 * MINUTE_S)
  expect([told(), await light()]).toEqual([['up r5'], 'dark'])
  await run(4 * MINUTE_S)
  expect(told()).toEqual(['up r5', 'end null'])
})

/** A place whose inner level becomes expected by a nowcast some minutes after the start. */
async function expecting(expect: { percent: number; withinMin: 10 }, isMet: (minute: number) => boolean) {
  const level = { strikes: 1, withinMin: 10, holdMin: 10 }
  const levels = [
    { ...level, id: 'r5', name: '5 km', km: 5, expect },
    { ...level, id: 'r16', name: '16 km', km: 16 },
  ]
  const place = placeOf('golf', { holdMin: 10, ringsKm: [5, 16], stated: { levels } })
  let nowMs = () => 0
  let beganMs = 0
  const nowcast: WatchEngineDeps['nowcast'] = {
    latest() {
      const atMs = Math.floor(nowMs() / 60_000) * 60_000
      const chance = isMet(Math.floor((nowMs() - beganMs) / 60_000)) ? 0.95 : 0.01
      const chances = [chance, chance, chance, chance]
      const rings = place.ringsKm.map(() => ({
        chances,
        shipped: chances,
        inProgress: false,
        arrival: null,
        stormId: null,
        next: null,
      }))
      const guarded = { place, rings: place.ringsKm.map((ringKm) => ({ ringKm })) as never }
      return {
        outlook: { atMs, observed: [1, 1, 1], storms: [], rings, isWatched: true },
        places: [guarded],
        isObserved: true,
      }
    },
  }
  const chain = await setUpChain({ place, nowcast, hook: { events: ['up', 'down', 'end', 'expected'] } })
  nowMs = chain.clock.now
  beganMs = chain.clock.now()
  return chain
}

it.each([-1, 1])('escalates after five minutes although the clock of the server is set by %i h', async (hours) => {
  const { clock, run, strike, told } = await setUpChain({ hook: { ifUnacknowledged: 5 } })
  await run(MINUTE_S)
  clock.step(hours * HOUR_MS)
  await run(MINUTE_S)
  strike(3)
  await run(4 * MINUTE_S)
  strike(3)
  expect(told()).toEqual([])
  await run(2 * MINUTE_S)
  expect(told()).toEqual(['up r5'])
})

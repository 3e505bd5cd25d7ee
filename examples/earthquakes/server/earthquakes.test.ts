import { expect, it } from 'vitest'
import type { HttpAnswer } from '../../../client/http/http.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { EARTHQUAKES_WINDOW_MS, earthquakesSchema } from './earthquake.ts'
import { createMadeEarthquakes } from './made-earthquakes.ts'
import { createUpstreamEarthquakes } from './upstream-earthquakes.ts'

it('creates the same earthquakes from the same seed and moment, others from another seed', async () => {
  const clock = createFakeClock()
  const first = await createMadeEarthquakes({ clock, seed: 1 }).recent()
  expect(earthquakesSchema.parse(first)).toEqual(first)
  expect(await createMadeEarthquakes({ clock, seed: 1 }).recent()).toEqual(first)
  expect(await createMadeEarthquakes({ clock, seed: 2 }).recent()).not.toEqual(first)
})

it('returns those of seven days, newest first, none before its detection', async () => {
  const clock = createFakeClock()
  const source = createMadeEarthquakes({ clock, seed: 1 })
  const times = (await source.recent())?.earthquakes.map(({ time }) => Date.parse(time)) ?? []
  expect(times.length).toBeGreaterThan(100)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(Math.max(...times)).toBeLessThan(clock.now() - 60_000)
  expect(Math.min(...times)).toBeGreaterThan(clock.now() - EARTHQUAKES_WINDOW_MS)
})

it('creates few large ones', async () => {
  const { earthquakes } = (await createMadeEarthquakes({ clock: createFakeClock(), seed: 1 }).recent())!
  const above = (magnitude: number) => earthquakes.filter((each) => each.magnitude >= magnitude).length
  expect(above(2.5)).toBe(earthquakes.length)
  expect(above(3.5)).toBeLessThan(earthquakes.length / 5)
})

function setUpUpstream(answer: Pick<HttpAnswer, 'status' | 'body'>) {
  const clock = createFakeClock()
  let asked = 0
  const http = {
    async request() {
      asked++
      return { ...answer, asOfMs: clock.now(), stale: false }
    },
    counters: async () => ({ queued: 0, total: asked, failed: 0 }),
  }
  return { clock, asked: () => asked, source: createUpstreamEarthquakes({ clock, random: Math.random, http }) }
}

it('requests the upstream once a minute, for any number of viewers', async () => {
  const { clock, asked, source } = setUpUpstream({ status: 200, body: { as_of: '', earthquakes: [] } })
  await Promise.all([source.recent(), source.recent()])
  expect(asked()).toBe(1)
  await clock.advance(60_000)
  expect(await source.recent()).toEqual({ as_of: '', earthquakes: [] })
  expect(asked()).toBe(2)
})

it('returns none if the upstream has none', async () => {
  expect(await setUpUpstream({ status: 404, body: null }).source.recent()).toBeNull()
})

import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { packForecast } from './forecast-archive.ts'
import { createForecastsAround } from './forecasts-around.ts'

const MINUTES = 60
const FROM_MS = Date.UTC(2026, 6, 1, 8)
const FROM_MINUTE = FROM_MS / MINUTE_MS

/** A forecast each minute; every seventh is unknown and one is unreadable. */
function setUp() {
  const read: number[] = []
  const bodies = Array.from({ length: MINUTES }, (_, i) => {
    if (i === 20) return new Uint8Array([1, 2, 3])
    const rings = [{ id: 'field', km: 8, told: [i, i, i, i], shipped: [0, 0, 0, 0], likelyMs: null }]
    return packForecast({ atMs: FROM_MS + i * MINUTE_MS, isObserved: i % 7 !== 0, rings })
  })
  const scores = {
    said: async (from: number, to: number) => {
      read.push(to - from)
      return bodies.slice(Math.max(0, from - FROM_MINUTE), Math.max(0, to - FROM_MINUTE))
    },
  }
  const turns = { take: <T>(_: string, piece: () => Promise<T>) => piece() }
  return {
    read,
    told: createForecastsAround({ scores } as unknown as Parameters<typeof createForecastsAround>[0], turns),
  }
}

it('has the forecasts of a place minute by minute: unreadable ones omitted, unknown ones null', async () => {
  const { told } = setUp()
  const all = await told('field', { fromMs: FROM_MS, toMs: FROM_MS + MINUTES * MINUTE_MS }, 'a test')
  expect(all).toHaveLength(MINUTES - 1)
  expect(all[7]).toEqual({ atMs: FROM_MS + 7 * MINUTE_MS, rings: null })
  expect(all[8]!.rings!.get(8)).toEqual([8, 8, 8, 8])
  expect((await told('other', { fromMs: FROM_MS, toMs: FROM_MS + MINUTE_MS * 9 }, 'a test'))[8]!.rings!.size).toBe(0)
})

it('reads a few minutes at a time, and re-reads only the end', async () => {
  const { told, read } = setUp()
  const period = { fromMs: FROM_MS, toMs: FROM_MS + 50 * MINUTE_MS }
  const first = await told('field', period, 'a test')
  expect(Math.max(...read)).toBeLessThanOrEqual(5)
  read.length = 0
  expect(await told('field', period, 'a test')).toEqual(first)
  expect(read.reduce((sum, minutes) => sum + minutes, 0)).toBeLessThanOrEqual(3)
})

it('caches the forecasts of eight places, and reads those of a ninth again', async () => {
  const { told, read } = setUp()
  const period = { fromMs: FROM_MS, toMs: FROM_MS + 50 * MINUTE_MS }
  for (let place = 0; place < 9; place++) await told(`place ${place}`, period, 'a test')
  read.length = 0
  await told('place 0', period, 'a test')
  expect(read.reduce((sum, minutes) => sum + minutes, 0)).toBe(51)
})

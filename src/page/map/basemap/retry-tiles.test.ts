import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { retryTiles } from './retry-tiles.ts'

function setUp() {
  const clock = createFakeClock()
  const listeners = new Set<(event: object) => void>()
  const asked: string[] = []
  let online = false
  const fail = (x: number, sourceId = 'basemap') =>
    listeners.forEach((listener) => void listener({ sourceId, tile: { tileID: { canonical: { x, y: 2, z: 3 } } } }))
  const relief = { type: 'raster', tiles: ['relief/{z}/{x}/{y}'], setTiles: (tiles: string[]) => asked.push(...tiles) }
  const sources: Record<string, { type: string }> = { basemap: { type: 'vector' }, relief }
  const stop = retryTiles(
    {
      on: (_, listener) => listeners.add(listener),
      off: (_, listener) => listeners.delete(listener),
      getSource: (id) => sources[id],
      refreshTiles(source, tiles) {
        asked.push(`${source} ${tiles.map(({ x, y, z }) => `${z}/${x}/${y}`).join(' ')}`)
        if (!online) for (const { x } of tiles) fail(x)
      },
    },
    clock,
  )
  const goOnline = () => {
    online = true
  }
  return { clock, listeners, asked, fail, goOnline, stop }
}

it('retries failed tiles until they load, all of a moment together', async () => {
  const { clock, asked, fail, goOnline } = setUp()
  fail(6)
  fail(7)
  await clock.advance(9_000)
  goOnline()
  await clock.advance(60_000)
  expect(asked).toEqual(['basemap 3/6/2 3/7/2', 'basemap 3/6/2 3/7/2', 'basemap 3/6/2 3/7/2'])
})

it('ignores other errors, removed sources, and a removed map', async () => {
  const { clock, listeners, asked, fail, stop } = setUp()
  for (const listener of listeners) listener({ error: new Error('a style') })
  for (const listener of listeners)
    listener({ sourceId: 'gone', tile: { tileID: { canonical: { x: 0, y: 0, z: 0 } } } })
  await clock.advance(10_000)
  fail(6)
  stop()
  await clock.advance(10_000)
  expect([asked, listeners.size]).toEqual([[], 0])
})

it('reloads a source of pictures as a whole, as refreshing a failed tile would make each frame fail', async () => {
  const { clock, asked, fail } = setUp()
  fail(6, 'relief')
  fail(7, 'relief')
  await clock.advance(9_000)
  expect(asked).toEqual(['relief/{z}/{x}/{y}'])
})

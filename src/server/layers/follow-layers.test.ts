import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLog } from '../config/log.ts'
import { createSettingsFaults } from '../settings/settings-faults.ts'
import { followLayers } from './follow-layers.ts'
import { readLayers } from './layers-file.ts'

const PATH = '/etc/brontide/layers.json'
const layer = (id: string, over: object = {}) => ({
  id,
  name: `Layer ${id}`,
  kind: 'xyz',
  url: 'https://a.example/{z}/{x}/{y}',
  attribution: 'Us',
  ...over,
})

function setUp(first: string) {
  const clock = createFakeClock()
  const faults = createSettingsFaults()
  const lines: string[] = []
  let text = first
  const read = readLayers(first, PATH)
  const kept = { value: read.ok ? read.value : { layers: [], problems: [] }, path: PATH }
  const layers = followLayers({
    kept,
    clock,
    faults,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    readText: async () => text,
  })
  return {
    clock,
    faults,
    layers,
    lines,
    ids: () => layers.current().map(({ id }) => id),
    async holds(next: string) {
      text = next
      await clock.advance(5_000)
    },
  }
}

it('applies a changed file while the server runs, and keeps the previous one if invalid', async () => {
  const { ids, holds, faults, lines, clock } = setUp(JSON.stringify([layer('radar')]))
  await clock.advance(1_000)
  expect(ids()).toEqual(['radar'])
  await holds(JSON.stringify([layer('sat'), layer('radar', { opacity: 3 })]))
  expect(ids()).toEqual(['sat'])
  expect(faults.list()).toMatchObject([
    { name: 'LAYERS_FILE', problems: [{ code: 'range', where: { number: 2, id: 'radar', field: 'opacity' } }] },
  ])
  expect(lines.join()).toContain('layer 2 (radar): opacity must be a number from 0 to 1, got 3')
  await holds('{"not": "a list"}')
  expect(ids()).toEqual(['sat'])
  expect(faults.list()).toMatchObject([{ name: 'LAYERS_FILE', problems: [{ code: 'layers-list' }] }])
  expect(faults.counts()).toMatchObject({ LAYERS_FILE: 1 })
  await holds('[]')
  expect([ids(), faults.list(), faults.counts().LAYERS_FILE]).toEqual([[], [], 0])
})

it('keeps the object of a layer with an unchanged entry', async () => {
  const { layers, holds } = setUp(JSON.stringify([layer('radar'), layer('sat')]))
  const [radar, sat] = layers.current()
  await holds(JSON.stringify([layer('sat'), layer('radar', { url: 'https://b.example/{z}/{x}/{y}' })]))
  expect(layers.current()[0]).toBe(sat)
  expect(layers.current()[1]).not.toBe(radar)
})

it('lists and serves the present layers of the file, and lets the page reach their sources', async () => {
  let text = JSON.stringify([layer('sat')])
  const asked: string[] = []
  const file = join(mkdtempSync(join(tmpdir(), 'brontide-layers-')), 'layers.json')
  writeFileSync(file, text)
  const { request, clock } = setUpAppServer(
    { LAYERS_FILE: file },
    {
      readText: async () => text,
      fetch: async (url) => {
        asked.push(String(url))
        return new Response(null, { status: 404 })
      },
    },
  )
  const listed = async () => ((await (await request('/api/layers')).json()) as { layers: { id: string }[] }).layers
  const tile = async (id: string) => (await request(`/api/layers/${id}/1/0/0`)).status
  expect(await (await request('/api/config')).json()).toMatchObject({ hasOwnLayers: true })
  expect([await tile('sat'), await tile('radar')]).toEqual([204, 404])
  text = JSON.stringify([layer('radar'), layer('sat', { url: 'https://b.example/{z}/{x}/{y}' })])
  await clock.advance(5_000)
  expect((await listed()).map(({ id }) => id)).toEqual(['radar', 'sat'])
  // Responses cached for the other address are not used for this one.
  expect([await tile('sat'), await tile('radar')]).toEqual([204, 204])
  expect(asked).toEqual(['https://a.example/1/0/0', 'https://b.example/1/0/0', 'https://a.example/1/0/0'])
})

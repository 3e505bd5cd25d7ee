import { expect, it } from 'vitest'
import type { PageConfig } from '../../contract/brontide.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createServerCheck } from './server-check.ts'

const CONFIG: PageConfig = {
  version: '0.1.0+aa',
  simulated: true,
  delivery: 'relay',
  access: 'open',
  boundaries: 'default',
  basemapStyleUrl: null,
  hasOwnLayers: false,
  home: null,
  historyHours: 72,
  locationErrorKm: null,
  basemapVersion: 'b',
  now: '2026-07-01T08:00:00Z',
}
const PAGE = '<script type="module" src="/assets/index-1.js"></script>'

function lookAt(now: { config?: Partial<PageConfig>; page?: string; status?: number }) {
  const look = createServerCheck({
    environment: {
      clock: createFakeClock(),
      fetch: async (url) =>
        url.endsWith('/api/config')
          ? Response.json({ ...CONFIG, now: '2026-07-01T09:00:00Z', ...now.config }, { status: now.status ?? 200 })
          : new Response(now.page ?? PAGE),
    },
    baseUrl: 'http://desk',
    config: CONFIG,
    scripts: ['http://desk/assets/index-1.js'],
    onServerDate: () => {},
  })
  return look()
}

it('recognises the server of the page at any time', async () => {
  expect(await lookAt({})).toEqual({ kind: 'same' })
})

it('notices another version, another configuration, and another page', async () => {
  expect(await lookAt({ config: { version: '0.2.0+bb' } })).toEqual({ kind: 'changed', to: '0.2.0+bb' })
  expect(await lookAt({ config: { simulated: false } })).toMatchObject({ kind: 'changed' })
  expect(await lookAt({ page: PAGE.replace('index-1', 'index-2') })).toMatchObject({ kind: 'changed' })
})

it('treats an unhealthy response as none', async () => {
  await expect(lookAt({ status: 502 })).rejects.toThrow()
  await expect(lookAt({ config: { version: 5 as unknown as string } })).rejects.toThrow()
})

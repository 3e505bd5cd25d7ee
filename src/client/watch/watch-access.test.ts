import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createWatchAccess } from './watch-access.ts'

it('requests the places with the ETag of its list, and parses nothing if unchanged', async () => {
  const asked: (string | null)[] = []
  const answers = [
    new Response(JSON.stringify({ features: [{ type: 'Feature' }] }), { headers: { etag: '"a"' } }),
    new Response(null, { status: 304, headers: { etag: '"a"' } }),
    new Response(JSON.stringify({ detail: 'too busy' }), { status: 503 }),
  ]
  const fetch = async (_: unknown, init?: RequestInit) => {
    asked.push(new Headers(init?.headers).get('if-none-match'))
    return answers.shift()!
  }
  const { places } = createWatchAccess({
    environment: { clock: createFakeClock(), fetch: fetch as typeof globalThis.fetch },
    baseUrl: 'http://desk',
    credential: async () => 'ft-1',
    dropCredential() {},
  })
  expect(await places(null)).toEqual({ features: [{ type: 'Feature' }], ladders: [], mark: '"a"' })
  expect(await places('"a"')).toBeNull()
  await expect(places('"a"')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(asked).toEqual([null, '"a"', '"a"'])
})

it('requests the table of deliveries with the user’s token', async () => {
  const asked: [url: string, authorization: string | null][] = []
  const fetch = async (url: string, init?: RequestInit) => {
    asked.push([url, new Headers(init?.headers).get('authorization')])
    return new Response('row,channel\n')
  }
  const { deliveriesCsv } = createWatchAccess({
    environment: { clock: createFakeClock(), fetch: fetch as typeof globalThis.fetch },
    baseUrl: 'http://desk',
    credential: async () => 'ft-1',
    dropCredential() {},
  })
  expect(await deliveriesCsv()).toBe('row,channel\n')
  expect(asked).toEqual([['http://desk/api/deliveries?format=csv', 'Bearer ft-1']])
})

it('retries a change after an expired sign-in, as soon as the user has signed in again', async () => {
  const asked: string[] = []
  let isSignedIn = false
  const fetch = async (_: unknown, init?: RequestInit) => {
    asked.push(String(init?.body))
    return isSignedIn ? new Response(null, { status: 204 }) : new Response('{}', { status: 401 })
  }
  let held: string | null = 'ft-1'
  let signIn = () => {}
  let dropped = () => {}
  const isDropped = new Promise<void>((resolve) => {
    dropped = resolve
  })
  const waits = new Promise<void>((resolve) => {
    signIn = () => {
      isSignedIn = true
      resolve()
    }
  })
  const { leaveNote } = createWatchAccess({
    environment: { clock: createFakeClock(), fetch: fetch as typeof globalThis.fetch },
    baseUrl: 'http://desk',
    async credential() {
      if (held === null) await waits
      held ??= 'ft-2'
      return held
    },
    dropCredential(refused) {
      if (refused === held) held = null
      dropped()
    },
  })
  const left = leaveNote({ text: 'Radar is away' })
  await isDropped
  expect(held).toBe(null)
  expect(asked).toHaveLength(1)
  signIn()
  await left
  expect(asked).toEqual(['{"text":"Radar is away"}', '{"text":"Radar is away"}'])
})

it('sends no change of another user who has signed in meanwhile', async () => {
  const asked: string[] = []
  let user = 'wang'
  const fetch = async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${new URL(url).pathname}`)
    if (!url.endsWith('/api/rights')) return new Response('{}', { status: asked.length === 2 ? 401 : 204 })
    return Response.json({ name: user, acknowledge: null, configure: null })
  }
  const { leaveNote, rights } = createWatchAccess({
    environment: { clock: createFakeClock(), fetch: fetch as typeof globalThis.fetch },
    baseUrl: 'http://desk',
    credential: async () => 'ft-1',
    dropCredential() {
      user = 'li'
    },
  })
  await rights()
  await expect(leaveNote({ text: 'Radar is away' })).rejects.toMatchObject({ reason: 'unauthorised' })
  expect(asked).toEqual(['GET /api/rights', 'POST /api/journal', 'GET /api/rights'])
})

it('reports a rejected change if the signed-in user lacks the permission', async () => {
  let asked = 0
  const fetch = async () => {
    asked++
    return new Response('{}', { status: 401 })
  }
  const { leaveNote } = createWatchAccess({
    environment: { clock: createFakeClock(), fetch: fetch as typeof globalThis.fetch },
    baseUrl: 'http://desk',
    credential: async () => 'ft-1',
    dropCredential() {},
  })
  await expect(leaveNote({ text: 'Radar is away' })).rejects.toMatchObject({ reason: 'unauthorised' })
  expect(asked).toBe(2)
})

import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createWatchAccess } from './watch-access.ts'

it('asks for the places with the mark of those that it has, and reads nothing where they are the same', async () => {
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
    ...{ baseUrl: 'http://desk', credential: async () => 'ft-1', dropCredential() {} },
  })
  expect(await places(null)).toEqual({ features: [{ type: 'Feature' }], mark: '"a"' })
  expect(await places('"a"')).toBeNull()
  await expect(places('"a"')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(asked).toEqual([null, '"a"', '"a"'])
})

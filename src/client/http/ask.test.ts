import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAsk } from './ask.ts'
import type { HttpCall } from './http.ts'

const schema = z.looseObject({ high: z.number() })

function setUp(status: number, body: unknown) {
  const calls: HttpCall[] = []
  const ask = createAsk({
    async request(call) {
      calls.push(call)
      return { status, body, asOfMs: 0, stale: false }
    },
    counters: async () => ({ queued: 0, total: 0, failed: 0 }),
  })
  return { ask, calls }
}

it('requests a path with a token of the standard product, and parses the response by the schema', async () => {
  const { ask, calls } = setUp(200, { high: 3, new: 'field' })
  const { signal } = new AbortController()
  expect(await ask('/api/geysers', schema, { query: { near: 'here' }, signal })).toEqual({ high: 3, new: 'field' })
  expect(calls).toEqual([
    {
      service: 'standard',
      path: '/api/geysers',
      query: { near: 'here' },
      priority: 'rest',
      product: 'standard',
      signal,
    },
  ])
})

it('requests with the token of another product if required', async () => {
  const { ask, calls } = setUp(200, { high: 3 })
  await ask('/api/geysers', schema, { product: 'lightning', retries: 0 })
  expect(calls[0]).toMatchObject({ product: 'lightning', retries: 0 })
})

it.each([
  [
    404,
    { detail: 'nothing here' },
    { reason: 'bad-request', status: 404, message: 'GET /api/geysers: answered 404: nothing here' },
  ],
  [401, null, { reason: 'unauthorised' }],
  [
    200,
    { high: 'far' },
    { reason: 'unavailable', message: 'GET /api/geysers: the response is unreadable (it does not match the schema)' },
  ],
])('rejects a response %d with %j', async (status, body, error) => {
  await expect(setUp(status, body).ask('/api/geysers', schema)).rejects.toMatchObject({
    name: 'ContractError',
    ...error,
  })
})

import { pino } from 'pino'
import { expect, it } from 'vitest'
import { formatUtc } from '../../../contract/time.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFakeFetch } from '../../../testing/fakes/fake-fetch.ts'
import { createForgetfulHistory } from '../../../testing/fakes/forgetful-history.ts'
import { openUpstreamSource } from './open-upstream-source.ts'

/** A source in front of an upstream whose clock is ahead of ours. */
async function setUp({ aheadMs = 0, status = 200 }) {
  const clock = createFakeClock()
  const { fetch, calls } = createFakeFetch((_, i) => {
    const nowMs = clock.now() + aheadMs
    return {
      status,
      headers: { date: new Date(nowMs).toUTCString() },
      body: { token: `ft-${i}`, expires_at: formatUtc(nowMs + 5 * MINUTE_MS) },
    }
  })
  const source = await openUpstreamSource({
    environment: { clock, fetch, random: () => 0 } as never,
    bases: { standard: 'http://standard.test', special: 'http://special.test', specialWs: 'ws://special.test' },
    apiKey: 'sk-house-key',
    delivery: 'direct',
    log: pino({ enabled: false }),
    pointsPerDay: 0,
    history: createForgetfulHistory(),
    handedOver: undefined,
  })
  return { clock, source, calls }
}

it.each([-60, 0, 60])('issues no expired token of an upstream whose clock is %d min ahead', async (minutes) => {
  const { clock, source } = await setUp({ aheadMs: minutes * MINUTE_MS })
  const first = await source.mintUpstreamToken('lightning')
  await clock.advance(3 * MINUTE_MS)
  expect(source.knowsUpstreamToken(first.token)).toBe(true)
  expect(await source.mintUpstreamToken('lightning')).toEqual(first)
  await clock.advance(3 * MINUTE_MS)
  expect(source.knowsUpstreamToken(first.token)).toBe(false)
  expect(await source.mintUpstreamToken('lightning')).not.toEqual(first)
})

it('takes a token that is answered as created', async () => {
  const { source } = await setUp({ status: 201 })
  expect(await source.mintUpstreamToken('lightning')).toMatchObject({ token: 'ft-0' })
})

import { expect, it, vi } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createWatchAccess } from './watch-access.ts'

type Answer = Response | Error
const SEEN: Alarm = {
  id: 'golf.alarm.1',
  place: null,
  stage: 'alarm',
  at: '2026-07-01T08:00:00Z',
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  simulated: false,
  details: {},
  link: null,
  acknowledged: { by: 'Wei', at: '2026-07-01T08:01:00Z', note: '' },
}
const away = (seconds?: number) =>
  new Response('{"detail":"no process leads"}', {
    status: 503,
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
  })

/** A server that returns these responses in turn, and then repeats the last. */
function setUp(...answers: [Answer, ...Answer[]]) {
  const clock = createFakeClock()
  const askedMs: number[] = []
  const begunMs = clock.monotonicMs()
  const fetch = vi.fn(async () => {
    askedMs.push(Math.round((clock.monotonicMs() - begunMs) / 100) * 100)
    const answer = answers.length > 1 ? answers.shift()! : answers[0]
    if (answer instanceof Error) throw answer
    return answer.clone()
  })
  const access = createWatchAccess({
    environment: { clock, fetch: fetch as unknown as typeof globalThis.fetch },
    baseUrl: 'http://desk',
    credential: async () => 'ft-1',
    dropCredential() {},
  })
  return { clock, askedMs, access }
}

it('an acknowledgement is retried automatically during a change of leader', async () => {
  const { clock, askedMs, access } = setUp(
    new TypeError('no connection'),
    away(),
    away(2),
    new Response(JSON.stringify(SEEN)),
  )
  const seen = access.acknowledge(SEEN.id, { by: 'Wei', note: '' })
  await clock.advance(10_000)
  expect((await seen).acknowledged?.by).toBe('Wei')
  expect(askedMs).toEqual([0, 500, 1_500, 3_500])
})

it('so is one of a row of viewer rules', async () => {
  const { clock, askedMs, access } = setUp(away(1), new Response(JSON.stringify(SEEN)))
  const seen = access.acknowledgePrivate(SEEN.id, {})
  await clock.advance(2_000)
  expect((await seen).id).toBe(SEEN.id)
  expect(askedMs).toEqual([0, 1_000])
})

it('it is reported as failed after twenty seconds', async () => {
  const { clock, askedMs, access } = setUp(away(2))
  const refused = expect(access.acknowledge(SEEN.id, { note: '' })).rejects.toMatchObject({ status: 503 })
  await clock.advance(25_000)
  await refused
  expect(askedMs.at(-1)).toBeLessThanOrEqual(20_000)
  expect(askedMs.length).toBeLessThan(10)
})

it.each([403, 404, 400])('it is reported at once if the server rejects it: %i', async (status) => {
  const { askedMs, access } = setUp(new Response('{"detail":"no"}', { status }))
  await expect(access.acknowledge(SEEN.id, { note: '' })).rejects.toMatchObject({ status })
  expect(askedMs).toHaveLength(1)
})

it('a note to the next shift is sent once, and reported as failed', async () => {
  const { askedMs, access } = setUp(away(1))
  await expect(access.leaveNote({ by: 'Wei', text: 'quiet so far' })).rejects.toMatchObject({ status: 503 })
  expect(askedMs).toHaveLength(1)
})

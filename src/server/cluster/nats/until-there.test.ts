import { JetStreamApiError } from '@nats-io/jetstream'
import { AuthorizationError, NoRespondersError, RequestError, TimeoutError } from '@nats-io/transport-node'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createUntilThere } from './until-there.ts'

const refusal = (code: number) => new JetStreamApiError({ code: 503, err_code: code, description: `refused: ${code}` })

function setUp() {
  const clock = createFakeClock()
  const said: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => said.push(line) })
  return { clock, said, untilThere: createUntilThere({ clock, log }) }
}

it('servers that may still be starting are called with pauses of up to five seconds until they respond; each reason is logged once', async () => {
  const { clock, said, untilThere } = setUp()
  const askedMs: number[] = []
  let error: Error | null = new TimeoutError()
  const begunMs = clock.monotonicMs()
  const answer = untilThere('no server answers', async () => {
    askedMs.push(Math.round((clock.monotonicMs() - begunMs) / 100) * 100)
    if (error) throw error
    return 'here'
  })
  await clock.advance(3_600_000)
  const pauses = askedMs.slice(1).map((ms, i) => ms - askedMs[i]!)
  expect(pauses.slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000])
  expect(askedMs.length).toBeGreaterThan(700)
  for (error of [refusal(10_008), new TimeoutError(), null]) await clock.advance(10_000)
  expect(await answer).toBe('here')
  expect(said).toHaveLength(3)
  expect(said[0]).toMatch(/timeout.*no server answers: retrying/)
  expect(said[1]).toMatch(/refused: 10008.*retrying/)
  expect(said[2]).toContain('NATS responds')
})

const noAnswerOfJetStream = new Error('jetstream is not enabled', {
  cause: new RequestError('none', { cause: new NoRespondersError('$JS.API.INFO') }),
})
const distrust = (code: string) => Object.assign(new Error('self-signed certificate'), { code })

describe('an error that waiting cannot end', () => {
  it.each([
    ['refused credentials', new AuthorizationError('Authorization Violation'), 'NATS_CREDS_FILE'],
    ['an account without JetStream', new Error('', { cause: refusal(10_039) }), 'has no JetStream'],
    ['three replicas on one server', refusal(10_074), 'not a cluster'],
    ['no TLS', new Error("server does not support 'tls'"), 'tls://'],
    ['an unknown certificate', distrust('DEPTH_ZERO_SELF_SIGNED_CERT'), 'NATS_CA_FILE'],
  ])('rejects: %s', async (_what, error, words) => {
    const ask = vi.fn(() => Promise.reject(error))
    await expect(setUp().untilThere('', ask)).rejects.toThrow(words)
    expect(ask).toHaveBeenCalledOnce()
  })

  it.each([
    ['no JetStream server yet', noAnswerOfJetStream],
    ['no peers for the replicas yet', refusal(10_005)],
    ['a clock that is not set yet', distrust('CERT_NOT_YET_VALID')],
  ])('is not one of these: %s', async (_what, error) => {
    const { clock, untilThere } = setUp()
    const ask = vi.fn(() => Promise.resolve('here')).mockRejectedValueOnce(error)
    const answer = untilThere('', ask)
    await clock.advance(500)
    expect(await answer).toBe('here')
  })
})

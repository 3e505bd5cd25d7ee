import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Emitter } from '../../core/util/emitter.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createViewerPlacement } from './readiness.ts'

function setUp() {
  const clock = createFakeClock()
  const statuses = new Emitter<string>()
  const is = { engineGone: false, ingesting: false }
  const placement = createViewerPlacement({
    onStatus: (listener) => statuses.subscribe(listener),
    isEngineGone: () => is.engineGone,
    isIngesting: () => is.ingesting,
    clock,
    log: pino({ level: 'silent' }),
  })
  let told = 0
  placement.onCutOff(() => told++)
  /** How often viewers were sent away; whether more are, and whether others may know more. */
  const seen = () => [told, placement.sendsAway(), placement.mayKnowLess()]
  return { clock, is, placement, say: (type: string) => statuses.emit(type), seen }
}

it.each(['did not answer pings', 'answered pings alone, and was left'])(
  'they are sent away 0.3 s after a server %s, and no other one lets this process in',
  async (how) => {
    const { clock, placement, say, seen } = setUp()
    if (how === 'did not answer pings') say('staleConnection')
    else placement.leavesSilent()
    say('disconnect')
    await clock.advance(250)
    expect(seen()).toEqual([0, false, false])
    await clock.advance(100)
    expect(seen()).toEqual([1, true, true])
    say('reconnect')
    expect(seen()).toEqual([1, false, false])
    say('disconnect') // this time the server has ended
    await clock.advance(1_900)
    expect(seen()).toEqual([1, false, false])
  },
)

it('they are sent away once, for ten seconds, and others may know more for as long as it lasts', async () => {
  const { clock, say, seen } = setUp()
  say('disconnect')
  await clock.advance(1_000)
  say('disconnect')
  await clock.advance(1_100)
  expect(seen()).toEqual([1, true, true])
  await clock.advance(10_000)
  expect(seen()).toEqual([1, false, true])
  await clock.advance(3_600_000)
  expect(seen()).toEqual([1, false, true])
})

it('an ingest keeps its viewers while the machines of all servers refuse, until its sockets are closed', async () => {
  const { clock, is, say, seen } = setUp()
  Object.assign(is, { engineGone: true, ingesting: true })
  say('disconnect')
  await clock.advance(60_000)
  expect(seen()).toEqual([0, false, false])
  is.ingesting = false
  await clock.advance(500)
  expect(seen()).toEqual([1, true, true])
})

it('an ingest without NATS sends its viewers away, and refuses them for two seconds', async () => {
  const { clock, is, say, seen } = setUp()
  is.ingesting = true
  say('staleConnection')
  say('disconnect')
  await clock.advance(1_900)
  expect(seen()).toEqual([0, false, false])
  await clock.advance(200)
  expect(seen()).toEqual([1, true, true])
  await clock.advance(2_000)
  expect(seen()).toEqual([1, false, true])
})

it('no process knows more five minutes after all servers failed', async () => {
  const { clock, is, say, seen } = setUp()
  is.engineGone = true
  say('disconnect')
  await clock.advance(4 * 60_000)
  expect(seen()).toEqual([1, false, true])
  await clock.advance(62_000)
  expect(seen()).toEqual([1, false, false])
})

import { expect, it } from 'vitest'
import { Emitter } from '../../core/util/emitter.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { silentLog } from '../../testing/fakes/silent-log.ts'
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
    log: silentLog,
  })
  let told = 0
  placement.onCutOff(() => told++)
  /** How often viewers were sent away; whether more are, and whether others may know more. */
  const seen = () => [told, placement.sendsAway(), placement.mayKnowLess()]
  const seenAfter = async (ms: number) => {
    await clock.advance(ms)
    return seen()
  }
  return { clock, is, placement, say: (type: string) => statuses.emit(type), seen, seenAfter }
}

it.each(['did not answer pings', 'answered pings alone, and was left'])(
  'they are sent away 0.3 s after a server %s, and no other one lets this process in',
  async (how) => {
    const { placement, say, seen, seenAfter } = setUp()
    if (how === 'did not answer pings') say('staleConnection')
    else placement.leavesSilent()
    say('disconnect')
    expect(await seenAfter(250)).toEqual([0, false, false])
    expect(await seenAfter(100)).toEqual([1, true, true])
    say('reconnect')
    expect(seen()).toEqual([1, false, false])
    say('disconnect') // this time the server has ended
    expect(await seenAfter(1_900)).toEqual([1, false, false])
  },
)

it('they are sent away once, for ten seconds, and others may know more for as long as it lasts', async () => {
  const { clock, say, seenAfter } = setUp()
  say('disconnect')
  await clock.advance(1_000)
  say('disconnect')
  expect(await seenAfter(1_100)).toEqual([1, true, true])
  expect(await seenAfter(10_000)).toEqual([1, false, true])
  expect(await seenAfter(3_600_000)).toEqual([1, false, true])
})

it('an ingest keeps its viewers while the machines of all servers refuse, until its sockets are closed', async () => {
  const { is, say, seenAfter } = setUp()
  Object.assign(is, { engineGone: true, ingesting: true })
  say('disconnect')
  expect(await seenAfter(60_000)).toEqual([0, false, false])
  is.ingesting = false
  expect(await seenAfter(500)).toEqual([1, true, true])
})

it('an ingest without NATS sends its viewers away, and refuses them for two seconds', async () => {
  const { is, say, seenAfter } = setUp()
  is.ingesting = true
  say('staleConnection')
  say('disconnect')
  expect(await seenAfter(1_900)).toEqual([0, false, false])
  expect(await seenAfter(200)).toEqual([1, true, true])
  expect(await seenAfter(2_000)).toEqual([1, false, true])
})

it('no process knows more five minutes after all servers failed', async () => {
  const { is, say, seenAfter } = setUp()
  is.engineGone = true
  say('disconnect')
  expect(await seenAfter(4 * 60_000)).toEqual([1, false, true])
  expect(await seenAfter(62_000)).toEqual([1, false, false])
})

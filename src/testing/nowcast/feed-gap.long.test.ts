import { expect, it } from 'vitest'
import { HORIZONS_MIN, servedNowcastSchema } from '../../contract/nowcast.ts'
import { verificationSchema } from '../../contract/verification/verification.ts'
import { comingTo } from '../../core/nowcast/coming.ts'
import type { Place } from '../../core/places/place.ts'
import { comingText, outlookText } from '../../page/airport/outlook-words.ts'
import { createLog } from '../../server/config/log.ts'
import { startNowcast } from '../../server/nowcast/nowcast-service.ts'
import { serveNowcast } from '../../server/nowcast/served-nowcast.ts'
import { openVerification } from '../../server/verification/verification.ts'
import { strikeRecord } from '../fakes/fake-source.ts'
import { temporaryFolder } from '../history-kit.ts'
import { words } from '../locales/page-words.ts'
import { closeWorldsAfterEach, HOUR, lightningGaps, MINUTE, runWorld, SECOND } from '../wire/fault-kit.ts'
import type { FaultWorld } from '../wire/fault-world.ts'

// A gap from the upstream's socket through the relay and its nowcast to the text of a panel, and to the scores.

closeWorldsAfterEach()
const t = words.getFixedT('en', 'outlook')

const AT = { lat: 31, lon: 121 }
const FIELD: Place = {
  id: 'field',
  name: 'Field',
  nameZh: null,
  geometry: { type: 'Point', coordinates: [AT.lon, AT.lat] },
  ringsKm: [8, 16],
  holdMin: 30,
  group: null,
  timeZone: null,
  hours: null,
}
/** Beyond the REST retention of the upstream. */
const CUT_MS = 8 * MINUTE
const WATCHED_MIN = 10
const VERIFIED_AFTER_MS = 81 * MINUTE

function startServer({ relay, relayClock: clock }: FaultWorld) {
  const { source, history } = relay
  const places = { list: () => [FIELD], onChange: () => () => {} }
  const log = createLog('silent', { write() {} })
  const nowcast = startNowcast({ source, history, places, clock, log })
  const verification = openVerification({ nowcast, history: history!, places, source, clock, log, keepDays: 400 })
  return {
    verification,
    /** The served outlook of the field, and the texts of its panel and board row. */
    told() {
      const served = servedNowcastSchema.parse(serveNowcast(nowcast, [FIELD.id], source.simulated))
      const panel = outlookText(served, served.places[0], { nowMs: clock.now(), levels: null }, t)
      return { served, panel, board: comingText(comingTo(served, FIELD.id, clock.now()), null, t) }
    },
    close() {
      verification.close()
      nowcast.close()
    },
  }
}

/** Advances the time with strikes around the field. */
async function storm(world: FaultWorld, forMs: number): Promise<void> {
  for (let ms = 0; ms < forMs; ms += 20 * SECOND) {
    const turn = (world.clock.now() / 20_000) % 7
    const time = BigInt(Math.floor(world.clock.now())) * 1_000_000n
    world.upstream.source.sendOdd([strikeRecord({ time, lat: AT.lat + turn / 100, lon: AT.lon - turn / 100 })])
    await world.pass(20 * SECOND)
  }
}

it('makes probabilities unknown, not zero, from the socket to the texts, and is excluded from the scores', async () => {
  const world = await runWorld({ historyDir: temporaryFolder(), viewers: 0, strikesPerSecond: 0.1 })
  const server = startServer(world)
  await storm(world, 25 * MINUTE)
  const before = server.told()
  expect(before.served.state).toBe('known')
  expect(before.served.places[0]!.rings[1]!.p['60']).toBeGreaterThan(0.3)
  expect(before.panel.kind).toBe('rings')

  world.line.dial = 'refused'
  world.line.rest = 'reset'
  world.line.cut()
  await storm(world, CUT_MS)
  for (const whole of [false, true]) {
    const { served, panel, board } = server.told()
    expect(served.state).toBe('not-observed')
    for (const { p } of served.places[0]!.rings) expect(Object.values(p)).toEqual([null, null, null, null])
    expect(Object.values(served.others)).toEqual([null, null, null, null])
    expect(panel).toEqual({ kind: 'sentence', text: t('notObserved') })
    expect(board).toEqual({ arrival: t('unknown'), chance: '' })
    if (whole) break
    // The line is back, but the gap is still within the last ten minutes.
    world.line.dial = null
    world.line.rest = null
    await storm(world, 4 * MINUTE)
  }
  const [gap] = await lightningGaps(world)
  expect(gap!.toMs - gap!.fromMs).toBeGreaterThan(2 * MINUTE)
  await storm(world, WATCHED_MIN * MINUTE)
  expect(server.told()).toMatchObject({ served: { state: 'known' }, panel: { kind: 'rings' } })

  // Until its hour is verified: after the longest horizon, and time for late strikes.
  const hourEndMs = Math.ceil(gap!.toMs / HOUR) * HOUR
  await world.pass(hourEndMs + VERIFIED_AFTER_MS - world.relayClock.now())
  await server.verification.idle()
  const board = verificationSchema.parse(await server.verification.scoreboard(FIELD.id, null))
  const { leftOut, rings } = board
  const gapMin = (gap!.toMs - gap!.fromMs) / MINUTE
  expect(leftOut.unknown).toBeGreaterThanOrEqual(Math.floor(gapMin))
  leftOut.unverified.forEach(({ left }, h) => {
    // Forecasts within a horizon of the gap cannot be verified; the first ten minutes have none.
    expect(left).toBeGreaterThanOrEqual(Math.min(15, HORIZONS_MIN[h]!) - 3)
  })
  const { horizons } = rings.find(({ km }) => km === 16)!
  for (const { cases, minutes } of horizons) {
    const left = leftOut.unverified.find((each) => each.minutes === minutes)!.left
    expect(cases).toBeLessThanOrEqual(leftOut.minutes - leftOut.notReckoned - leftOut.unknown - left)
    expect(cases).toBeGreaterThan(0)
  }
  server.close()
})

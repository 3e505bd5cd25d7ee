import { expect, it } from 'vitest'
import { readRecorded } from '../../../scripts/nowcast/recorded.ts'
import { servedNowcastSchema } from '../../contract/nowcast.ts'
import { type Airport, airportFromRecord } from '../../core/airports/airport.ts'
import { orderBoard } from '../../core/airports/airport-board.ts'
import { boardRow } from '../../core/airports/board-row.ts'
import { distanceKm } from '../../core/geo/geo.ts'
import { CATEGORY_PRESETS } from '../../core/metar/flight-category.ts'
import { comingTo, urgencyAt } from '../../core/nowcast/coming.ts'
import { placeOfAirport } from '../../core/places/place.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { createLog } from '../../server/config/log.ts'
import { startNowcast } from '../../server/nowcast/nowcast-service.ts'
import { serveNowcast } from '../../server/nowcast/served-nowcast.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { FakeSource, strikeRecord } from '../fakes/fake-source.ts'
import { openedReplay, SQUALL } from '../replay-kit.ts'

/** A recorded squall line as a live line through the nowcast of the server, to the order of the board. */

const WIDEST_KM = 16
const AHEAD_MS = 29 * MINUTE_MS
const ROWS = 10
/** Delay of a strike from its time to the server. */
const DELAY_MS = 2 * SECOND_MS

const strikes = readRecorded(SQUALL.file)

/** The codes of all airports by minute, in the order of the board, from the nowcast alone. */
async function boardByMinute(airports: readonly Airport[], firstMs: number, toMs: number) {
  const fromMs = Math.floor(firstMs / MINUTE_MS) * MINUTE_MS
  const clock = createFakeClock(fromMs)
  const source = new FakeSource()
  const nowcast = startNowcast({
    source,
    history: null,
    places: { list: () => airports.map(placeOfAirport), onChange: () => () => {} },
    clock,
    log: createLog('silent', { write() {} }),
  })
  const board = new Map<number, string[]>()
  let at = 0
  for (let minuteMs = fromMs; minuteMs < toMs; minuteMs += MINUTE_MS) {
    await clock.advance(minuteMs + MINUTE_MS - SECOND_MS - clock.now())
    const from = at
    while (at < strikes.length && strikes[at]!.timeMs < clock.now() - DELAY_MS) at++
    source.batch(
      ...strikes
        .slice(from, at)
        .map(({ timeMs, lat, lon }) => strikeRecord({ time: BigInt(timeMs) * 1_000_000n, lat, lon })),
    )
    source.emitStrikes({ kind: 'observed', fromMs: minuteMs - MINUTE_MS, toMs: clock.now() })
    await clock.advance(5 * SECOND_MS)
    const served = servedNowcastSchema.parse(serveNowcast(nowcast, null, false))
    const nowMs = clock.now()
    const rows = airports.map((airport) =>
      boardRow(
        airport,
        {
          latest: () => undefined,
          holdTimer: () => null,
          levels: () => null,
          coming: (icao) => comingTo(served, icao, nowMs),
          chance: (icao) => urgencyAt(served, icao, nowMs),
          isWatched: () => false,
          isPlace: () => false,
          preset: CATEGORY_PRESETS.icao,
          areReportsStale: false,
        },
        nowMs,
      ),
    )
    board.set(
      clock.now(),
      orderBoard(rows, 'urgency').map(({ airport }) => airport.icao),
    )
  }
  nowcast.close()
  return board
}

it('has each airport that a recorded squall line strikes in the first ten rows of the board from 29 minutes before on', async () => {
  const { airports: records } = await openedReplay(SQUALL, 0)
  const airports = records.map(airportFromRecord)
  const firstMs = strikes[0]!.timeMs
  const struck = airports.flatMap(({ icao, lat, lon }) => {
    const near = strikes.filter((strike) => distanceKm(strike, { lat, lon }) <= WIDEST_KM).map(({ timeMs }) => timeMs)
    // Before the first recorded strike there is nothing to forecast from.
    return near.length === 0 || near[0]! < firstMs + AHEAD_MS
      ? []
      : [{ icao, fromMs: near[0]! - AHEAD_MS, toMs: near[0]! }]
  })
  expect(struck.length).toBeGreaterThanOrEqual(8)
  const rows = await boardByMinute(airports, firstMs, Math.max(...struck.map(({ toMs }) => toMs)))
  for (const { icao, fromMs, toMs } of struck) {
    const ranks = [...rows].filter(([ms]) => ms >= fromMs && ms <= toMs).map(([, icaos]) => icaos.indexOf(icao))
    expect(ranks.length).toBeGreaterThanOrEqual(AHEAD_MS / MINUTE_MS - 1)
    expect(Math.max(...ranks), icao).toBeLessThan(ROWS)
    expect(Math.min(...ranks), icao).toBeGreaterThanOrEqual(0)
  }
})

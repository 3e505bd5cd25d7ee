import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time/durations.ts'
import { RingStrikes } from '../../src/core/verification/ring-strikes.ts'
import { type ArchivedForecast, scoreHour } from '../../src/core/verification/score-hour.ts'
import type { Look } from '../../src/server/nowcast/nowcast-service.ts'
import { archivedForecastOf, packForecast, unpackForecast } from '../../src/server/verification/forecast-archive.ts'

const LOOKS = 120
/** Period of the strikes read for an hour: from an hour before up to an hour after the longest horizon. */
const READ_MS = 3 * HOUR_MS

/**
 * Cost of verification per second: each minute forecasts are packed, and each hour an hour of them is compared with the
 * strikes. `looks` represent all nowcasts of the two hours; `strikes` of a minute are repeated.
 */
export function verifierMsPerSecond(
  looks: readonly Look[],
  strikesOfMinute: readonly [lat: number, lon: number][],
): number {
  const fromMs = Math.ceil(looks[0]!.outlook.atMs / DAY_MS) * DAY_MS
  let startMs = cpuMs()
  const packed = Array.from({ length: LOOKS }, (_, i) => {
    const look = looks[i % looks.length]!
    return packForecast(
      archivedForecastOf({ ...look, outlook: { ...look.outlook, atMs: fromMs - HOUR_MS + i * MINUTE_MS } }),
    )
  })
  const packMs = cpuMs() - startMs
  startMs = cpuMs()
  const strikes = new RingStrikes(looks[0]!.places.map(({ place }) => place))
  for (let ms = fromMs - HOUR_MS; ms < fromMs - HOUR_MS + READ_MS; ms += MINUTE_MS) {
    strikesOfMinute.forEach(([lat, lon], i) => {
      strikes.add(ms + Math.floor((i / strikesOfMinute.length) * MINUTE_MS), lat, lon)
    })
  }
  const steps = scoreHour({ fromMs, looks: unpacked(packed), strikes, missing: [] })
  let scored = steps.next()
  while (!scored.done) scored = steps.next()
  for (const sums of scored.value.places.values()) JSON.stringify(sums)
  const hourMs = cpuMs() - startMs
  return packMs / LOOKS / 60 + hourMs / 3_600
}

/** As the verifier reads them: one after the other. */
function* unpacked(packed: readonly Uint8Array[]): Generator<ArchivedForecast> {
  for (const each of packed) yield unpackForecast(each)
}

/** CPU time of this process, ms; counted by the system in steps, suitable for tasks of seconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

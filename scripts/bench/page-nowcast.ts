import { servedNowcastSchema } from '../../src/contract/nowcast.ts'
import type { Airport } from '../../src/core/airports/airport.ts'
import { comingTo } from '../../src/core/nowcast/coming.ts'
import { StrikeColumns } from '../../src/core/strikes/strike-columns.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/durations.ts'
import { createReckoner } from '../../src/page/live/nowcast/reckon-nowcast.ts'
import { createNoNowcast, type Look } from '../../src/server/nowcast/nowcast-service.ts'
import { serveNowcast } from '../../src/server/nowcast/served-nowcast.ts'
import { createFakeClock } from '../../src/testing/fakes/fake-clock.ts'
import { cpuMs } from './verifier-cost.ts'

const ROUNDS = 3
const TOLD_ROUNDS = 20
const ASKED_EVERY_S = 30

/** What a page spends each second that asks a server for it each half minute: to read it, and to find what each airport is told. */
export function toldMsPerSecond({ outlook, places, isObserved }: Look): number {
  const service = { ...createNoNowcast(), hasStrikes: true, guarded: () => places.length }
  const told = { ...service, latest: () => ({ outlook, places, isObserved }) }
  const text = JSON.stringify(serveNowcast(told, null, false))
  const look = () => {
    const now = servedNowcastSchema.parse(JSON.parse(text))
    for (const { place } of places) comingTo(now, place.id, outlook.atMs)
  }
  look()
  const cpuFromMs = cpuMs()
  for (let round = 0; round < TOLD_ROUNDS; round++) look()
  return (cpuMs() - cpuFromMs) / TOLD_ROUNDS / ASKED_EVERY_S
}

/**
 * What a page spends each second that reckons once a minute what comes next at all airports, as it does where the server has no
 * strikes: milliseconds of CPU. `minutes` are the strikes of the minutes up to that moment.
 */
export async function ownMsPerSecond(
  airports: readonly Airport[],
  minutes: readonly (readonly [lat: number, lon: number])[][],
): Promise<number> {
  const clock = createFakeClock()
  const atMs = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS
  const columns = new StrikeColumns()
  minutes.forEach((strikes, i) => {
    const sinceMs = atMs - (minutes.length - i) * MINUTE_MS
    const records = strikes.map(([lat, lon], k) => {
      return { time: (sinceMs + (k / strikes.length) * MINUTE_MS) * 1e6, lat, lon }
    })
    columns.push(records, atMs, false)
  })
  const held = { columns, pending: () => [], notObserved: () => [], readyToMs: () => atMs, trouble: null }
  const costs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    let told = 0
    const reckoner = createReckoner({
      ...{ clock, reports: { airports: () => airports }, errorKm: 0 },
      told: (now) => {
        told = now.places.length
      },
    })
    const cpuFromMs = cpuMs()
    reckoner.begin(held, atMs)
    while (told === 0) await clock.advance(SECOND_MS)
    costs.push((cpuMs() - cpuFromMs) / (MINUTE_MS / SECOND_MS))
  }
  // The first is that of code that was never run.
  return costs.slice(1).reduce((sum, each) => sum + each, 0) / ROUNDS
}

import { servedNowcastSchema } from '../../src/contract/nowcast.ts'
import type { Airport } from '../../src/core/airports/airport.ts'
import { comingTo, type NowcastView } from '../../src/core/nowcast/coming.ts'
import { StrikeColumns } from '../../src/core/strikes/strike-columns.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/durations.ts'
import { resultOf } from '../../src/core/util/steps.ts'
import { createEstimator } from '../../src/page/live/nowcast/compute-nowcast.ts'
import { Estimation, type Sent } from '../../src/page/live/nowcast/estimation.ts'
import { createNoNowcast, type Look } from '../../src/server/nowcast/nowcast-service.ts'
import { serveNowcast } from '../../src/server/nowcast/served-nowcast.ts'
import { createFakeClock } from '../../src/testing/fakes/fake-clock.ts'
import { cpuMs } from './verifier-cost.ts'

/** Measured minutes of a page with its own nowcast. */
const OWN_MINUTES = 10
const TOLD_ROUNDS = 20
const ASKED_EVERY_S = 30

/**
 * Page CPU per second with a server nowcast, requested each half minute: parsing it, and finding each airport's
 * outlook.
 */
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
 * Page CPU per second with its own nowcast for all airports once a minute, as on servers without strikes: ms of the
 * drawing thread and of the worker. `minutes` are the strikes by minute up to now.
 */
export async function ownMsPerSecond(
  airports: readonly Airport[],
  minutes: readonly (readonly [lat: number, lon: number])[][],
): Promise<{ page: number; beside: number }> {
  const clock = createFakeClock()
  const atMs = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS
  const columns = new StrikeColumns()
  const held = { columns, pending: () => [], notObserved: () => [], readyToMs: () => atMs, trouble: null }
  const cost = { page: 0, beside: 0 }
  const estimation = new Estimation()
  // Messages between threads are copied on both sides, here counted for the page.
  const sent: Sent[] = []
  let answered = (_: NowcastView) => {}
  let told: NowcastView | null = null
  const estimator = createEstimator({
    clock,
    reports: { airports: () => airports },
    errorKm: 0,
    told: (now) => {
      told = now
      for (const { icao } of airports) comingTo(now, icao, atMs)
    },
    openPort: (ends) => {
      answered = ends.answered
      return { send: (each) => void sent.push(structuredClone(each)), close() {} }
    },
  })
  const counted = async (of: keyof typeof cost, work: () => unknown) => {
    const cpuFromMs = cpuMs()
    await work()
    cost[of] += cpuMs() - cpuFromMs
  }
  for (const [i, strikes] of minutes.entries()) {
    const endMs = atMs - (minutes.length - 1 - i) * MINUTE_MS
    const records = strikes.map(([lat, lon], k) => {
      return { time: (endMs - MINUTE_MS + (k / strikes.length) * MINUTE_MS) * 1e6, lat, lon }
    })
    columns.push(records, endMs, false)
    if (i < minutes.length - OWN_MINUTES - 1) continue
    // The first begins with all of the past, by code that was never run.
    if (i === minutes.length - OWN_MINUTES) Object.assign(cost, { page: 0, beside: 0 })
    told = null
    await counted('page', async () => {
      estimator.begin(held, endMs)
      while (sent.at(-1)?.kind !== 'compute') await clock.advance(SECOND_MS)
    })
    let now: NowcastView | null = null
    await counted('beside', () => {
      for (const each of sent.splice(0)) now = resultOf(estimation.hear(each))
    })
    await counted('page', () => now && answered(structuredClone(now)))
    if (!told) throw new Error('There was no nowcast of a minute.')
  }
  const seconds = (OWN_MINUTES * MINUTE_MS) / SECOND_MS
  return { page: cost.page / seconds, beside: cost.beside / seconds }
}

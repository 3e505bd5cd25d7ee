import { afterEach, expect } from 'vitest'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import type { Span } from '../../core/time/spans.ts'
import {
  changedByRelay,
  doubledByRelay,
  peakRequestsPerSecond,
  reportsOf,
  strikesOf,
  untilWhole,
} from './fault-checks.ts'
import { createFaultWorld, type FaultWorld, type FaultWorldOptions } from './fault-world.ts'

export const LIGHTNING = LIGHTNING_PATHS.socket
export const METAR = METAR_PATHS.parsedSocket
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** How long recovery may take: half a minute until the next attempt, and a minute to join. */
export const RECOVERY_MS = 90 * SECOND
/** How long a planned move to a new socket may take. */
const HANDOVER_MS = 10 * SECOND
const GOOD = { lost: [], doubled: [], unknown: [] }

const open: FaultWorld[] = []

/** A world that runs, with one viewer unless asked for more, and is closed at the end of the test. */
export async function runWorld(options: Partial<FaultWorldOptions> = {}): Promise<FaultWorld> {
  const world = createFaultWorld({ seed: 1, viewers: 1, ...options })
  open.push(world)
  await world.start()
  await world.pass(20 * SECOND)
  return world
}

/** Call once in each file of such tests. */
export function closeWorldsAfterEach(): void {
  afterEach(async () => {
    for (const world of open.splice(0)) await world.close()
  })
}

export interface WholeOptions {
  within?: number
  /** What arrived in these times, monotonic ms, may be missing. */
  but?: Span[]
  /** Number of gaps reported by the relay and to every viewer. */
  gaps?: number
  /** Other clients had all sockets that the contract allows. */
  slotsTaken?: boolean
}

/** Expects a complete state, except for the given options. */
export async function expectWhole(world: FaultWorld, options: WholeOptions = {}): Promise<void> {
  const { within = RECOVERY_MS, but = [], gaps = 0, slotsTaken = false } = options
  await untilWhole(world, within, but)
  await world.pass(20 * SECOND)
  for (const viewer of world.viewers) {
    expect(strikesOf(world, viewer, but)).toEqual(GOOD)
    expect(reportsOf(world, viewer)).toEqual(GOOD)
    expect(viewer.had.strikes.lost.list()).toHaveLength(gaps)
    expect(viewer.strikes.status().sockets + viewer.reports.status().sockets).toBe(2)
  }
  expect(doubledByRelay(world)).toEqual([])
  expect(changedByRelay(world)).toEqual([])
  expect(await lightningGaps(world)).toHaveLength(gaps)
  expectLimitsKept(world, slotsTaken)
}

/** The gaps reported by the relay. */
export async function lightningGaps({ relay }: FaultWorld): Promise<Span[]> {
  return gapsOf((await relay.history?.gaps()) ?? relay.source.gaps(), 'lightning')
}

export function gapsOf(gaps: { feed: string; from: string; to: string }[], feed: string): Span[] {
  return gaps
    .filter((gap) => gap.feed === feed)
    .map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))
}

export function expectLimitsKept(world: FaultWorld, slotsTaken = false): void {
  expect(peakRequestsPerSecond(world)).toBeLessThanOrEqual(HTTP_REQUESTS_PER_SECOND)
  const { requests, sockets } = world.upstream.server.ledger()[0]!
  expect(requests.rateLimited).toBe(0)
  expect(sockets.peak).toBeLessThanOrEqual(SOCKETS_PER_APPLICATION)
  if (slotsTaken) return
  expect(sockets.refused).toBe(0)
  expect(sockets.now).toBe(2)
  expect(world.longestSpareMs()).toBeLessThan(HANDOVER_MS)
}

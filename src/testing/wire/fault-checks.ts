import { strikeIdentity } from '../../contract/lightning.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import type { Span } from '../../core/time/spans.ts'
import type { Viewer } from './fault-viewer.ts'
import type { FaultWorld } from './fault-world.ts'

/** Identities of records that a viewer lacks, has more than once, or has although the upstream never sent them. */
export interface Faulty {
  lost: string[]
  doubled: string[]
  unknown: string[]
}

/** Records that arrived within this time of the end may still be on their way and are not compared. */
const ON_ITS_WAY_MS = 3_000
/** Maximum delay of strikes, and of REST responses. */
const MARGIN_MS = 30_000

/** `had` are the upstream's records since everything was live; arrivals within the spans of `but` are ignored. */
function compare(
  had: readonly { id: string; atMs: number }[],
  seen: ReadonlyMap<string, number>,
  { beganMs, untilMs, but = [] }: { beganMs: number; untilMs: number; but?: Span[] },
): Faulty {
  const known = new Set(had.map(({ id }) => id))
  const due = had.filter(
    ({ atMs }) => atMs >= beganMs && atMs <= untilMs && !but.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs),
  )
  return {
    lost: due.filter(({ id }) => !seen.has(id)).map(({ id, atMs }) => `${id} at ${(atMs - beganMs) / 1000} s`),
    doubled: [...seen].filter(([, times]) => times > 1).map(([id]) => id),
    unknown: [...seen.keys()].filter((id) => !known.has(id)),
  }
}

/** Strikes by arrival in monotonic ms; what arrived in `but` may be missing. */
export function strikesOf(world: FaultWorld, viewer: Viewer, but: Span[] = []): Faulty {
  const untilMs = world.clock.monotonicMs() - ON_ITS_WAY_MS
  return compare(world.upstream.source.strikesHad, viewer.had.strikes.seen, { beganMs: world.beganMs, untilMs, but })
}

/** Only the last report of each airport can be backfilled; earlier ones during an interruption are lost. */
export function reportsOf(world: FaultWorld, viewer: Viewer): Faulty {
  const untilMs = world.clock.monotonicMs() - ON_ITS_WAY_MS
  const latest = new Map<string, { id: string; atMs: number }>()
  for (const { id, atMs, record } of world.upstream.source.reportsHad)
    if (atMs <= untilMs) latest.set(record.icao, { id, atMs })
  const { lost } = compare([...latest.values()], viewer.had.reports.seen, { beganMs: world.beganMs, untilMs })
  const had = world.upstream.source.reportsHad
  return { ...compare(had, viewer.had.reports.seen, { beganMs: Infinity, untilMs }), lost }
}

/** Strikes that a viewer lacks although they struck in time that its page calls observed. */
export function unreportedOf(world: FaultWorld, { had, page, clock }: Viewer): string[] {
  const untilMs = world.clock.monotonicMs() - ON_ITS_WAY_MS
  const heardMs = page.heardMs(clock.now())
  return world.upstream.source.strikesHad
    .filter(({ id, atMs }) => atMs >= world.beganMs && atMs <= untilMs && !had.strikes.seen.has(id))
    .filter(({ record }) => {
      const struckMs = strikeTimeMs(record.time)
      return page.observed.missing(struckMs, struckMs + 1, heardMs).length === 0
    })
    .map(({ id }) => id)
}

/** Strikes that the relay received, but that lie in one of its gaps, beyond the margins. */
export function calledLost(world: FaultWorld, gaps: readonly Span[]): string[] {
  const inner = gaps.map(({ fromMs, toMs }) => ({ fromMs: fromMs + MARGIN_MS, toMs: toMs - MARGIN_MS }))
  return world.emitted
    .filter(({ time }) => inner.some(({ fromMs, toMs }) => strikeTimeMs(time) > fromMs && strikeTimeMs(time) < toMs))
    .map(strikeIdentity)
}

/** Strikes that left the relay more than once. */
export function doubledByRelay(world: FaultWorld): string[] {
  const seen = new Set<string>()
  return world.emitted.map(strikeIdentity).filter((id) => seen.size === seen.add(id).size)
}

/** Strikes that the relay sent with a changed digit. */
export function changedByRelay(world: FaultWorld): string[] {
  const had = new Set(world.upstream.source.strikesHad.map(({ record }) => strikeIdentity(record)))
  return world.emitted.map(strikeIdentity).filter((id) => !had.has(id))
}

/** The most requests that the relay sent within any second. */
export function peakRequestsPerSecond({ line }: FaultWorld): number {
  let peak = 0
  const { requestsMs } = line
  for (let first = 0, last = 0; last < requestsMs.length; last++) {
    while (requestsMs[last]! - requestsMs[first]! >= 1_000) first++
    peak = Math.max(peak, last - first + 1)
  }
  return peak
}

/** Advances until all feeds are live and all viewers complete; returns the time it took. */
export async function untilWhole(world: FaultWorld, withinMs: number, but: Span[] = []): Promise<number> {
  const beganMs = world.clock.monotonicMs()
  const isWhole = () =>
    world.isWell() &&
    world.viewers.every(
      (viewer) => strikesOf(world, viewer, but).lost.length === 0 && reportsOf(world, viewer).lost.length === 0,
    )
  while (!isWhole()) {
    const tookMs = world.clock.monotonicMs() - beganMs
    if (tookMs > withinMs) throw new Error(`Not whole within ${withinMs / 1000} s: ${account(world, but)}`)
    await world.pass(tookMs < 2_000 ? 250 : 1_000)
  }
  return world.clock.monotonicMs() - beganMs
}

/** The faults as text. */
function account(world: FaultWorld, but: Span[]): string {
  const links = Object.entries(world.relay.source.links()).map(
    ([feed, { state, lastError }]) => `${feed} ${state} (${lastError})`,
  )
  const viewers = world.viewers.map((viewer) => {
    const { lost } = strikesOf(world, viewer, but)
    const reports = reportsOf(world, viewer).lost.length
    return `${JSON.stringify(viewer.states())} lacks ${lost.length} strikes (${lost[0]} to ${lost.at(-1)}), ${reports} reports`
  })
  return [...links, ...viewers].join('; ')
}

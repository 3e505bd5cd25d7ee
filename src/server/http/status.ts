import type { Gap, PageConfig } from '../../contract/brontide.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import type { Status } from '../../contract/server/status.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Place } from '../../core/places/place.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Spans } from '../../core/time/spans.ts'
import type { Config } from '../config/config.ts'
import type { History } from '../history/history.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'

/** Margin around the outermost airports of the initial view. */
const ROOM_AROUND_DEG = 2
/** Limit of the Mercator projection. */
const OUTERMOST_LAT_DEG = 85

/** `GET /api/status`. */
export async function readStatus(deps: {
  source: Source
  clock: Clock
  config: Config
  version: string
  startedAtMs: number
  viewers: Status['viewers']
  history: Pick<History, 'status' | 'gaps'> | null
}): Promise<Status> {
  const { source, clock, config, history } = deps
  const counters = await source.counters()
  return {
    version: deps.version,
    now: formatUtc(clock.now()),
    startedAt: formatUtc(deps.startedAtMs),
    simulated: source.simulated,
    delivery: config.delivery,
    links: source.links(),
    slots: { used: counters.slots.used, limit: SOCKETS_PER_APPLICATION },
    rest: { perSecondLimit: HTTP_REQUESTS_PER_SECOND, ...counters.rest },
    points: counters.points,
    gaps: joinGaps([...((await history?.gaps()) ?? []), ...source.gaps()]),
    cache: counters.cache,
    viewers: deps.viewers,
    setAside: counters.setAside,
    ...(history && { history: await history.status() }),
  }
}

/** Merges touching gaps: the history and the source report the same ones. */
function joinGaps(gaps: readonly Gap[]): Gap[] {
  const feeds = [...new Set(gaps.map(({ feed }) => feed))]
  return feeds
    .flatMap((feed) => {
      const spans = gaps.flatMap((gap) => {
        const fromMs = parseInstantMs(gap.from)
        const toMs = parseInstantMs(gap.to)
        return gap.feed === feed && fromMs !== null && toMs !== null ? [{ fromMs, toMs }] : []
      })
      return new Spans(spans).list().map((span) => ({ feed, ...span }))
    })
    .sort((a, b) => a.toMs - b.toMs)
    .map(({ feed, fromMs, toMs }) => ({ feed, from: formatUtc(fromMs), to: formatUtc(toMs) }))
}

/** Bounding box with a margin of all point places, such as airports; null without any. */
function boxAround(places: readonly Place[]): Box | null {
  const points = places.flatMap(({ geometry }) => (geometry.type === 'Point' ? [geometry.coordinates] : []))
  if (points.length === 0) return null
  const lons = points.map(([lon]) => lon)
  const lats = points.map(([, lat]) => lat)
  return {
    west: Math.max(-180, Math.min(...lons) - ROOM_AROUND_DEG),
    south: Math.max(-OUTERMOST_LAT_DEG, Math.min(...lats) - ROOM_AROUND_DEG),
    east: Math.min(180, Math.max(...lons) + ROOM_AROUND_DEG),
    north: Math.min(OUTERMOST_LAT_DEG, Math.max(...lats) + ROOM_AROUND_DEG),
  }
}

/** `GET /api/config`. */
export async function readPageConfig(deps: {
  source: Source
  clock: Clock
  config: Config
  version: string
  basemapVersion: string
  history: Pick<History, 'status'> | null
  places: Pick<GuardedPlaces, 'list'> | null
}): Promise<PageConfig & { now: string }> {
  const { config } = deps
  const history = await deps.history?.status()
  return {
    version: deps.version,
    simulated: deps.source.simulated,
    replay: deps.source.replay ?? null,
    delivery: config.delivery,
    access: config.access.kind,
    boundaries: config.boundaries,
    basemapStyleUrl: config.basemapStyleUrl,
    hasOwnLayers: config.layers.path !== null,
    home: config.homeView ?? boxAround(deps.places?.list() ?? []),
    historyHours: history?.hours ?? null,
    locationErrorKm: config.locationErrorKm,
    basemapVersion: deps.basemapVersion,
    now: formatUtc(deps.clock.now()),
  }
}

/**
 * Ready once the lightning line has been live (if this process owns it) and reports exist; it stays ready, because
 * cached data is served with its age during an outage of the source. Also requires a page to serve and a free socket.
 */
export function createReadiness(deps: { source: Source; hasOwnLines: boolean; hasPage: boolean; hasRoom(): boolean }) {
  const { source } = deps
  let lightningWasLive = !deps.hasOwnLines
  let reportsWereHad = false
  const unsubscribe = [
    source.onStrikes((event) => {
      if (event.kind === 'batch' || (event.kind === 'link' && event.status.state === 'live')) lightningWasLive = true
    }),
    source.onReports((event) => {
      if (event.kind === 'reports' && event.records.length > 0) reportsWereHad = true
    }),
  ]

  /** Why viewers cannot be served yet; empty if they can. */
  async function missing(): Promise<string[]> {
    lightningWasLive ||= source.links().lightning.state === 'live'
    reportsWereHad ||= await hasReports()
    const why: string[] = []
    if (!lightningWasLive) why.push(`the lightning line has not been live yet: it is ${source.links().lightning.state}`)
    if (!reportsWereHad) why.push('no airport report has been received yet')
    if (!deps.hasPage) why.push('the page is not built')
    if (!deps.hasRoom()) why.push('the viewer connection limit is reached')
    return why
  }

  async function hasReports(): Promise<boolean> {
    try {
      return (await source.latestReports('all')).length > 0
    } catch {
      return false // callers see an empty list; the source logs the reason
    }
  }

  return { missing, close: () => unsubscribe.forEach((stop) => void stop()) }
}

import { isUnreadList } from '../../contract/records.ts'
import { type Hotspot, readHotspots, standardEndpoints } from '../../contract/standard.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import { type Box, isInside } from '../../core/geo/geo.ts'
import { cellOf } from '../../core/geo/grid.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { untilNow } from '../../core/time/spans.ts'
import { type Collected, type CollectionsDeps, isOffset, type Wanted, without } from './collected.ts'
import { type Features, pointFeature } from './feature-page.ts'
import { listedFeatures, overlap } from './listed-features.ts'

/** Fires cached within the last hour: requests cost no points, and other areas are unknown. */
export function fires({ heldFires, clock }: CollectionsDeps): Collected {
  const dataSchema = standardEndpoints.firesInBox.data

  /** Cached areas that intersect a box. */
  async function areasIn(box: Box | undefined) {
    const cells = await heldFires.cells()
    const areas = cells.map(([west, south, asOfMs]) => ({ ...cellOf(south, west), asOfMs }))
    return areas.filter((area) => !box || overlap(box, area.box))
  }

  /** Null for an unreadable answer: the area is unknown. */
  async function firesOf(area: Box): Promise<Hotspot[] | null> {
    const answer = await heldFires.find(queryOf(area))
    const read = dataSchema.safeParse((answer?.body as { data?: unknown } | undefined)?.data)
    if (!read.success) return null
    const hotspots = readHotspots(read.data.items, clock.now())
    return isUnreadList(hotspots, read.data.count) ? null : hotspots.records
  }

  /** Area by area; features on a shared edge are listed once. */
  async function* featuresOf({ box, period, limit, next }: Wanted): Features {
    const nowMs = clock.now()
    const asked = untilNow({ fromMs: period?.fromMs ?? nowMs - DAY_MS, toMs: period?.toMs ?? nowMs }, nowMs)
    const areas: Awaited<ReturnType<typeof areasIn>> = []
    const byId = new Map<string, Hotspot>()
    for (const area of await areasIn(box)) {
      const hotspots = await firesOf(area.box)
      if (hotspots) areas.push(area)
      for (const hotspot of hotspots ?? []) {
        const { hotspot_id: id, latitude: lat, longitude: lon, acq_datetime } = hotspot
        const atMs = parseInstantMs(acq_datetime)
        const isThen = !period || (atMs !== null && atMs >= asked.fromMs && atMs <= asked.toMs)
        if (isThen && (!box || isInside(box, { lat, lon }))) byId.set(id, hotspot)
      }
      yield []
    }
    const newestFirst = [...byId.values()].sort((a, b) => timeOf(b) - timeOf(a))
    const times = areas.map(({ asOfMs }) => asOfMs)
    const known = areas.length > 0 ? { fromMs: Math.min(...times) - DAY_MS, toMs: Math.max(...times) } : null
    const observedAreas = areas.map(({ box: { west, south, east, north }, asOfMs }) => {
      return { bbox: [west, south, east, north], asOf: formatUtc(asOfMs) }
    })
    const more = { 'brontide:observedAreas': observedAreas }
    const end = { period: asked, notObserved: without(asked, known), more }
    return yield* listedFeatures(newestFirst, fireFeature, { next, limit }, end)
  }

  return {
    id: 'fires',
    title: 'Fires',
    description: 'Hotspots of the last day in areas viewed within the hour; requests cost no points.',
    guard: 'standard',
    sinceMs: async () => clock.now() - DAY_MS,
    isNext: isOffset,
    features: async (wanted) => featuresOf(wanted),
    async feature(id) {
      for (const { box } of await areasIn(undefined)) {
        const hotspot = (await firesOf(box))?.find((each) => each.hotspot_id === id)
        if (hotspot) return fireFeature(hotspot)
      }
      return null
    },
  }
}

const timeOf = ({ acq_datetime }: Hotspot) => parseInstantMs(acq_datetime) ?? 0

/** The query of the contract's endpoint. */
function queryOf({ west, south, east, north }: Box): Record<string, string> {
  return { min_lon: `${west}`, min_lat: `${south}`, max_lon: `${east}`, max_lat: `${north}` }
}

function fireFeature({ hotspot_id, latitude, longitude, acq_datetime, ...rest }: Hotspot): string {
  const atMs = parseInstantMs(acq_datetime)
  const time = atMs === null ? acq_datetime : formatUtc(atMs)
  return pointFeature(hotspot_id, longitude, latitude, { time, ...rest })
}

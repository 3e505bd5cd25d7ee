import type { Feature, FeatureCollection, Point } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { colourOf, partsOf, RAMP, type Scene, type Subject } from './subject.ts'

/** Settings for a fast GeoJSON source of points: no simplification, no margins, few tile zooms. */
const TUNED = { type: 'geojson', maxzoom: 4, tolerance: 0, buffer: 0 } as const

/** One source of all strikes, replaced with each batch. */
export function createSetData({ map, windowMs }: Scene): Subject {
  let features: Feature<Point>[] = []
  map.addSource('strikes', { ...TUNED, data: collection([]) })
  map.addLayer({ id: 'strikes', source: 'strikes', type: 'circle', paint: { 'circle-radius': 2 } })

  function colour(nowMs: number) {
    const steps = RAMP.toReversed().slice(1)
    const stops = steps.flatMap((each, i) => [nowMs - windowMs + ((i + 1) / RAMP.length) * windowMs, each])
    // The type requires literal expressions.
    const byAge = ['step', ['get', 't'], RAMP.at(-1)!, ...stops] as unknown as ExpressionSpecification
    map.setPaintProperty('strikes', 'circle-color', byAge)
  }
  async function give(nowMs: number) {
    await source(map, 'strikes').setData(collection(features))
    colour(nowMs)
    await rendered(map)
  }
  return {
    async fill(records, nowMs) {
      features = records.map((record, i) => featureOf(record, i))
      await give(nowMs)
    },
    batch(records, nowMs) {
      const since = nowMs - windowMs
      const expired = features.findIndex(({ properties }) => properties?.t >= since)
      features = features.slice(Math.max(0, expired))
      for (const record of records) features.push(featureOf(record, 0))
      return give(nowMs)
    },
  }
}

/** A source per part of the window: a batch is added to the newest, the oldest is removed as a whole. */
export function createUpdateData({ map, windowMs }: Scene): Subject {
  const shares = partsOf(windowMs)
  const partMs = windowMs / shares
  const parts = new Map<number, number>()
  let nextId = 1

  function partFor(number: number): GeoJSONSource {
    const name = `strikes-${number}`
    if (!parts.has(number)) {
      map.addSource(name, { ...TUNED, data: collection([]) })
      map.addLayer({ id: name, source: name, type: 'circle', paint: { 'circle-radius': 2 } })
      parts.set(number, number)
    }
    return source(map, name)
  }
  function age(nowMs: number) {
    const newest = Math.floor(nowMs / partMs)
    for (const number of parts.keys()) {
      const name = `strikes-${number}`
      if (newest - number > shares) {
        map.removeLayer(name)
        map.removeSource(name)
        parts.delete(number)
        continue
      }
      const colour = colourOf(newest - number, shares)
      if (map.getPaintProperty(name, 'circle-color') !== colour) map.setPaintProperty(name, 'circle-color', colour)
    }
  }
  return {
    async fill(records, nowMs) {
      const byPart = Map.groupBy(records, ({ time }) => Math.floor(Number(time) / 1e6 / partMs))
      for (const [number, list] of byPart) {
        await partFor(number).setData(collection(list.map((record) => featureOf(record, nextId++))))
      }
      age(nowMs)
      await rendered(map)
    },
    async batch(records, nowMs) {
      const byPart = Map.groupBy(records, ({ time }) => Math.floor(Number(time) / 1e6 / partMs))
      const given = [...byPart].map(([number, list]) =>
        partFor(number).updateData({ add: list.map((record) => featureOf(record, nextId++)) }),
      )
      age(nowMs)
      await Promise.all(given)
      await rendered(map)
    },
  }
}

function featureOf({ time, lat, lon }: StrikeRecord, id: number): Feature<Point> {
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { t: Number(time) / 1e6 },
  }
}

function collection(features: Feature<Point>[]): FeatureCollection<Point> {
  return { type: 'FeatureCollection', features }
}

function source(map: MapLibreMap, id: string): GeoJSONSource {
  return map.getSource<GeoJSONSource>(id)!
}

/** The first completely loaded frame. */
function rendered(map: MapLibreMap): Promise<void> {
  map.triggerRepaint()
  return new Promise((resolve) => {
    const look = () => {
      if (!map.areTilesLoaded()) return
      map.off('render', look)
      resolve()
    }
    map.on('render', look)
  })
}

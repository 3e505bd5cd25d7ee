import { describe, expect, it } from 'vitest'
import { type Hotspot, hotspotSchema, hotspotsSchema, type StandardEndpoint } from '../../../contract/standard.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { distanceKm } from '../../../core/geo/geo.ts'
import { cellOf } from '../../../core/geo/grid.ts'
import { cellHasLand } from '../../../core/geo/land-mask.ts'
import { createSyntheticWeather } from '../weather.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MARCH = Date.UTC(2026, 2, 20, 9)
const weather = createSyntheticWeather({ seed: 1, airports: [], storms: { cellsAt: () => [] } })

function ask(endpoint: StandardEndpoint, query: Record<string, number>, ms = MARCH) {
  const text = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]))
  const { status, body } = weather.standard(endpoint, text, ms)
  expect(status).toBe(200)
  const { count, items, time_window } = hotspotsSchema.parse((body as { data: unknown }).data)
  expect(count).toBe(items.length)
  return { items: items.map((item) => hotspotSchema.parse(item)), window: time_window! }
}

const box = (min_lat: number, min_lon: number, max_lat: number, max_lon: number, ms = MARCH) =>
  ask('firesInBox', { min_lon, min_lat, max_lon, max_lat }, ms)
const world = box(-90, -180, 90, 180)
const acquiredMs = (item: Hotspot) => parseInstantMs(item.acq_datetime)!
const ids = (items: Hotspot[]) => items.map((item) => item.hotspot_id).sort()

describe('fires', () => {
  it('burn on land in many places of the world, most where it is their season', () => {
    expect(world.items.length).toBeGreaterThan(3_000)
    expect(world.items.length).toBeLessThan(60_000)
    const lost = world.items.filter((item) => !cellHasLand(cellOf(item.latitude, item.longitude)))
    expect(lost).toEqual([])
    const burma = box(15, 95, 20, 100).items.length
    expect(burma).toBeGreaterThan(100)
    expect(box(15, 95, 20, 100, Date.UTC(2026, 7, 20, 9)).items.length).toBeLessThan(burma / 4)
  })

  it('are those of the last 24 hours, reported 2 to 3 hours after the pass, each with its own id', () => {
    expect(world.window).toEqual({ start: '2026-03-19T09:00:00Z', end: '2026-03-20T09:00:00Z' })
    const ages = world.items.map((item) => MARCH - acquiredMs(item))
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(100 * MINUTE_MS)
    expect(Math.min(...ages)).toBeLessThan(4 * HOUR_MS)
    expect(Math.max(...ages)).toBeLessThanOrEqual(24 * HOUR_MS)
    expect(new Set(ids(world.items)).size).toBe(world.items.length)
  })

  it('arrive in bursts, by overpass', () => {
    const { items } = box(10, 95, 20, 105)
    const minutes = new Set(items.map((item) => item.acq_datetime))
    expect(items.length).toBeGreaterThan(minutes.size * 4)
  })

  it('stay the same hotspot until they are a day old', () => {
    const seen = new Map<string, Hotspot>()
    const lastSeen = new Map<string, number>()
    for (let ms = MARCH; ms < MARCH + 30 * HOUR_MS; ms += HOUR_MS) {
      for (const item of box(15, 97, 20, 102, ms).items) {
        const known = seen.get(item.hotspot_id)
        if (known) expect(item).toEqual(known)
        seen.set(item.hotspot_id, item)
        lastSeen.set(item.hotspot_id, ms)
      }
    }
    expect(seen.size).toBeGreaterThan(100)
    for (const [id, item] of seen) {
      const ageMs = lastSeen.get(id)! - acquiredMs(item)
      const ended = lastSeen.get(id)! < MARCH + 29 * HOUR_MS
      if (ended) expect(ageMs, id).toBeGreaterThan(23 * HOUR_MS)
    }
  })

  it('are equal if a box is requested as a whole or in parts', () => {
    const whole = box(15, 95, 20, 100).items
    const parts = [box(15, 95, 17.5, 100), box(17.5, 95, 20, 97.5), box(17.5, 97.5, 20, 100)].flatMap(
      (part) => part.items,
    )
    expect([...new Set(ids(parts))]).toEqual(ids(whole))
    const inWorld = world.items.filter(
      ({ latitude, longitude }) => latitude >= 15 && latitude <= 20 && longitude >= 95 && longitude <= 100,
    )
    expect(ids(whole)).toEqual(ids(inWorld))
  })

  it('are found around a point within the radius', () => {
    const middle = { lat: 18.4, lon: 98.7 }
    for (const radius_km of [10, 120, 500]) {
      const { items } = ask('firesNearby', { ...middle, radius_km })
      const expected = world.items.filter(
        ({ latitude, longitude }) => distanceKm(middle, { lat: latitude, lon: longitude }) <= radius_km,
      )
      expect(ids(items)).toEqual(ids(expected))
    }
    expect(ask('firesNearby', middle).items).toEqual(ask('firesNearby', { ...middle, radius_km: 10 }).items)
    expect(ask('firesNearby', { lat: -40, lon: -120, radius_km: 500 }).items).toEqual([])
  })

  it('are found across the antimeridian and at the poles', () => {
    const summer = Date.UTC(2026, 6, 15, 9)
    const all = box(-90, -180, 90, 180, summer).items
    const middle = { lat: 66, lon: 179.5 }
    const expected = all.filter(
      ({ latitude, longitude }) => distanceKm(middle, { lat: latitude, lon: longitude }) <= 500,
    )
    expect(ids(ask('firesNearby', { ...middle, radius_km: 500 }, summer).items)).toEqual(ids(expected))
    expect(ask('firesNearby', { lat: 90, lon: 0, radius_km: 500 }).items).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { CHANCE_FIELD_PATH, type ChanceField, chanceFieldSchema } from '../../contract/chance/field.ts'
import { FIELD_HORIZONS_MIN, FIELD_PERCENTS } from '../../contract/chance/levels.ts'
import { tilesOf } from '../../core/nowcast/chance-field.ts'
import type { ChanceSampler } from '../../core/nowcast/nowcast.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createChanceFields } from './chance-fields.ts'
import { createNoNowcast, type Look, type NowcastService } from './nowcast-service.ts'

const BOX = { west: 118, south: 30, east: 122, north: 32 }

/** A nowcast with one peak, and how many points were computed. */
function setUp(state: { isObserved: boolean } | null = { isObserved: true }) {
  const clock = createFakeClock()
  let computed = 0
  const samplerOf = (peakLon: number): ChanceSampler => ({
    at({ lat, lon }) {
      computed++
      const chance = Math.max(0, 1 - 2 * Math.hypot(lat - 31, lon - peakLon))
      return [chance, chance, chance, chance]
    },
    isCalmWithin: () => false,
  })
  let sampler = samplerOf(120)
  const look = state && ({ outlook: { atMs: clock.now() }, places: [], ...state } as unknown as Look)
  const nowcast = { hasStrikes: true, latest: () => look, sampler: () => look && sampler }
  const fields = createChanceFields({ nowcast, clock, isSimulated: () => false })
  return {
    nowcast: { ...createNoNowcast(), ...nowcast },
    field: (box = BOX): Promise<ChanceField> => fields.field(tilesOf(box)!, 'viewer'),
    computed: () => computed,
    moveTo(lon: number) {
      sampler = samplerOf(lon)
    },
  }
}

const pointsOf = ({ features }: ChanceField, minutes: number, percent: number) =>
  features
    .filter(({ properties }) => properties.minutes === minutes && properties.percent === percent)
    .flatMap(({ geometry }) => geometry.coordinates.flat())

describe('the contours of a box', () => {
  it('lie where the chance is theirs, in degrees', async () => {
    const field = await setUp().field()
    expect(chanceFieldSchema.parse(field)).toEqual(field)
    expect(field).toMatchObject({ state: 'known', ringKm: 16, stepDeg: 1 / 32 })
    const range = { least: 0, most: 1 }
    expect(field.ranges).toEqual(FIELD_HORIZONS_MIN.map((minutes) => ({ minutes, ...range })))
    expect(field.features).toHaveLength(FIELD_HORIZONS_MIN.length * FIELD_PERCENTS.length)
    for (const percent of FIELD_PERCENTS) {
      const points = pointsOf(field, 30, percent)
      expect(points.length).toBeGreaterThan(10)
      for (const [lon, lat] of points) expect(1 - 2 * Math.hypot(lat - 31, lon - 120)).toBeCloseTo(percent / 100, 1)
    }
  })

  it('are shared by all viewers, until the next nowcast', async () => {
    const { field, computed, moveTo } = setUp()
    expect(computed()).toBe(0)
    const [first, other] = await Promise.all([field(), field()])
    const once = computed()
    expect(other).toEqual(first)
    await field({ ...BOX, west: 118.1 })
    expect(computed()).toBe(once)
    moveTo(120.5)
    expect(pointsOf(await field(), 60, 50)).not.toEqual(pointsOf(first, 60, 50))
    expect(computed()).toBeGreaterThan(once)
  })

  it('continue beyond the antimeridian', async () => {
    const { field, moveTo } = setUp()
    moveTo(-180)
    const lons = pointsOf(await field({ west: 179, south: 30, east: -178, north: 32 }), 30, 10).map(([lon]) => lon)
    expect(Math.max(...lons)).toBeGreaterThan(180)
  })

  it.each([
    ['not-observed', { isObserved: false }],
    ['waiting', null],
  ])('are absent while the chance is unknown (%s), which the state tells from none', async (state, look) => {
    const { field, computed } = setUp(look)
    expect(await field()).toMatchObject({ state, ranges: [], features: [] })
    expect(computed()).toBe(0)
  })
})

describe('GET /api/nowcast/field', () => {
  async function serve(nowcast: NowcastService = createNoNowcast()) {
    const { request, token } = setUpAppServer({}, { nowcast })
    const headers = { authorization: `Bearer ${(await token('lightning')).token}` }
    const ask = (query: string, init: RequestInit = {}) =>
      request(`${CHANCE_FIELD_PATH}?${query}`, { headers, ...init })
    return { ask, request }
  }

  it('serves the contours, not to be cached', async () => {
    const { nowcast, field } = setUp()
    const response = await (await serve(nowcast)).ask('bbox=118,30,122,32')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ ...(await field()), simulated: true })
  })

  it('reports that a server without strikes has no field', async () => {
    const { ask } = await serve()
    expect(await (await ask('bbox=119,30,123,32')).json()).toMatchObject({ state: 'no-strikes', t: null, features: [] })
  })

  it.each([
    ['', 'bbox is required'],
    ['bbox=1,2,3', 'bbox must be west,south,east,north'],
    ['bbox=100,20,140,50', 'bbox must touch at most 80 squares of 2°, got 100,20,140,50'],
  ])('refuses %j, naming the allowed values', async (query, message) => {
    const response = await (await serve()).ask(query)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { detail: string }).detail).toContain(message)
  })

  it('allows GET only, with access to lightning', async () => {
    const { ask, request } = await serve()
    expect((await ask('bbox=119,30,123,32', { method: 'POST' })).status).toBe(405)
    expect((await request(`${CHANCE_FIELD_PATH}?bbox=119,30,123,32`)).status).toBe(401)
  })
})

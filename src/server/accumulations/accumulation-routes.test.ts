import { describe, expect, it } from 'vitest'
import { accumulationsSchema, reportChecksSchema } from '../../contract/verification/accumulations.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { type Accumulations, CELLS_MAX, sideFor } from './accumulations.ts'

async function setUp(accumulations?: Accumulations) {
  const server = setUpAppServer({}, { accumulations })
  const { token } = await server.token('lightning')
  const ask = (path: string, method = 'GET') =>
    server.request(path, { method, headers: { authorization: `Bearer ${token}` } })
  return { ...server, ask }
}

const PATHS = ['/api/accumulations', '/api/accumulations/place', '/api/verification/reports']

describe('accumulations of the past', () => {
  it('require access to strikes, by GET only, and report a server without any', async () => {
    const { request, ask } = await setUp()
    for (const path of PATHS) {
      expect((await request(path)).status).toBe(401)
      expect((await ask(path, 'POST')).status).toBe(405)
    }
    const cells = await ask('/api/accumulations?kind=hours&bbox=100,20,120,40')
    expect(cells.headers.get('cache-control')).toBe('no-store')
    expect(accumulationsSchema.parse(await cells.json())).toMatchObject({
      state: 'no-strikes',
      kind: 'hours',
      cellDeg: 0.1,
      cells: [],
    })
    expect((await ask('/api/accumulations/place?place=ZSPD')).status).toBe(404)
    expect(reportChecksSchema.parse(await (await ask('/api/verification/reports')).json())).toMatchObject({
      state: 'no-strikes',
      months: [],
      airports: [],
    })
  })

  it.each([
    '/api/accumulations?kind=rate',
    '/api/accumulations?bbox=1,2,3',
    '/api/accumulations?from=2026-07-02T00:00:00Z&to=2026-07-01T00:00:00Z',
    '/api/accumulations/place',
    `/api/accumulations/place?place=${'x'.repeat(65)}`,
    '/api/verification/reports?from=2026-13',
    '/api/verification/reports?from=2026-07&to=2026-06',
  ])('reject %s', async (path) => {
    const { ask } = await setUp()
    expect((await ask(path)).status).toBe(400)
  })

  it('are computed for a limited number at a time, and further clients receive a retry time', async () => {
    const asked: (() => void)[] = []
    const accumulations = {
      size: () => ({ sums: 0, bytes: 0 }),
      place: () => new Promise<null>((resolve) => asked.push(() => resolve(null))),
    } as Partial<Accumulations> as Accumulations
    const { ask } = await setUp(accumulations)
    const answers = Array.from({ length: 64 }, () => ask('/api/accumulations/place?place=ZSPD'))
    await expect.poll(() => asked.length).toBe(64)
    const refused = await ask('/api/accumulations/place?place=ZSPD')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    for (const answer of asked) answer()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(64).fill(404))
    const next = ask('/api/accumulations/place?place=ZSPD')
    await expect.poll(() => asked.length).toBe(65)
    asked.at(-1)!()
    expect((await next).status).toBe(404)
  })

  it('have cells as fine as the size limit permits', () => {
    const world = { west: -180, south: -90, east: 180, north: 90 }
    expect(sideFor({ west: 110, south: 20, east: 125, north: 35 })).toBe(0.1)
    expect(sideFor({ west: 70, south: 15, east: 140, north: 55 })).toBe(0.5)
    expect(sideFor({ west: 170, south: 20, east: -170, north: 40 })).toBe(0.1)
    expect(sideFor(world)).toBe(1)
    expect((360 / sideFor(world)) * (180 / sideFor(world))).toBeLessThanOrEqual(CELLS_MAX)
  })
})

import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { destination } from '../../../core/geo/geo.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { DrawnStrikes, STRIKES_DRAWN_MAX } from './drawn-strikes.ts'
import { mapPicture, pictureBox } from './map-picture.ts'

const HOUR = 3_600_000
const PERIOD = { fromMs: Date.UTC(2026, 6, 1), toMs: Date.UTC(2026, 6, 2) }
const MIDDLE = { lat: 31, lon: 121 }

/** A tile whose land is its western half: a layer of one polygon, as vector tiles write it. */
function halfLand(): Uint8Array {
  const commands = [9, 0, 0, 26, 4096, 0, 0, 8192, 4095, 0, 15]
  const varints = (numbers: readonly number[]) =>
    numbers.flatMap((number) => {
      const bytes = []
      for (let rest = number; ; rest >>>= 7) {
        bytes.push(rest > 127 ? (rest & 127) | 128 : rest)
        if (rest <= 127) return bytes
      }
    })
  const field = (number: number, bytes: readonly number[]) => [number * 8 + 2, ...varints([bytes.length]), ...bytes]
  const feature = [24, 3, ...field(4, varints(commands))]
  const layer = [120, 2, ...field(1, [...Buffer.from('land')]), ...field(2, feature), 40, ...varints([4096])]
  return gzipSync(Uint8Array.from(field(3, layer)))
}

function drawnOf(
  strikes: readonly { km: number; bearing?: number; hour?: number; polarity?: number }[],
  place = placeOf('golf'),
) {
  const drawn = new DrawnStrikes(pictureBox(place), PERIOD)
  drawn.add(
    strikes.map(({ km, bearing = 0, hour = 1, polarity = 0 }) => ({
      ...destination(MIDDLE, bearing, km),
      timeMs: PERIOD.fromMs + hour * HOUR,
      polarity,
    })),
  )
  return drawn
}

const picture = (strikes: DrawnStrikes, over: Partial<Parameters<typeof mapPicture>[0]> = {}) => {
  const of = {
    place: placeOf('golf', { name: 'East <Golf>' }),
    period: PERIOD,
    strikes,
    tiles: null,
    lang: 'en' as const,
  }
  return mapPicture({ ...of, rest: async () => {}, ...over })
}

it('draws strikes by age and polarity, north above, and counts them in words', async () => {
  const strikes = drawnOf([
    { km: 9.2, hour: 1, polarity: 1 },
    { km: 9.2, bearing: 90, hour: 23, polarity: -1 },
    { km: 12, hour: 30 },
    { km: 60, hour: 2 },
  ])
  const svg = await picture(strikes)
  // 36.8 km are 640 px wide: 9.2 km are 160 px.
  expect(svg).toMatch(/<path d="M316 (159\.\d|160)h8M320 15[56](\.\d)?v8" fill="none" stroke="#e8a735"/)
  expect(svg).toMatch(/<path d="M47[56](\.\d)? 320(\.\d)?h8" fill="none" stroke="#4a0d0d"/)
  expect(svg).toContain('<title>East &lt;Golf&gt;: 2 strikes on the map</title>')
  expect(svg.match(/<path d="M[^"]*" fill="none" stroke="#1d4f7c" stroke-width="1.6"/g)).toHaveLength(3)
  expect(svg).toContain('since 07-01 18:00 UTC')
  expect(svg).not.toMatch(/https?:(?!\/\/www\.w3\.org\/2000\/svg)|style=|<script|\{\{/)
})

it('counts a single strike in the singular', async () => {
  expect(await picture(drawnOf([{ km: 5, hour: 1 }]))).toContain(': 1 strike on the map</title>')
})

it('draws a limited number, the last ones, and says so', async () => {
  const many = Array.from({ length: 3 * STRIKES_DRAWN_MAX }, (_, i) => ({
    km: (i % 150) / 10,
    hour: (i / STRIKES_DRAWN_MAX) * 7,
  }))
  const strikes = drawnOf(many.toReversed())
  expect([strikes.count, strikes.drawn.length]).toEqual([3 * STRIKES_DRAWN_MAX, STRIKES_DRAWN_MAX])
  expect(strikes.drawn[0]!.timeMs).toBeGreaterThanOrEqual(PERIOD.fromMs + 14 * HOUR - 1)
  const svg = await picture(strikes, { lang: 'zh' })
  expect(svg).toContain(`${3 * STRIKES_DRAWN_MAX} 次闪电，绘出最后 ${STRIKES_DRAWN_MAX} 次`)
  expect(svg.length).toBeLessThan(100_000)
})

it('draws the base map’s own tiles, and reports missing ones', async () => {
  const asked: string[] = []
  const tile = (z: number, x: number, y: number) => {
    asked.push(`${z}/${x}/${y}`)
    return halfLand()
  }
  const svg = await picture(drawnOf([]), { tiles: { tile } })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(6)
  expect(svg).toMatch(/<path d="M[-\d.]+ [-\d.]+L[^"]+" fill="#f7f5ef"/)
  expect(await picture(drawnOf([]))).toContain('Without the base map')
})

it('has the rings of lines and areas around all of them', async () => {
  const line = placeOf('line', {
    geometry: {
      type: 'LineString',
      coordinates: [
        [120.9, 31],
        [121.1, 31.1],
      ],
    },
    ringsKm: [10],
  })
  const coordinates = [
    [
      [120.9, 31],
      [121.1, 31],
      [121, 31.1],
      [120.9, 31],
    ],
  ] as [number, number][][]
  const area = placeOf('area', { geometry: { type: 'Polygon', coordinates } })
  expect(
    (await picture(drawnOf([]), { place: line })).match(
      /<path d="[^"]*" fill="none" stroke="#1d4f7c" stroke-width="1.6"/g,
    ),
  ).toHaveLength(1)
  const svg = await picture(drawnOf([], area), { place: area })
  expect(svg).toMatch(/<path d="M[^"]+Z" fill="none" stroke="#1d4f7c" stroke-width="2.5"/)
})

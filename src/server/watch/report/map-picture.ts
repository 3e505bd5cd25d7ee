import { EARTH_RADIUS_KM, type LatLon, mercatorX, mercatorY, RAD, wrapLon } from '../../../core/geo/geo.ts'
import type { Place } from '../../../core/places/place.ts'
import { dividedPaths, shapeOf } from '../../../core/places/place-shape.ts'
import { ringOutline } from '../../../core/places/ring-outline.ts'
import type { Span } from '../../../core/time/spans.ts'
import { fillIn } from '../../../core/util/fill-in.ts'
import { timeText } from '../../../core/watch/alarm-sentence.ts'
import type { Lang } from '../../../locales/languages.ts'
import { localName } from '../../../locales/local-name.ts'
import { pluralIn } from '../../../locales/texts.ts'
import type { Tiles } from '../../web/basemap-route.ts'
import type { DrawnStrikes } from './drawn-strikes.ts'
import { reportTexts } from './report-texts.ts'
import { type MapFrame, shapesOf, type TileLayer } from './tile-shapes.ts'

const SIZE_PX = 640
const LEGEND_PX = 92
/** Margin around the largest ring, as a factor. */
const MARGIN = 1.15
/** From the oldest to the newest quarter of the period: darker, so that it is legible without colours. */
const AGES = ['#e8a735', '#dd6b20', '#b3261e', '#4a0d0d'] as const
/** Ring edges are geodesics, which are curved on the map. */
const EDGE_STEP_KM = 20
const SCALE_KM = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** Area of a picture, in degrees: the largest ring with a margin. */
export function pictureBox({ geometry, ringsKm }: Pick<Place, 'geometry' | 'ringsKm'>) {
  const { middle, reachKm } = shapeOf(geometry)
  const halfKm = (reachKm + ringsKm.at(-1)!) * MARGIN
  const north = halfKm / (EARTH_RADIUS_KM * RAD)
  const east = Math.min(180, north / Math.cos(middle.lat * RAD))
  const south = Math.max(-85, middle.lat - north)
  const top = Math.min(85, middle.lat + north)
  return { middle, halfKm, west: wrapLon(middle.lon - east), east: wrapLon(middle.lon + east), south, north: top }
}

/** Base map, rings and strikes of a place and period, as a self-contained SVG. */
export async function mapPicture(of: {
  place: Place
  period: Span
  strikes: Pick<DrawnStrikes, 'count' | 'drawn'>
  tiles: Pick<Tiles, 'tile'> | null
  lang: Lang
  rest(): Promise<unknown>
}): Promise<string> {
  const { place, period, strikes, tiles, lang, rest } = of
  const words = reportTexts(lang)
  const { middle, halfKm } = pictureBox(place)
  const half = halfKm / (2 * Math.PI * EARTH_RADIUS_KM * Math.cos(middle.lat * RAD))
  const frame: MapFrame = { west: mercatorX(middle.lon) - half, north: mercatorY(middle.lat) - half, size: 2 * half }
  const pxPerKm = SIZE_PX / (2 * halfKm)
  const at = (lat: number, lon: number): [number, number] => [
    round(SIZE_PX / 2 + (wrapLon(lon - middle.lon) / 360 / frame.size) * SIZE_PX),
    round(((mercatorY(lat) - frame.north) / frame.size) * SIZE_PX),
  ]
  const ground = tiles ? await shapesOf(tiles, frame, SIZE_PX, rest) : null
  const drawn = strikes.drawn
  const marks = marksOf(drawn, period, at)
  const isWhole = drawn.length === strikes.count
  const told = fillIn(isWhole ? pluralIn(lang, words, 'allDrawn', strikes.count) : words.lastDrawn, {
    drawn: drawn.length,
    count: strikes.count,
  })
  const name = localName(place, lang)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE_PX} ${SIZE_PX + LEGEND_PX}" width="${SIZE_PX}" height="${SIZE_PX + LEGEND_PX}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(fillIn(words.with, { title: name, told }))}</title>`,
    `<defs><clipPath id="map"><rect width="${SIZE_PX}" height="${SIZE_PX}"/></clipPath></defs>`,
    `<g clip-path="url(#map)">`,
    `<rect width="${SIZE_PX}" height="${SIZE_PX}" fill="${ground ? '#dbe8f1' : '#f7f5ef'}"/>`,
    ground ? groundOf(ground) : '',
    ringsOf(place, at, pxPerKm),
    marks,
    `</g>`,
    `<rect x="0.5" y="0.5" width="${SIZE_PX - 1}" height="${SIZE_PX - 1}" fill="none" stroke="#555"/>`,
    scaleBar(pxPerKm, words.km),
    legend(period, told, lang),
    ground ? '' : `<text x="10" y="20">${escaped(words.noGround)}</text>`,
    `</svg>`,
  ].join('\n')
}

type At = (lat: number, lon: number) => [number, number]

function groundOf(paths: ReadonlyMap<TileLayer, string>): string {
  const looks: [TileLayer, string][] = [
    ['land', 'fill="#f7f5ef" fill-rule="nonzero"'],
    ['lakes', 'fill="#dbe8f1" fill-rule="nonzero"'],
    ['rivers', 'fill="none" stroke="#b9d0e0"'],
    ['provinces', 'fill="none" stroke="#a79f92" stroke-dasharray="6 3"'],
    ['boundaries', 'fill="none" stroke="#7d766a" stroke-width="1.5"'],
    ['runways', 'fill="none" stroke="#444" stroke-width="2.5"'],
  ]
  return looks.map(([name, look]) => (paths.has(name) ? `<path d="${paths.get(name)}" ${look}/>` : '')).join('\n')
}

/** Outline of a geometry; empty for a point. */
function outline({ geometry }: Place, at: At): string {
  const end = /Polygon/.test(geometry.type) ? 'Z' : ''
  return dividedPaths(geometry, EDGE_STEP_KM)
    .map((line) => pathOf(line, at) + end)
    .join('')
}

/** Rings at the geodesic distances used for strikes. */
function ringPaths({ geometry, ringsKm }: Place, at: At): string[] {
  const shape = shapeOf(geometry)
  return ringsKm.map((km) =>
    ringOutline(geometry, shape, km)
      .map((line) => pathOf(line, at))
      .join(''),
  )
}

function pathOf(line: readonly LatLon[], at: At): string {
  return line.map(({ lat, lon }, i) => `${i === 0 ? 'M' : 'L'}${at(lat, lon).join(' ')}`).join('')
}

function ringsOf(place: Place, at: At, pxPerKm: number): string {
  const [x, y] = at(...latLonOf(place))
  const { reachKm } = shapeOf(place.geometry)
  const paths = ringPaths(place, at)
  const edges = place.ringsKm.map((km, i) => {
    const top = round(Math.max(14, y - (reachKm + km) * pxPerKm - 4))
    const label = reachKm === 0 ? `<text x="${x}" y="${top}" text-anchor="middle" fill="#1d4f7c">${km} km</text>` : ''
    return `<path d="${paths[i]}" fill="none" stroke="#1d4f7c" stroke-width="1.6"/>${label}`
  })
  const isPoint = place.geometry.type === 'Point'
  const itself = isPoint
    ? `<circle cx="${x}" cy="${y}" r="4" fill="#fff" stroke="#1d4f7c" stroke-width="2"/>`
    : `<path d="${outline(place, at)}" fill="none" stroke="#1d4f7c" stroke-width="2.5"/>`
  return [...edges, itself].join('\n')
}

function latLonOf({ geometry }: Place): [number, number] {
  const { lat, lon } = shapeOf(geometry).middle
  return [lat, lon]
}

/** One path per age and polarity. */
function marksOf(strikes: DrawnStrikes['drawn'], period: Span, at: At): string {
  const paths = new Map<string, string>()
  for (const { timeMs, lat, lon, polarity } of strikes) {
    const share = (timeMs - period.fromMs) / (period.toMs - period.fromMs)
    const colour = AGES[Math.min(AGES.length - 1, Math.floor(share * AGES.length))]!
    const [x, y] = at(lat, lon)
    paths.set(colour, (paths.get(colour) ?? '') + markOf(x, y, Math.sign(polarity)))
  }
  return AGES.map((colour) => {
    return paths.has(colour) ? `<path d="${paths.get(colour)}" fill="none" stroke="${colour}" stroke-width="1.7"/>` : ''
  }).join('\n')
}

function markOf(x: number, y: number, sign: number): string {
  const bar = `M${round(x - 4)} ${y}h8`
  if (sign > 0) return `${bar}M${x} ${round(y - 4)}v8`
  return sign < 0 ? bar : `M${x} ${round(y - 3)}l3 3-3 3-3-3z`
}

function scaleBar(pxPerKm: number, unit: string): string {
  const km = SCALE_KM.findLast((each) => each * pxPerKm < SIZE_PX / 4) ?? 1
  const right = SIZE_PX - 12
  const y = SIZE_PX - 12
  const left = round(right - km * pxPerKm)
  return `<path d="M${left} ${y - 5}V${y}H${right}V${y - 5}" fill="none" stroke="#222" stroke-width="1.5"/><text x="${round((left + right) / 2)}" y="${y - 6}" text-anchor="middle">${km} ${unit}</text>`
}

function legend(period: Span, told: string, lang: Lang): string {
  const words = reportTexts(lang)
  const stepMs = (period.toMs - period.fromMs) / AGES.length
  const ages = AGES.map((colour, i) => {
    const x = 4 + (i * SIZE_PX) / AGES.length
    const from = timeText(new Date(Math.floor(period.fromMs + i * stepMs)).toISOString(), '', lang).slice(5, 16)
    return `<rect x="${x}" y="${SIZE_PX + 30}" width="14" height="12" fill="${colour}"/><text x="${x + 20}" y="${SIZE_PX + 41}">${fillIn(words.since, { time: from })}</text>`
  })
  const signs = ([1, -1, 0] as const).map((sign, i) => {
    const x = 12 + (i * SIZE_PX) / AGES.length
    const word = [words.positive, words.negative, words.noSign][i]!
    return `<path d="${markOf(x, SIZE_PX + 58, sign)}" fill="none" stroke="#222" stroke-width="1.7"/><text x="${x + 12}" y="${SIZE_PX + 63}">${word}</text>`
  })
  return [
    `<text x="4" y="${SIZE_PX + 19}">${escaped(told)}</text>`,
    ...ages,
    ...signs,
    `<text x="4" y="${SIZE_PX + 84}" fill="#555" font-size="11">Natural Earth · GSHHG · GeoNames</text>`,
  ].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function round(px: number): number {
  return Math.round(px * 10) / 10
}

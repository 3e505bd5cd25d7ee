import type { TFunction } from 'i18next'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { RingEvidence } from '../../../core/airports/ring-evidence.ts'
import { destination } from '../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Lang } from '../../../locales/languages.ts'
import { airportName } from '../../airport/airport-words.ts'
import { countText } from '../../airport/hold-timer-words.ts'
import type { formatFor } from '../../i18n/format.ts'
import { MAP_FONTS } from '../../map/map-fonts.ts'
import { mapPicture } from '../../map/map-picture.ts'
import { wrapLine } from './wrap-line.ts'

const LABEL_LINE_PX = 15

/** Maximum radius of the centre mark, a whole station plot. */
const MIDDLE_PX = 24

export interface Told {
  atMs: number
  /** The map shows a moment of the past, the present, or the state at the last received data. */
  shows: 'past' | 'live' | 'kept'
  /** Label of data that are not live; else empty. */
  mark: string
  /** Leads back to the moment. */
  link: string
  lang: Lang
  format: ReturnType<typeof formatFor>
  t: TFunction<'evidence'>
  /** Whether the map itself draws the rings: those of lines and areas follow their shape. */
  isOutlined(id: string): boolean
}

const CORNERS = 90
const LINE_PX = 20
const PADDING_PX = 12

/** A PNG of the map with its rings; below it their counts and the time. */
export async function evidencePicture(map: MapLibreMap, all: readonly RingEvidence[], told: Told): Promise<Blob> {
  const drawn = mapPicture(map)
  const scale = drawn.width / map.getContainer().clientWidth
  const picture = document.createElement('canvas')
  const pen = picture.getContext('2d')
  if (!pen) throw new Error('The browser gives no canvas to draw on.')
  const roomPx = drawn.width / scale - 2 * PADDING_PX
  const lines = evidenceLines(all, told).flatMap((line, i, { length }) => {
    const font = `${i === 0 ? 700 : 400} 14px ${MAP_FONTS}`
    pen.font = font
    const texts = wrapLine(line, (text) => pen.measureText(text).width <= roomPx)
    return texts.map((text) => ({ text, font, colour: i === length - 1 ? '#a7b3c4' : '#e9eef6' }))
  })
  const footPx = (lines.length * LINE_PX + 2 * PADDING_PX) * scale
  picture.width = drawn.width
  picture.height = drawn.height + Math.ceil(footPx)
  pen.drawImage(drawn, 0, 0)
  pen.scale(scale, scale)
  for (const evidence of all) if (!told.isOutlined(evidence.airport.icao)) drawRings(pen, map, evidence)

  const topPx = drawn.height / scale
  pen.fillStyle = '#0a0f17'
  pen.fillRect(0, topPx, drawn.width / scale, footPx / scale)
  pen.textBaseline = 'middle'
  lines.forEach(({ text, font, colour }, i) => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(text, PADDING_PX, topPx + PADDING_PX + (i + 0.5) * LINE_PX, roomPx)
  })
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png')
  })
}

/** Dark below light, so that a ring shows on any ground. */
function drawRings(pen: CanvasRenderingContext2D, map: MapLibreMap, { airport, rings }: RingEvidence): void {
  pen.font = `600 12px ${MAP_FONTS}`
  pen.textBaseline = 'bottom'
  pen.textAlign = 'center'
  const middle = map.project([airport.lon, airport.lat])
  const norths = rings.map(({ km }) => {
    const { lat, lon } = destination(airport, 0, km)
    return map.project([lon, lat])
  })
  const labelled = labelledRings(norths.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y)))
  for (const [ring, { km, count, perhaps }] of rings.entries()) {
    const path = new Path2D()
    for (let i = 0; i <= CORNERS; i++) {
      const { lat, lon } = destination(airport, (i / CORNERS) * 360, km)
      const { x, y } = map.project([lon, lat])
      if (i === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    for (const [colour, width] of [
      ['#0a0f17', 4],
      ['#ffffff', 1.5],
    ] as const) {
      pen.strokeStyle = colour
      pen.lineWidth = width
      pen.stroke(path)
    }
    if (!labelled[ring]) continue
    const { x, y } = norths[ring]!
    const label = `◎${km} km: ${countText({ count, perhaps })}`
    pen.strokeStyle = '#0a0f17'
    pen.lineWidth = 4
    pen.strokeText(label, x, y - 2)
    pen.fillStyle = '#ffffff'
    pen.fillText(label, x, y - 2)
  }
  pen.textAlign = 'left'
}

/** Time, counts and coverage of the rings, a link, and a disclaimer. */
export function evidenceLines(
  all: readonly RingEvidence[],
  { atMs, shows, mark, link, lang, format, t }: Told,
): string[] {
  const head = [t('product'), format.utcDateTime(atMs, true), t(shows), mark.toUpperCase()]
  return [
    head.filter(Boolean).join(' · '),
    ...all.map(({ airport, rings, errorKm, fromMs, toMs, observedMs, lastMs }) => {
      const minutes = (toMs - fromMs) / MINUTE_MS
      const counts = rings
        .map(({ km, count, perhaps }) =>
          perhaps > 0 ? t('ringPerhaps', { km, inside: count - perhaps, perhaps }) : t('ring', { km, count }),
        )
        .join(' / ')
      const watched =
        observedMs >= toMs - fromMs
          ? t('whole', { minutes })
          : t('observed', { observed: Math.floor(observedMs / MINUTE_MS), minutes })
      const last = lastMs === null ? t('none') : t('last', { time: format.utcTime(lastMs, true) })
      return [
        t('rings', { icao: airport.icao, name: airportName(airport, lang), minutes, rings: counts }),
        last,
        watched,
        ...(errorKm > 0 ? [t('located', { km: errorKm })] : []),
      ].join(' · ')
    }),
    link,
    t('notice'),
  ]
}

/**
 * The rings with room for a count label: from the widest inwards, a line apart, none over the centre mark. The footer
 * has all counts.
 */
export function labelledRings(radiiPx: readonly number[]): boolean[] {
  let clearPx = Number.POSITIVE_INFINITY
  const fromTheWidest = radiiPx.map((px, i) => ({ px, i })).toSorted((a, b) => b.px - a.px)
  const labelled = radiiPx.map(() => false)
  for (const { px, i } of fromTheWidest) {
    if (px < MIDDLE_PX || px > clearPx) continue
    labelled[i] = true
    clearPx = px - LABEL_LINE_PX
  }
  return labelled
}

import type { Pen } from '../../../map/drawn-image.ts'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import type { AirportColours } from './airport-style.ts'
import { barb, circle, drawn, STAFF_PX, twice } from './pen.ts'
import type { StationPlot } from './station-plot.ts'

const CIRCLE_PX = 6.5
/** The barb is larger than the texts. */
const STAFF_SCALE = 1.3
const BARB_PX = CIRCLE_PX + STAFF_PX * STAFF_SCALE
/** Room for feathers and halo. */
const MARGIN_PX = 14
/** Distance of texts from the centre. */
const BESIDE_PX = 11
/** Calm and variable wind is a second circle at this distance. */
const CALM_PX = 3.5
const ROW_PX = 13
const BACKING_PX = 3
const BACKING_OPACITY = 0.82
const FONT = `600 11px ${MAP_FONTS}`
const SMALL_FONT = `700 9px ${MAP_FONTS}`

interface Words {
  text: string
  side: Side
  /** From the centre, sideways and down. */
  beside: number
  y: number
  ink: string
  font: string
}

/**
 * A station plot: temperature, visibility and weather, dew point at the left, pressure at the right, wind as a barb.
 * The circle is in the centre of the image, which is no larger than needed, because plots displace each other.
 */
export function plotImage(plot: StationPlot, colours: AirportColours): ImageData {
  const texts = wordsOf(plot, colours)
  const { halfWidth, halfHeight } = extentOf(plot, texts)
  return drawn(2 * halfWidth, 2 * halfHeight, (pen) => {
    pen.translate(halfWidth, halfHeight)
    backing(pen, texts, colours.ground)
    for (const each of texts) write(pen, each, colours.halo)
    wind(pen, plot, colours)
    sky(pen, plot, colours)
  })
}

/** Solid ground under the texts, so that no strike crosses them. */
function backing(pen: Pen, texts: readonly Words[], ground: string) {
  const reach = (of: Side) =>
    Math.max(
      CIRCLE_PX,
      ...texts
        .filter(({ side }) => side === of)
        .map(({ text, beside, font }) => {
          pen.font = font
          return beside + pen.measureText(text).width
        }),
    )
  const left = reach('left') + BACKING_PX
  const right = reach('right') + BACKING_PX
  pen.globalAlpha = BACKING_OPACITY
  pen.fillStyle = ground
  pen.beginPath()
  pen.roundRect(-left, -1.6 * ROW_PX, left + right, 3.2 * ROW_PX, 2 * BACKING_PX)
  pen.fill()
  pen.globalAlpha = 1
}

function wordsOf(plot: StationPlot, { ink, category }: AirportColours): Words[] {
  const place = (text: string, side: Side, y: number): Words => ({
    text,
    side,
    beside: clearOfBarb(plot, side, y),
    y,
    ink,
    font: FONT,
  })
  const isNamed = plot.category !== 'vfr' && plot.category !== 'unknown'
  return [
    place(plot.temperature, 'left', -ROW_PX),
    place([plot.visibility, plot.weather].filter(Boolean).join(' '), 'left', 0),
    place(plot.dewPoint, 'left', ROW_PX),
    place(plot.pressure, 'right', -ROW_PX),
    {
      ...place(isNamed ? plot.category.toUpperCase() : '', 'right', 0),
      ink: category[plot.category],
      font: SMALL_FONT,
    },
  ].filter(({ text }) => text !== '')
}

function extentOf({ barb: kind, windDeg }: StationPlot, texts: readonly Words[]) {
  const ruler = new OffscreenCanvas(1, 1).getContext('2d')!
  const reach = /^\d/.test(kind) ? BARB_PX : 0
  const [dx, dy] = toward(windDeg)
  const widths = texts.map(({ text, beside, font }) => {
    ruler.font = font
    return beside + ruler.measureText(text).width + 3
  })
  return {
    halfWidth: Math.ceil(Math.max(MARGIN_PX, Math.abs(dx) * reach + MARGIN_PX, ...widths)),
    halfHeight: Math.ceil(Math.max(ROW_PX * 1.6, Math.abs(dy) * reach + MARGIN_PX)),
  }
}

function toward(deg: number): [dx: number, dy: number] {
  return [Math.sin((deg * Math.PI) / 180), -Math.cos((deg * Math.PI) / 180)]
}

type Side = 'left' | 'right'

/** How far from the centre a text begins so that the barb's staff does not cross it. */
function clearOfBarb({ barb: kind, windDeg }: StationPlot, side: Side, y: number): number {
  if (kind === 'calm' || kind === 'variable') return BESIDE_PX + CALM_PX
  if (!/^\d/.test(kind)) return BESIDE_PX
  const [dx, dy] = toward(windDeg)
  let beside = BESIDE_PX
  for (let along = CIRCLE_PX; along <= BARB_PX; along++) {
    const crosses = Math.abs(along * dy - y) <= ROW_PX / 2 && dx > 0 === (side === 'right')
    if (crosses) beside = Math.max(beside, Math.abs(along * dx) + 4)
  }
  return beside
}

function write(pen: Pen, { text, side, beside, y, ink, font }: Words, halo: string) {
  pen.font = font
  pen.textAlign = side === 'left' ? 'right' : 'left'
  pen.textBaseline = 'middle'
  pen.strokeStyle = halo
  pen.lineWidth = 3
  pen.fillStyle = ink
  const x = side === 'left' ? -beside : beside
  pen.strokeText(text, x, y)
  pen.fillText(text, x, y)
}

function wind(pen: Pen, { barb: kind, windDeg }: StationPlot, { halo, ink }: AirportColours) {
  if (kind === '') return
  if (kind === 'calm') return twice(pen, halo, ink, () => circle(pen, 0, 0, CIRCLE_PX + CALM_PX))
  if (kind === 'variable') return twice(pen, halo, ink, () => circle(pen, 0, 0, CIRCLE_PX + CALM_PX, [3, 3]))
  pen.save()
  pen.rotate((windDeg * Math.PI) / 180)
  pen.translate(0, -CIRCLE_PX)
  pen.scale(STAFF_SCALE, STAFF_SCALE)
  twice(pen, halo, ink, () => barb(pen, Number(kind), 0, 0))
  pen.restore()
}

/** Filled by cloud cover; a cross for an obscured sky, a dash for missing data. */
function sky(pen: Pen, { sky: cover, category }: StationPlot, { ground, halo, category: byCategory }: AirportColours) {
  const colour = byCategory[category]
  pen.beginPath()
  pen.arc(0, 0, CIRCLE_PX, 0, 2 * Math.PI)
  pen.fillStyle = ground
  pen.fill()
  pen.strokeStyle = halo
  pen.lineWidth = 5
  pen.stroke()
  pen.fillStyle = colour
  pen.strokeStyle = colour
  pen.lineWidth = 2
  const part = COVERED[cover]
  if (part > 0) {
    pen.beginPath()
    pen.moveTo(0, 0)
    pen.arc(0, 0, CIRCLE_PX, -Math.PI / 2, -Math.PI / 2 + part * 2 * Math.PI)
    pen.closePath()
    pen.fill()
  }
  circle(pen, 0, 0, CIRCLE_PX)
  const d = CIRCLE_PX * Math.SQRT1_2
  if (cover === 'obscured') line(pen, [-d, -d, d, d], [-d, d, d, -d])
  if (cover === 'unknown') line(pen, [-2.5, 0, 2.5, 0])
}

const COVERED: Record<StationPlot['sky'], number> = {
  clear: 0,
  few: 0.25,
  scattered: 0.5,
  broken: 0.75,
  overcast: 1,
  obscured: 0,
  unknown: 0,
}

function line(pen: Pen, ...lines: [number, number, number, number][]) {
  for (const [fromX, fromY, toX, toY] of lines) {
    pen.beginPath()
    pen.moveTo(fromX, fromY)
    pen.lineTo(toX, toY)
    pen.stroke()
  }
}

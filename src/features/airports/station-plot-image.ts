import type { AirportColours } from './airport-style.ts'
import { barb, circle, drawn, type Pen, STAFF_PX, twice } from './pen.ts'
import type { StationPlot } from './station-plot.ts'

const WIDTH_PX = 190
/** Where in the picture the circle stands. */
const CENTRE_X = 122
/** Puts the circle, not the picture's middle, on the airport. */
export const PLOT_OFFSET: [number, number] = [WIDTH_PX / 2 - CENTRE_X, 0]

const CIRCLE_PX = 6.5
/** The barb stands out from among the texts. */
const STAFF_SCALE = 1.3
/** Room for a barb to every side. */
const CENTRE_Y = Math.ceil(CIRCLE_PX + STAFF_PX * STAFF_SCALE + 4)
const HEIGHT_PX = 2 * CENTRE_Y
/** Texts stand this far from the centre. */
const BESIDE_PX = 11
const ROW_PX = 13
const FONT = '600 11px Inter, "Segoe UI", "Noto Sans", system-ui, sans-serif'
const SMALL_FONT = '700 9px Inter, "Segoe UI", "Noto Sans", system-ui, sans-serif'

/** A station plot: temperature, visibility and weather, dew point at the left, pressure at the right, wind as a barb. */
export function plotImage(plot: StationPlot, colours: AirportColours): ImageData {
  return drawn(WIDTH_PX, HEIGHT_PX, (pen) => {
    pen.translate(CENTRE_X, CENTRE_Y)
    const left = [plot.visibility, plot.weather].filter(Boolean).join(' ')
    const beside = (side: Side, y: number) => clearOfBarb(plot, side, y)
    words(pen, plot.temperature, 'left', beside('left', -ROW_PX), -ROW_PX, colours)
    words(pen, left, 'left', BESIDE_PX, 0, colours)
    words(pen, plot.dewPoint, 'left', beside('left', ROW_PX), ROW_PX, colours)
    words(pen, plot.pressure, 'right', beside('right', -ROW_PX), -ROW_PX, colours)
    if (plot.category !== 'vfr' && plot.category !== 'unknown') {
      words(
        pen,
        plot.category.toUpperCase(),
        'right',
        BESIDE_PX,
        0,
        { ...colours, ink: colours.category[plot.category] },
        SMALL_FONT,
      )
    }
    wind(pen, plot, colours)
    sky(pen, plot, colours)
  })
}

type Side = 'left' | 'right'

/** How far from the centre a text begins so that the barb's staff does not cross it. */
function clearOfBarb({ barb: kind, windDeg }: StationPlot, side: Side, y: number): number {
  if (!/^\d/.test(kind)) return BESIDE_PX
  const [dx, dy] = [Math.sin((windDeg * Math.PI) / 180), -Math.cos((windDeg * Math.PI) / 180)]
  const reach = CIRCLE_PX + STAFF_PX * STAFF_SCALE
  let beside = BESIDE_PX
  for (let along = CIRCLE_PX; along <= reach; along++) {
    const crosses = Math.abs(along * dy - y) <= ROW_PX / 2 && dx > 0 === (side === 'right')
    if (crosses) beside = Math.max(beside, Math.abs(along * dx) + 4)
  }
  return beside
}

function words(
  pen: Pen,
  text: string,
  side: Side,
  beside: number,
  y: number,
  { ink, halo }: Pick<AirportColours, 'ink' | 'halo'>,
  font = FONT,
) {
  if (text === '') return
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
  if (kind === 'calm') return twice(pen, halo, ink, () => circle(pen, 0, 0, CIRCLE_PX + 3.5))
  if (kind === 'variable') return twice(pen, halo, ink, () => circle(pen, 0, 0, CIRCLE_PX + 3.5, [3, 3]))
  pen.save()
  pen.rotate((windDeg * Math.PI) / 180)
  pen.translate(0, -CIRCLE_PX)
  pen.scale(STAFF_SCALE, STAFF_SCALE)
  twice(pen, halo, ink, () => barb(pen, Number(kind), 0, 0))
  pen.restore()
}

/** Filled as far as the sky is covered; a cross where it can't be seen, a dash where nobody said. */
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

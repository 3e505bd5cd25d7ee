import type { Sky } from '../../../../core/weather/sky.ts'
import type { ChartCanvas, Paint, TimeSpan } from '../../../ui/chart/chart-series.ts'

/** Room that a row of symbols needs. */
export const SKY_ROOM_PX = 24
/** Minimum distance between symbols. */
const APART_PX = 22

export interface SkyAt {
  ms: number
  sky: Sky | null
}

/** Weather symbols in a row above the values, as many as there is room for; a moon in place of the sun at night. */
export function paintSky(skies: readonly SkyAt[], nights: readonly TimeSpan[]): Paint {
  return (canvas) => {
    const { pen, top, left, width, x } = canvas
    let lastX = Number.NEGATIVE_INFINITY
    for (const { ms, sky } of skies) {
      const at = x(ms)
      if (sky === null || at < left + APART_PX / 2 || at > left + width - APART_PX / 2 || at - lastX < APART_PX)
        continue
      lastX = at
      pen.save()
      pen.translate(at, top - SKY_ROOM_PX / 2)
      const isNight = nights.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)
      drawSky(canvas, sky, isNight)
      pen.restore()
    }
  }
}

function drawSky({ pen, colour }: ChartCanvas, sky: Sky, isNight: boolean) {
  pen.lineWidth = 1.4
  if (sky === 'clear' || sky === 'partly') {
    const [dx, dy, size] = sky === 'clear' ? [0, 0, 4.5] : [3, -3, 3.5]
    pen.strokeStyle = colour('var(--warn)')
    pen.fillStyle = colour('var(--warn)')
    if (isNight) drawMoon(pen, dx, dy, size)
    else drawSun(pen, dx, dy, size)
  }
  if (sky === 'clear') return
  pen.fillStyle = colour(sky === 'partly' ? 'var(--text-muted)' : 'var(--text-faint)')
  drawCloud(pen, sky === 'rain' || sky === 'snow' ? -2.5 : 1)
  pen.strokeStyle = colour(sky === 'snow' ? 'var(--text)' : 'var(--info)')
  if (sky === 'rain') drawRain(pen)
  if (sky === 'snow') drawSnow(pen)
}

function drawSun(pen: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  pen.beginPath()
  pen.arc(x, y, radius * 0.65, 0, 2 * Math.PI)
  pen.fill()
  for (let ray = 0; ray < 8; ray++) {
    const dx = Math.cos((ray * Math.PI) / 4)
    const dy = Math.sin((ray * Math.PI) / 4)
    pen.beginPath()
    pen.moveTo(x + dx * (radius + 0.5), y + dy * (radius + 0.5))
    pen.lineTo(x + dx * (radius + 2.5), y + dy * (radius + 2.5))
    pen.stroke()
  }
}

function drawMoon(pen: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  pen.beginPath()
  pen.arc(x, y, radius, -0.4 * Math.PI, 0.85 * Math.PI)
  pen.arc(x - radius * 0.55, y - radius * 0.35, radius * 0.85, 0.75 * Math.PI, -0.3 * Math.PI, true)
  pen.fill()
}

function drawCloud(pen: CanvasRenderingContext2D, y: number) {
  pen.beginPath()
  pen.arc(-3.5, y + 1, 3, 0.5 * Math.PI, 1.5 * Math.PI)
  pen.arc(0, y - 1.5, 3.8, 1.1 * Math.PI, 1.9 * Math.PI)
  pen.arc(4, y + 0.5, 3.2, 1.4 * Math.PI, 0.5 * Math.PI)
  pen.closePath()
  pen.fill()
}

function drawRain(pen: CanvasRenderingContext2D) {
  for (const x of [-3.5, 0.5, 4.5]) {
    pen.beginPath()
    pen.moveTo(x, 4)
    pen.lineTo(x - 1.5, 8)
    pen.stroke()
  }
}

function drawSnow(pen: CanvasRenderingContext2D) {
  for (const x of [-3.5, 3.5]) {
    for (let arm = 0; arm < 3; arm++) {
      const dx = 2.2 * Math.cos((arm * Math.PI) / 3)
      const dy = 2.2 * Math.sin((arm * Math.PI) / 3)
      pen.beginPath()
      pen.moveTo(x - dx, 6 - dy)
      pen.lineTo(x + dx, 6 + dy)
      pen.stroke()
    }
  }
}

import { BARB_MAX_KT, type BarbPoint, windBarb } from '../../core/wind-barb.ts'

/** The ring that barbs begin at is drawn by a circle layer, of this radius where icons have their own size. */
export const RING_RADIUS_PX = 5
const STAFF_PX = 27
const HALF_WIDTH_PX = 14
const MARGIN_PX = 5
const SIGN_PX = 16
const PIXEL_RATIO = 2

export interface IconColours {
  ink: string
  halo: string
  thunder: string
  speci: string
}

export interface Icon {
  id: string
  pixelRatio: number
  draw(): ImageData
}

/** The icons of airports in one look; each is drawn when first asked for. */
export function airportIcons(look: string, colours: IconColours): Icon[] {
  const icons: Icon[] = []
  const add = (name: string, width: number, height: number, paint: (pen: CanvasRenderingContext2D) => void) =>
    icons.push({ id: iconId(look, name), pixelRatio: PIXEL_RATIO, draw: () => drawn(width, height, paint) })

  for (let kt = 0; kt <= BARB_MAX_KT; kt += 5) {
    add(`barb-${kt}`, 2 * HALF_WIDTH_PX, MARGIN_PX + STAFF_PX + RING_RADIUS_PX, (pen) => {
      twice(pen, colours.halo, colours.ink, () => barb(pen, kt))
    })
  }
  const side = 2 * (RING_RADIUS_PX + 6)
  add('barb-calm', side, side, (pen) => twice(pen, colours.halo, colours.ink, () => outerRing(pen, side, [])))
  add('barb-variable', side, side, (pen) => twice(pen, colours.halo, colours.ink, () => outerRing(pen, side, [3, 3])))
  add('sign-ts', SIGN_PX, SIGN_PX, (pen) => bolt(pen, colours, 0))
  add('sign-speci', SIGN_PX, SIGN_PX, (pen) => letter(pen, colours, 0))
  add('sign-ts-speci', 2 * SIGN_PX, SIGN_PX, (pen) => {
    letter(pen, colours, 0)
    bolt(pen, colours, SIGN_PX)
  })
  return icons
}

export function iconId(look: string, name: string): string {
  return `airport-${look}-${name}`
}

function drawn(width: number, height: number, paint: (pen: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = width * PIXEL_RATIO
  canvas.height = height * PIXEL_RATIO
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  pen.scale(PIXEL_RATIO, PIXEL_RATIO)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  paint(pen)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

/** A halo below, so that the lines hold on any ground. */
function twice(pen: CanvasRenderingContext2D, halo: string, ink: string, paint: () => void) {
  for (const [colour, width] of [
    [halo, 4],
    [ink, 1.6],
  ] as const) {
    pen.strokeStyle = colour
    pen.fillStyle = colour
    pen.lineWidth = width
    paint()
  }
}

function barb(pen: CanvasRenderingContext2D, kt: number) {
  const { lines, pennants } = windBarb(kt)
  const place = ([x, y]: BarbPoint) => [HALF_WIDTH_PX + x * STAFF_PX, MARGIN_PX + (1 - y) * STAFF_PX] as const
  for (const line of [...lines, ...pennants]) {
    pen.beginPath()
    for (const point of line) pen.lineTo(...place(point))
    if (pennants.includes(line)) {
      pen.closePath()
      pen.fill()
    }
    pen.stroke()
  }
}

function outerRing(pen: CanvasRenderingContext2D, side: number, dash: number[]) {
  pen.setLineDash(dash)
  pen.beginPath()
  pen.arc(side / 2, side / 2, RING_RADIUS_PX + 3.5, 0, 2 * Math.PI)
  pen.stroke()
  pen.setLineDash([])
}

function bolt(pen: CanvasRenderingContext2D, { thunder, halo }: IconColours, left: number) {
  pen.beginPath()
  for (const [x, y] of [
    [9.5, 1.5],
    [4, 9],
    [7.5, 9],
    [6, 14.5],
    [12, 6.5],
    [8.5, 6.5],
  ] as const) {
    pen.lineTo(left + x, y)
  }
  pen.closePath()
  pen.strokeStyle = halo
  pen.lineWidth = 3
  pen.stroke()
  pen.fillStyle = thunder
  pen.fill()
}

function letter(pen: CanvasRenderingContext2D, { speci, halo }: IconColours, left: number) {
  pen.beginPath()
  pen.arc(left + SIGN_PX / 2, SIGN_PX / 2, 6, 0, 2 * Math.PI)
  pen.fillStyle = speci
  pen.fill()
  pen.fillStyle = halo
  pen.font = 'bold 9px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText('S', left + SIGN_PX / 2, SIGN_PX / 2 + 0.5)
}

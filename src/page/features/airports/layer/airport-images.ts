import type { Map as MapLibreMap } from 'maplibre-gl'
import { BARB_MAX_KT } from '../../../../core/metar/wind-barb.ts'
import type { Pen } from '../../../map/drawn-image.ts'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import { supplyImages } from '../../../map/map-images.ts'
import { barb, circle, drawn, PIXEL_RATIO, STAFF_PX, twice } from './pen.ts'

/** The ring that barbs begin at is drawn by a circle layer, of this radius where icons have their own size. */
export const RING_RADIUS_PX = 5
const HALF_WIDTH_PX = 14
const MARGIN_PX = 5
const SIGN_PX = 16
/** Around the ring where there is no direction to draw. */
const OUTER_RING_PX = RING_RADIUS_PX + 3.5

export interface IconColours {
  ink: string
  halo: string
  thunder: string
  speci: string
}

type Draw = () => ImageData

/** Draws airport icons when the map needs them. Returns a function that stops this. */
export function supplyIcons(map: MapLibreMap, look: string, colours: IconColours): () => void {
  const prefix = iconId(look, '')
  const icons = airportIcons(colours)
  return supplyImages(map, prefix, (id) => {
    const draw = icons.get(id.slice(prefix.length))
    if (draw) map.addImage(id, draw(), { pixelRatio: PIXEL_RATIO })
  })
}

function airportIcons(colours: IconColours): Map<string, Draw> {
  const icons = new Map<string, Draw>()
  const add = (name: string, width: number, height: number, paint: (pen: Pen) => void) =>
    icons.set(name, () => drawn(width, height, paint))

  for (let kt = 0; kt <= BARB_MAX_KT; kt += 5) {
    add(`barb-${kt}`, 2 * HALF_WIDTH_PX, MARGIN_PX + STAFF_PX + RING_RADIUS_PX, (pen) => {
      twice(pen, colours.halo, colours.ink, () => barb(pen, kt, HALF_WIDTH_PX, MARGIN_PX + STAFF_PX))
    })
  }
  const side = 2 * (RING_RADIUS_PX + 6)
  add('barb-calm', side, side, (pen) =>
    twice(pen, colours.halo, colours.ink, () => circle(pen, side / 2, side / 2, OUTER_RING_PX)),
  )
  add('barb-variable', side, side, (pen) =>
    twice(pen, colours.halo, colours.ink, () => circle(pen, side / 2, side / 2, OUTER_RING_PX, [3, 3])),
  )
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

function bolt(pen: Pen, { thunder, halo }: IconColours, left: number) {
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

function letter(pen: Pen, { speci, halo }: IconColours, left: number) {
  pen.beginPath()
  pen.arc(left + SIGN_PX / 2, SIGN_PX / 2, 6, 0, 2 * Math.PI)
  pen.fillStyle = speci
  pen.fill()
  pen.fillStyle = halo
  pen.font = `bold 9px ${MAP_FONTS}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText('S', left + SIGN_PX / 2, SIGN_PX / 2 + 0.5)
}

import type { Map as MapLibreMap } from 'maplibre-gl'
import type { StormBadge } from '../../../core/storms/storm-badges.ts'
import { drawnImage, type Pen } from '../../map/drawn-image.ts'
import { supplyImages } from '../../map/map-images.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import type { Theme } from '../../state/view.ts'

/** The width of a ring in the picture of its arc, CSS pixels: the picture is scaled to the ring. */
export const RING_ICON_PX = 16
const PICTURE_PX = 24
/** Pixel ratio at which the widest ring is sharp. */
const RATIO = 5
const ARC_RADIUS_PX = 10.2
const DEG = Math.PI / 180

/**
 * The arc of each trend, degrees from north: above the ring for growing storms, all around for new ones, below for
 * weakening ones.
 */
export const ARCS: Record<StormBadge['kind'], { fromDeg: number; toDeg: number; px: number }> = {
  new: { fromDeg: 0, toDeg: 360, px: 1.3 },
  rising: { fromDeg: -75, toDeg: 75, px: 2.6 },
  falling: { fromDeg: 125, toDeg: 235, px: 1.3 },
}

/** The arc image of a trend in a theme; for a steady storm an empty image, which keeps labels off its ring. */
export function arcIcon(theme: Theme, kind: string): string {
  return `storm-arc-${theme}-${kind}`
}

export function supplyArcs(map: MapLibreMap, theme: Theme) {
  const prefix = arcIcon(theme, '')
  return supplyImages(map, prefix, (id) => {
    const kind = id.slice(prefix.length)
    if (!map.hasImage(id)) map.addImage(id, arcPicture(theme, kind), { pixelRatio: RATIO })
  })
}

function arcPicture(theme: Theme, kind: string): ImageData {
  return drawnImage(PICTURE_PX, PICTURE_PX, RATIO, (pen) => {
    if (!isTrend(kind)) return
    const { ink, halo } = MAP_INK[theme]
    arc(pen, kind, halo, 1.2)
    arc(pen, kind, ink, 0)
  })
}

const isTrend = (kind: string): kind is StormBadge['kind'] => Object.hasOwn(ARCS, kind)

function arc(pen: Pen, kind: StormBadge['kind'], colour: string, widerPx: number) {
  const { fromDeg, toDeg, px } = ARCS[kind]
  pen.strokeStyle = colour
  pen.lineWidth = px + widerPx
  pen.lineCap = 'round'
  pen.beginPath()
  pen.arc(PICTURE_PX / 2, PICTURE_PX / 2, ARC_RADIUS_PX, (fromDeg - 90) * DEG, (toDeg - 90) * DEG)
  pen.stroke()
}

import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { drawnImage } from '../../map/drawn-image.ts'
import { useMapInstance } from '../../map/map-hooks.ts'
import { supplyImages } from '../../map/map-images.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { usePage } from '../../state/page-store.ts'
import type { Theme } from '../../state/view.ts'

const RATIO = 2
const SIZE_PX = 16
type Line = readonly (readonly [x: number, y: number])[]

/** What an arrow that goes up has at each of its times: a mark across it, and the head. */
const LINES: Record<number, Line> = {
  15: [
    [4.5, 8],
    [11.5, 8],
  ],
  30: [
    [3.5, 13],
    [8, 8],
    [12.5, 13],
  ],
}

const prefix = (theme: Theme) => `storm-${theme}-`

/** Nothing to be seen, as wide as its name says in CSS pixels: keeps words off what is drawn below it. */
export const ROOM_PX = 16
export const ROOM_ICON = 'storm-room'

/** The name of the picture for an arrow's mark of so many minutes. */
export const arrowIcon = (theme: Theme) => ['concat', prefix(theme), ['get', 'minutes']] as const

/** Draws what arrows are marked with, in the theme in force, as the map comes to need it. */
export function useStormIcons(): void {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  useEffect(() => (map ? supplyArrowMarks(map, theme) : undefined), [map, theme])
  useEffect(() => (map ? supplyRoom(map) : undefined), [map])
}

function supplyRoom(map: MapLibreMap) {
  return supplyImages(map, ROOM_ICON, (id) => {
    if (!map.hasImage(id)) map.addImage(id, new ImageData(ROOM_PX, ROOM_PX))
  })
}

function supplyArrowMarks(map: MapLibreMap, theme: Theme) {
  return supplyImages(map, prefix(theme), (id) => {
    const line = LINES[Number(id.slice(prefix(theme).length))]
    if (line && !map.hasImage(id)) map.addImage(id, drawn(line, theme), { pixelRatio: RATIO })
  })
}

function drawn(line: Line, theme: Theme): ImageData {
  const { ink, halo } = MAP_INK[theme]
  return drawnImage(SIZE_PX, SIZE_PX, RATIO, (pen) => {
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    for (const [colour, width] of [
      [halo, 4.2],
      [ink, 2],
    ] as const) {
      pen.beginPath()
      for (const [x, y] of line) pen.lineTo(x, y)
      pen.strokeStyle = colour
      pen.lineWidth = width
      pen.stroke()
    }
  })
}

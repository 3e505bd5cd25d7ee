import { Layer, Source } from '@vis.gl/react-maplibre'
import { useState } from 'react'
import type { ListedLayer } from '../../../contract/layers.ts'
import { SLOTS } from '../../map/slots.ts'
import { useSourceTiles } from '../../map/tile-source.ts'
import { tileSidePx } from './layer-status.ts'
import { sourceOf, tileAddress, useTilesAgain } from './layer-tiles.ts'

export interface DrawnLayer {
  layer: ListedLayer
  moment: string
  isShown: boolean
  opacity: number
}

/** A raster layer, such as radar: above the base map, below borders and hazards. */
export function PictureLayer({ layer, moment, isShown, opacity }: DrawnLayer) {
  const id = sourceOf(layer.id)
  const address = tileAddress(layer.id, moment)
  const [first] = useState(address)
  useSourceTiles(id, address)
  useTilesAgain(layer)
  return (
    <Source
      id={id}
      type="raster"
      tiles={[first]}
      tileSize={tileSidePx(layer)}
      minzoom={layer.minZoom}
      maxzoom={layer.maxZoom}
      attribution={layer.attribution}
    >
      <Layer
        id={id}
        type="raster"
        beforeId={SLOTS.pictures}
        layout={{ visibility: isShown ? 'visible' : 'none' }}
        paint={{ 'raster-opacity': opacity, 'raster-fade-duration': 0 }}
      />
    </Source>
  )
}

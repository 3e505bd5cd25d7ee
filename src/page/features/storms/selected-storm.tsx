import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import type { StormsNow } from '../../live/storms/use-storms.ts'
import { NO_FEATURES, useSourceData } from '../../map/map-hooks.ts'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'
import { findStorm } from './storm-choice.ts'
import { stormShapes, trackBehind } from './storm-shapes.ts'
import { DISC_UNTIL_ZOOM, discRadius, OUTLINE_FROM_ZOOM } from './storm-style.ts'

const SELECTED = 'storm-selected'
const NO_WORDS = { number: '', text: '', name: '' }
const LINE_PX = 3.5
const TRACK_PX = 2
/** Around the ring. */
const DISC_MARGIN_PX = 4

/** The selected storm: its ring or outline in the selection colour, and its track of two hours. */
export function SelectedStorm({ storms, atMs, observed }: Pick<StormsNow, 'storms' | 'atMs' | 'observed'>) {
  const name = usePage(({ selection }) => (selection?.kind === 'storm' ? selection.id : null))
  const theme = usePage((state) => state.theme)
  const storm = findStorm(name, storms, atMs)
  const shapes = useMemo((): FeatureCollection => {
    if (!storm) return NO_FEATURES
    const { middles, outlines } = stormShapes([storm], () => NO_WORDS, { observed })
    return { type: 'FeatureCollection', features: [trackBehind(storm), ...outlines.features, ...middles.features] }
  }, [storm, observed])
  useSourceData(SELECTED, shapes)
  // The style sheet changes it with the theme.
  const colour = useMemo(() => selectedColour(theme), [theme])
  return (
    <Source id={SELECTED} type="geojson" data={NO_FEATURES}>
      <Layer
        id="storm-selected-track"
        type="line"
        beforeId={SLOTS.selection}
        filter={['==', ['geometry-type'], 'LineString']}
        paint={{ 'line-color': colour, 'line-width': TRACK_PX, 'line-dasharray': [1, 1.5] }}
      />
      <Layer
        id="storm-selected-outline"
        type="line"
        beforeId={SLOTS.selection}
        filter={['==', ['geometry-type'], 'Polygon']}
        minzoom={OUTLINE_FROM_ZOOM}
        paint={{ 'line-color': colour, 'line-width': LINE_PX }}
      />
      <Layer
        id="storm-selected-disc"
        type="circle"
        beforeId={SLOTS.selection}
        filter={['==', ['geometry-type'], 'Point']}
        maxzoom={(OUTLINE_FROM_ZOOM + DISC_UNTIL_ZOOM) / 2}
        paint={{
          'circle-radius': discRadius(DISC_MARGIN_PX),
          'circle-opacity': 0,
          'circle-stroke-color': colour,
          'circle-stroke-width': LINE_PX,
        }}
      />
    </Source>
  )
}

function selectedColour(_theme: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--focus').trim()
}

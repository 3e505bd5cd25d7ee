import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { FilterSpecification } from 'maplibre-gl'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { NO_FEATURES, useSourceData } from '../../map/map-hooks.ts'
import { FAINTEST } from '../../map/map-ink.ts'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'
import { contourLayer, haloLayer, labelLayer } from './chance-style.ts'
import { useChanceField } from './use-chance-field.ts'

const CONTOURS = 'chance-contours'

export default function ChanceLayer() {
  const theme = usePage((state) => state.theme)
  const minutes = usePage((state) => state.chanceMinutes)
  const shown = useChanceField()
  useSourceData(CONTOURS, shown.kind === 'known' ? (shown.field as FeatureCollection) : NO_FEATURES)
  const share = useIsLightningStale() ? FAINTEST : 1
  const filter: FilterSpecification = ['==', ['get', 'minutes'], minutes]
  return (
    <Source id={CONTOURS} type="geojson" data={NO_FEATURES}>
      <Layer {...haloLayer(theme, share)} filter={filter} beforeId={SLOTS.marks} />
      <Layer {...contourLayer(theme, share)} filter={filter} beforeId={SLOTS.marks} />
      <Layer {...labelLayer(theme, share)} filter={filter} beforeId={SLOTS.labels} />
    </Source>
  )
}

import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import { NO_FEATURES, useSourceData } from '../../map/map-hooks.ts'
import { FAINTEST, LINE_HALO_OPACITY, MAP_INK } from '../../map/map-ink.ts'
import { usePage } from '../../state/page-store.ts'
import { stormShapes } from './storm-shapes.ts'
import { strings } from './storm-strings.ts'
import { motionText, rateText, type StormT } from './storm-words.ts'
import { useStormFormat } from './use-storm-format.ts'

addWords('storms', strings)

const OUTLINES = 'storm-outlines'
const ARROWS = 'storm-arrows'
const LABELS = 'storm-labels'
const ABOVE = 'slot-marks'
const LABEL_ZOOM = 6

const TRENDS = ['starting', 'growing']
const isRising: ExpressionSpecification = ['in', ['get', 'trend'], ['literal', TRENDS]]
const isFalling: FilterSpecification = ['==', ['get', 'trend'], 'weakening']
const isOther: FilterSpecification = ['in', ['get', 'trend'], ['literal', ['steady', 'unknown']]]
/** Of a line at each zoom, and so much more. */
const widthPlus = (px: number): ExpressionSpecification => byZoom(0.7 + px, 1.3 + px, 2 + px)
const widthRisingPlus = (px: number): ExpressionSpecification => byZoom(1.6 + px, 2.6 + px, 3.6 + px)
const width = widthPlus(0)
const widthRising = widthRisingPlus(0)
const HALO_PX = 1.6

/** Storms on the map: an outline by trend, an arrow by motion, rate and motion in words closer in. */
export default function StormLayer() {
  const { t } = useTranslation('storms')
  const theme = usePage((state) => state.theme)
  const { storms } = useStorms()
  const format = useStormFormat()
  const shapes = useMemo(() => {
    const say = t as StormT
    return stormShapes(storms, (storm) => {
      const motion = storm.motion.kind === 'unknown' ? '' : `\n${motionText(storm, format, say)}`
      return rateText(storm, say) + motion
    })
  }, [storms, format, t])
  useSourceData(OUTLINES, shapes.outlines)
  useSourceData(ARROWS, shapes.arrows)
  useSourceData(LABELS, shapes.labels)

  const { ink, halo } = MAP_INK[theme]
  return (
    <>
      <Source id={OUTLINES} type="geojson" data={NO_FEATURES}>
        <Layer
          id="storms-rising-halo"
          type="line"
          beforeId={ABOVE}
          filter={isRising}
          paint={{ 'line-color': halo, 'line-width': widthRisingPlus(HALO_PX), 'line-opacity': LINE_HALO_OPACITY }}
        />
        <Layer
          id="storms-halo"
          type="line"
          beforeId={ABOVE}
          filter={['!', isRising]}
          paint={{ 'line-color': halo, 'line-width': widthPlus(HALO_PX), 'line-opacity': LINE_HALO_OPACITY }}
        />
        <Layer
          id="storms-rising"
          type="line"
          beforeId={ABOVE}
          filter={isRising}
          paint={{ 'line-color': ink, 'line-width': widthRising, 'line-opacity': 0.95 }}
        />
        <Layer
          id="storms-steady"
          type="line"
          beforeId={ABOVE}
          filter={isOther}
          paint={{ 'line-color': ink, 'line-width': width, 'line-opacity': FAINTEST }}
        />
        <Layer
          id="storms-falling"
          type="line"
          beforeId={ABOVE}
          filter={isFalling}
          paint={{ 'line-color': ink, 'line-width': width, 'line-opacity': FAINTEST, 'line-dasharray': [2, 2.5] }}
        />
      </Source>
      <Source id={ARROWS} type="geojson" data={NO_FEATURES}>
        <Layer
          id="storms-arrows-halo"
          type="line"
          beforeId={ABOVE}
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': halo, 'line-width': widthPlus(HALO_PX), 'line-opacity': LINE_HALO_OPACITY }}
        />
        <Layer
          id="storms-arrows"
          type="line"
          beforeId={ABOVE}
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': ink, 'line-width': width, 'line-opacity': 0.9 }}
        />
      </Source>
      <Source id={LABELS} type="geojson" data={NO_FEATURES}>
        <Layer
          id="storms-labels"
          type="symbol"
          beforeId="slot-top"
          minzoom={LABEL_ZOOM}
          layout={{
            'text-field': ['get', 'text'],
            'text-size': 11,
            'text-font': ['Inter', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', 'sans-serif'],
            'text-anchor': 'top',
            'text-offset': [0, 0.4],
            'symbol-sort-key': ['get', 'rank'],
          }}
          paint={{ 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 }}
        />
      </Source>
    </>
  )
}

function byZoom(at3: number, at6: number, at9: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 3, at3, 6, at6, 9, at9]
}

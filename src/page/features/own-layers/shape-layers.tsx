import { useQuery } from '@tanstack/react-query'
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { GeoJSON } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo, useState } from 'react'
import { type LayerAccess, type LayerPart, LayerPartError } from '../../../client/layers/layer-access.ts'
import { crsFault, drawablePart, isGeojson } from '../../../core/geo/geojson.ts'
import { parseJson } from '../../../core/problems/json-problem.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { NO_FEATURES, useSourceData } from '../../map/map-hooks.ts'
import { SLOTS } from '../../map/slots.ts'
import { useSourceTiles } from '../../map/tile-source.ts'
import { usePage } from '../../state/page-store.ts'
import { readNoted } from './layer-progress.ts'
import { sourceOf, tileAddress, useTilesAgain } from './layer-tiles.ts'
import type { DrawnLayer } from './picture-layer.tsx'

const AGAIN_MS = 5 * SECOND_MS
const COLOUR = { dark: '#8fd3ff', light: '#00527f' }

export function GeojsonLayer({ access, ...drawn }: DrawnLayer & { access: LayerAccess }) {
  const id = sourceOf(drawn.layer.id)
  const data = useFile(drawn, access)
  useSourceData(id, data)
  return (
    <Source id={id} type="geojson" data={NO_FEATURES} attribution={drawn.layer.attribution}>
      <Shapes {...drawn} source={id} sourceLayer={null} />
    </Source>
  )
}

/** The file of the moment; the last one if loading fails. */
function useFile({ layer, moment, isShown }: DrawnLayer, access: LayerAccess): GeoJSON {
  const { clock } = useServerConnection()
  const timeMs = layer.time ? Number(moment) : null
  const { data } = useQuery({
    queryKey: ['own-layer', layer.id, moment],
    async queryFn({ signal }): Promise<GeoJSON> {
      const of = { id: layer.id, moment, part: 'file', nowMs: clock.now }
      return (await readNoted(of, async () => withShapes(await access.read(layer, { tile: null, timeMs }, signal))))
        .shapes
    },
    enabled: isShown,
    gcTime: 5 * MINUTE_MS,
    placeholderData: (before) => (layer.time ? undefined : before),
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })
  return data ?? NO_FEATURES
}

/** Checked here too, as a source that the browser asks may answer anything. */
function withShapes(part: LayerPart): LayerPart & { shapes: GeoJSON; leftOut: number } {
  if (part.bytes === null) return { ...part, shapes: NO_FEATURES, leftOut: 0 }
  const json = parseJson(new TextDecoder().decode(part.bytes))
  if (!json.ok || !isGeojson(json.value)) throw new LayerPartError('unreadable')
  if (crsFault(json.value)) throw new LayerPartError('other-crs')
  const { drawable, leftOut } = drawablePart(json.value)
  const isNothing = 'features' in drawable ? (drawable.features as unknown[]).length === 0 : true
  if (leftOut > 0 && isNothing) throw new LayerPartError('unreadable')
  return { ...part, shapes: drawable as GeoJSON, leftOut }
}

export function VectorTileLayer(drawn: DrawnLayer) {
  const { layer, moment } = drawn
  const id = sourceOf(layer.id)
  const address = tileAddress(layer.id, moment)
  const [first] = useState(address)
  useSourceTiles(id, address)
  useTilesAgain(layer)
  const names = useMemo(() => (layer.layers ?? '').split(',').map((name) => name.trim()), [layer])
  return (
    <Source
      id={id}
      type="vector"
      tiles={[first]}
      minzoom={layer.minZoom}
      maxzoom={layer.maxZoom}
      attribution={layer.attribution}
    >
      {names.map((name) => (
        <Shapes {...drawn} key={name} source={id} sourceLayer={name} />
      ))}
    </Source>
  )
}

interface ShapesProps extends DrawnLayer {
  source: string
  sourceLayer: string | null
}

/** Each shape in its own colour, else in that of its layer. Areas are with the pictures, others above borders. */
function Shapes({ layer, source, sourceLayer, isShown, opacity }: ShapesProps) {
  const theme = usePage((state) => state.theme)
  const colour = layer.style ?? COLOUR[theme]
  const of = { source, ...(sourceLayer !== null && { 'source-layer': sourceLayer }) }
  const id = `${source}-${sourceLayer ?? 'file'}`
  const layout = { visibility: isShown ? 'visible' : 'none' } as const
  const coloured = (property: string): ExpressionSpecification => ['to-color', ['get', property], colour]
  const shareOf = (property: string, otherwise: number): ExpressionSpecification => [
    '*',
    opacity,
    ['number', ['get', property], otherwise],
  ]
  return (
    <>
      <Layer
        {...of}
        id={`${id}-areas`}
        type="fill"
        beforeId={SLOTS.pictures}
        filter={['==', ['geometry-type'], 'Polygon']}
        layout={layout}
        paint={{ 'fill-color': coloured('fill'), 'fill-opacity': shareOf('fill-opacity', 0.2) }}
      />
      <Layer
        {...of}
        id={`${id}-lines`}
        type="line"
        beforeId={SLOTS.marks}
        filter={['!=', ['geometry-type'], 'Point']}
        layout={layout}
        paint={{
          'line-color': coloured('stroke'),
          'line-opacity': shareOf('stroke-opacity', 1),
          'line-width': ['number', ['get', 'stroke-width'], 1.5],
        }}
      />
      <Layer
        {...of}
        id={`${id}-points`}
        type="circle"
        beforeId={SLOTS.marks}
        filter={['==', ['geometry-type'], 'Point']}
        layout={layout}
        paint={{ 'circle-color': coloured('marker-color'), 'circle-opacity': opacity, 'circle-radius': 4 }}
      />
    </>
  )
}

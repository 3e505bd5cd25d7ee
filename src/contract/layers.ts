import * as z from 'zod/mini'
import { boundedText, listOf } from './fields.ts'

/** What an operator adds to the map by `LAYERS_FILE`, as a page is told of it. */

export const LAYER_KINDS = ['xyz', 'wms', 'wmts', 'mvt', 'geojson'] as const
export type LayerKind = (typeof LAYER_KINDS)[number]

/** Of a layer that has a picture for each of many moments. */
const layerTimeSchema = z.object({
  /** From one picture to the next, counted from 1970-01-01T00:00Z. */
  stepMin: z.number(),
  /** So long after its moment a picture can be had. */
  delayMin: z.number(),
  /** So far back there are pictures. */
  keepHours: z.number(),
})
export type LayerTime = z.infer<typeof layerTimeSchema>

const listedLayerSchema = z.looseObject({
  id: boundedText,
  name: boundedText,
  nameZh: z.nullable(boundedText),
  kind: z.enum(LAYER_KINDS as unknown as ['xyz', 'wms', 'wmts', 'mvt', 'geojson']),
  /** Where the browser asks by itself; null where our server does. */
  url: z.nullable(boundedText),
  layers: z.nullable(boundedText),
  style: z.nullable(boundedText),
  /** Null where there is the present alone. */
  time: z.nullable(layerTimeSchema),
  attribution: boundedText,
  /** 0 to 1. */
  opacity: z.number(),
  /** Zooms of the tiles that there are; below the first nothing is shown, above the last the last is enlarged. */
  minZoom: z.number(),
  maxZoom: z.number(),
  /** Shown to whoever has not switched it. */
  on: z.boolean(),
})
export type ListedLayer = z.infer<typeof listedLayerSchema>

/** `GET /api/layers`: from above to below. */
export const layerListSchema = z.looseObject({ layers: listOf(listedLayerSchema) })

/** Why a tile or a file of a layer could not be had: `reason` in the body of the answer. */
export const LAYER_FAILURES = [
  'unreachable',
  'timeout',
  'refused',
  'moved',
  'unavailable',
  'too-large',
  'unreadable',
  /** GeoJSON whose coordinates are not longitude and latitude of WGS 84. */
  'other-crs',
  'busy',
] as const
export type LayerFailure = (typeof LAYER_FAILURES)[number]
export const layerFailureSchema = z.looseObject({ reason: z.enum(LAYER_FAILURES) })

/** Query of a tile or file of a layer with a time: its moment, `2026-07-01T08:00:00Z`. */
export const LAYER_TIME_PARAM = 'time'

import * as z from 'zod/mini'
import { boundedText, listOf } from './fields.ts'

/** The operator's layers from `LAYERS_FILE`, as sent to a page. */

export const LAYER_KINDS = ['xyz', 'wms', 'wmts', 'mvt', 'geojson'] as const
export type LayerKind = (typeof LAYER_KINDS)[number]

/** Of a layer with images for many times. */
const layerTimeSchema = z.object({
  /** Interval between images, counted from 1970-01-01T00:00Z. */
  stepMin: z.number(),
  /** Delay until an image is available. */
  delayMin: z.number(),
  /** Age of the oldest image. */
  keepHours: z.number(),
})
export type LayerTime = z.infer<typeof layerTimeSchema>

const listedLayerSchema = z.looseObject({
  id: boundedText,
  name: boundedText,
  nameZh: z.nullable(boundedText),
  kind: z.enum(LAYER_KINDS as unknown as ['xyz', 'wms', 'wmts', 'mvt', 'geojson']),
  /** Address if the browser requests it directly; null if our server does. */
  url: z.nullable(boundedText),
  layers: z.nullable(boundedText),
  style: z.nullable(boundedText),
  /** Null for a layer with current data only. */
  time: z.nullable(layerTimeSchema),
  attribution: boundedText,
  /** 0 to 1. */
  opacity: z.number(),
  /** Zoom range of the tiles; below it nothing is shown, above it tiles are enlarged. */
  minZoom: z.number(),
  maxZoom: z.number(),
  /** Default visibility. */
  on: z.boolean(),
})
export type ListedLayer = z.infer<typeof listedLayerSchema>

/** `GET /api/layers`: topmost first. */
export const layerListSchema = z.looseObject({ layers: listOf(listedLayerSchema) })

/** Why a tile or a file of a layer is unavailable: `reason` in the body of the response. */
export const LAYER_FAILURES = [
  'unreachable',
  'timeout',
  'refused',
  'moved',
  'unavailable',
  'too-large',
  'unreadable',
  /** GeoJSON whose coordinates are not WGS 84 longitude and latitude. */
  'other-crs',
  'busy',
] as const
export type LayerFailure = (typeof LAYER_FAILURES)[number]
export const layerFailureSchema = z.looseObject({ reason: z.enum(LAYER_FAILURES) })

/** Query parameter of a layer with times: `2026-07-01T08:00:00Z`. */
export const LAYER_TIME_PARAM = 'time'

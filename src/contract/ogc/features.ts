import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'

/** OGC API – Features, part 1 (OGC 17-069r4), and GeoJSON (RFC 7946). */

export const OGC_PATH = '/ogc'
export const GEOJSON_TYPE = 'application/geo+json'

/** Conformance classes: core and GeoJSON. */
export const CONFORMANCE = [
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
] as const

export const COLLECTION_IDS = ['strikes', 'storms', 'places', 'airports', 'fires'] as const
export type CollectionId = (typeof COLLECTION_IDS)[number]

const linkSchema = z.looseObject({
  href: boundedText,
  rel: boundedText,
  type: z.optional(boundedText),
  title: z.optional(boundedText),
})
export type Link = z.infer<typeof linkSchema>
const links = listOf(linkSchema)

/** `GET /ogc`. */
export const landingSchema = z.looseObject({ title: boundedText, description: boundedText, links })
/** `GET /ogc/conformance`. */
export const conformanceSchema = z.looseObject({ conformsTo: listOf(boundedText) })

/** `GET /ogc/collections/{collection}`. */
export const collectionSchema = z.looseObject({
  id: z.enum(COLLECTION_IDS),
  title: boundedText,
  description: boundedText,
  itemType: z.literal('feature'),
  crs: listOf(boundedText),
  extent: z.looseObject({
    spatial: z.looseObject({ bbox: listOf(listOf(z.number())) }),
    temporal: z.optional(
      z.looseObject({ interval: listOf(z.tuple([z.nullable(boundedText), z.nullable(boundedText)])) }),
    ),
  }),
  links,
})
export type Collection = z.infer<typeof collectionSchema>
/** `GET /ogc/collections`. */
export const collectionsSchema = z.looseObject({ links, collections: listOf(collectionSchema) })

const spanSchema = z.tuple([boundedText, boundedText])

export const featureSchema = z.looseObject({
  type: z.literal('Feature'),
  id: z.union([boundedText, z.number()]),
  geometry: z.looseObject({ type: boundedText, coordinates: listOf(z.unknown()) }),
  properties: z.looseObject({}),
})

/** `GET /ogc/collections/{collection}/items`. Times are UTC, ISO 8601. */
export const featurePageSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: listOf(featureSchema),
  numberReturned: z.number(),
  /** Absent if counting would require reading all features. */
  numberMatched: z.optional(z.number()),
  timeStamp: boundedText,
  links,
  /** Period of the response; absent for features without time. */
  'brontide:period': z.optional(spanSchema),
  /** Unobserved spans of the period: no features there does not mean that none occurred. */
  'brontide:notObserved': listOf(spanSchema),
  /** For features cached by area: known areas with their times; other areas are unknown. */
  'brontide:observedAreas': z.optional(listOf(z.object({ bbox: listOf(z.number()), asOf: boundedText }))),
  /** True if the data is simulated. */
  'brontide:simulated': z.boolean(),
})

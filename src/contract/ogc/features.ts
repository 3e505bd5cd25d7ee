import * as z from 'zod/mini'

/** What is seen as layers of a GIS: OGC API – Features, part 1 (OGC 17-069r4), and GeoJSON (RFC 7946). */

export const OGC_PATH = '/ogc'
export const GEOJSON_TYPE = 'application/geo+json'

/** Whose requirements are kept: its core and GeoJSON. */
export const CONFORMANCE = [
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
] as const

export const COLLECTION_IDS = ['strikes', 'storms', 'places', 'airports', 'fires'] as const
export type CollectionId = (typeof COLLECTION_IDS)[number]

const linkSchema = z.looseObject({
  href: z.string(),
  rel: z.string(),
  type: z.optional(z.string()),
  title: z.optional(z.string()),
})
export type Link = z.infer<typeof linkSchema>
const links = z.array(linkSchema)

/** `GET /ogc`. */
export const landingSchema = z.looseObject({ title: z.string(), description: z.string(), links })
/** `GET /ogc/conformance`. */
export const conformanceSchema = z.looseObject({ conformsTo: z.array(z.string()) })

/** `GET /ogc/collections/{collection}`. */
export const collectionSchema = z.looseObject({
  id: z.enum(COLLECTION_IDS),
  title: z.string(),
  description: z.string(),
  itemType: z.literal('feature'),
  crs: z.array(z.string()),
  extent: z.looseObject({
    spatial: z.looseObject({ bbox: z.array(z.array(z.number())) }),
    temporal: z.optional(
      z.looseObject({ interval: z.array(z.tuple([z.nullable(z.string()), z.nullable(z.string())])) }),
    ),
  }),
  links,
})
export type Collection = z.infer<typeof collectionSchema>
/** `GET /ogc/collections`. */
export const collectionsSchema = z.looseObject({ links, collections: z.array(collectionSchema) })

const spanSchema = z.tuple([z.string(), z.string()])

export const featureSchema = z.looseObject({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]),
  geometry: z.looseObject({ type: z.string(), coordinates: z.array(z.unknown()) }),
  properties: z.looseObject({}),
})

/** `GET /ogc/collections/{collection}/items`. Times are UTC, ISO 8601. */
export const featurePageSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(featureSchema),
  numberReturned: z.number(),
  /** Absent where counting them would mean reading them. */
  numberMatched: z.optional(z.number()),
  timeStamp: z.string(),
  links,
  /** The period that is answered; absent where features have no time. */
  'brontide:period': z.optional(spanSchema),
  /** What of the period nobody observed: there an empty answer says nothing. */
  'brontide:notObserved': z.array(spanSchema),
  /** Where features come by areas: those that are known, of when; nothing is known beyond them. */
  'brontide:observedAreas': z.optional(z.array(z.object({ bbox: z.array(z.number()), asOf: z.string() }))),
  /** True where the data is made. */
  'brontide:simulated': z.boolean(),
})

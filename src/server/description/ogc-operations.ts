import {
  collectionSchema,
  collectionsSchema,
  conformanceSchema,
  featurePageSchema,
  featureSchema,
  GEOJSON_TYPE,
  landingSchema,
  OGC_PATH,
} from '../../contract/ogc/features.ts'
import { featuresQuerySchema } from '../../contract/ogc/queries.ts'
import { type Operation, reading } from './operation.ts'

const COLLECTION = `${OGC_PATH}/collections/{collection}`

/** Operations for the OpenAPI description. */
export const ogcOperations: readonly Operation[] = [
  reading({
    path: OGC_PATH,
    id: 'ogcLanding',
    by: 'anybody',
    answer: landingSchema,
    summary: 'Where features are, for a GIS (OGC API – Features)',
  }),
  reading({
    path: `${OGC_PATH}/conformance`,
    id: 'ogcConformance',
    by: 'anybody',
    answer: conformanceSchema,
    summary: 'Conformance classes of OGC API – Features',
  }),
  reading({
    path: `${OGC_PATH}/collections`,
    id: 'ogcCollections',
    by: 'anybody',
    answer: collectionsSchema,
    summary: 'Strikes, storms, places, airports and fires',
  }),
  reading({
    path: COLLECTION,
    id: 'ogcCollection',
    by: 'anybody',
    answer: collectionSchema,
    summary: 'A collection',
  }),
  {
    path: `${COLLECTION}/items`,
    method: 'get',
    id: 'ogcFeatures',
    by: 'viewer',
    query: featuresQuerySchema,
    summary: 'Features in a box and a period, in pages, with the unobserved spans',
    answers: { 200: { body: { [GEOJSON_TYPE]: featurePageSchema } } },
  },
  {
    path: `${COLLECTION}/items/{feature}`,
    method: 'get',
    id: 'ogcFeature',
    by: 'viewer',
    summary: 'One feature',
    answers: { 200: { body: { [GEOJSON_TYPE]: featureSchema } } },
  },
]

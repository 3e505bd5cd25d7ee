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
import { get, type Operation } from './operation.ts'

const COLLECTION = `${OGC_PATH}/collections/{collection}`

/** Operations for the OpenAPI description. */
export const ogcOperations: readonly Operation[] = [
  get('anybody', OGC_PATH, 'ogcLanding', {
    summary: 'Where features are, for a GIS (OGC API – Features)',
    answer: landingSchema,
  }),
  get('anybody', `${OGC_PATH}/conformance`, 'ogcConformance', {
    summary: 'Conformance classes of OGC API – Features',
    answer: conformanceSchema,
  }),
  get('anybody', `${OGC_PATH}/collections`, 'ogcCollections', {
    summary: 'Strikes, storms, places, airports and fires',
    answer: collectionsSchema,
  }),
  get('anybody', COLLECTION, 'ogcCollection', { summary: 'A collection', answer: collectionSchema }),
  get('viewer', `${COLLECTION}/items`, 'ogcFeatures', {
    summary: 'Features in a box and a period, in pages, with the unobserved spans',
    query: featuresQuerySchema,
    answer: { [GEOJSON_TYPE]: featurePageSchema },
  }),
  get('viewer', `${COLLECTION}/items/{feature}`, 'ogcFeature', {
    summary: 'One feature',
    answer: { [GEOJSON_TYPE]: featureSchema },
  }),
]

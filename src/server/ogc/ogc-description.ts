import { API_PATHS } from '../../contract/api-paths.ts'
import { type Collection, GEOJSON_TYPE, type Link, OGC_PATH } from '../../contract/ogc/features.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Collected } from './collected.ts'

const JSON_TYPE = 'application/json'
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

/** Landing page, conformance and collections; links use the origin of the request. */
export function createOgcDescription() {
  const link = (origin: string, path: string, rel: string, type = JSON_TYPE): Link => ({
    href: `${origin}${path}`,
    rel,
    type,
  })

  return {
    link,
    landing: (origin: string) => ({
      title: 'Brontide',
      description: 'Lightning, storms, guarded places, airports and fires, as features.',
      links: [
        link(origin, OGC_PATH, 'self'),
        link(origin, API_PATHS.openapi, 'service-desc', 'application/vnd.oai.openapi+json;version=3.1'),
        link(origin, `${OGC_PATH}/conformance`, 'conformance'),
        link(origin, `${OGC_PATH}/collections`, 'data'),
        link(origin, '/', 'alternate', 'text/html'),
      ],
    }),
    async collection({ id, title, description, sinceMs }: Collected, origin: string): Promise<Collection> {
      const path = `${OGC_PATH}/collections/${id}`
      const fromMs = await sinceMs()
      return {
        id,
        title,
        description,
        itemType: 'feature',
        crs: [CRS84],
        extent: {
          spatial: { bbox: [[-180, -90, 180, 90]] },
          ...(fromMs !== null && { temporal: { interval: [[formatUtc(fromMs), null] as [string, null]] } }),
        },
        links: [
          link(origin, path, 'self'),
          link(origin, `${path}/items`, 'items', GEOJSON_TYPE),
          link(origin, '/', 'alternate', 'text/html'),
        ],
      }
    },
  }
}

import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { API_PATHS } from '../../contract/api-paths.ts'
import { describeAsyncApi } from './asyncapi.ts'
import { contractOperations } from './contract-operations.ts'
import { describeOpenApi } from './openapi.ts'
import type { Operation } from './operation.ts'
import { ownOperations } from './own-operations.ts'

/** Public API descriptions, created on first request. */
export function createDescriptionRoutes(deps: { version: string; ofHazards: readonly Operation[] }): Hono {
  const [version = ''] = deps.version.split('+')
  const descriptions = {
    [API_PATHS.openapi]: () => describeOpenApi([...contractOperations, ...ownOperations, ...deps.ofHazards], version),
    [API_PATHS.asyncapi]: () => describeAsyncApi(version),
  }
  const app = new Hono()
  for (const [path, make] of Object.entries(descriptions)) {
    let text: string | null = null
    app.get(path, etag(), (c) => {
      text ??= JSON.stringify(make())
      return c.body(text, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
    })
  }
  return app
}

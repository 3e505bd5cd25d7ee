import { Hono } from 'hono'
import type { Rights } from '../../contract/watch/rights.ts'
import { NO_STORE, type WatchRoutesDeps } from './alarm-routes.ts'
import { whyNot } from './roles.ts'

/** `GET`: who asks, and what they may do, so that a page offers nothing that would be refused. */
export function createRightsRoute({ admit, roles }: Pick<WatchRoutesDeps, 'admit' | 'roles'>): Hono {
  const app = new Hono()
  app.get('/', async (c) => {
    const admitted = await admit(c)
    if (admitted.refused) return admitted.refused
    const { who } = admitted
    const may = { acknowledge: whyNot('acknowledge', who, roles()), configure: whyNot('configure', who, roles()) }
    return c.json<Rights>({ name: who.isPerson ? who.name : null, ...may }, 200, NO_STORE)
  })
  return app
}

import { Hono } from 'hono'
import type { Rights } from '../../contract/watch/rights.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import type { WatchRoutesDeps } from './alarm-routes.ts'
import { whyNot } from './roles.ts'

/** `GET`: the caller and their permissions, so that a page offers only permitted actions. */
export function createRightsRoute({
  admit,
  roles,
  faults,
}: Pick<WatchRoutesDeps, 'admit' | 'roles'> & { faults: SettingsFaults['list'] }): Hono {
  const app = new Hono()
  app.get('/', async (c) => {
    const admitted = await admit(c)
    if (admitted.refused) return admitted.refused
    const { who } = admitted
    const may = {
      acknowledge: whyNot('acknowledge', who, roles()),
      configure: whyNot('configure', who, roles()),
      stop: whyNot('stop', who, roles()),
    }
    // Without ROLES_FILE, all viewers with permission to acknowledge see the faults.
    const isTold = may.configure === null || (may.configure === 'no-file' && may.acknowledge === null)
    const told = isTold ? { faults: faults() } : {}
    return c.json<Rights>({ name: who.isPerson ? who.name : null, ...may, ...told })
  })
  return app
}

import { API_PATHS } from '../../../contract/api-paths.ts'
import type { HeldFireCells } from '../../../contract/brontide.ts'
import type { ServerHazard } from '../hazard.ts'

/** Which cells of fires are held because somebody asked the contract's own endpoint for them: it costs nothing to know. */
export const fires: ServerHazard = {
  path: API_PATHS.fires,
  guard: 'standard',
  routes(app, { heldFires }) {
    app.get('/', async (c) => c.json<HeldFireCells>({ cells: await heldFires.cells() }))
  },
}

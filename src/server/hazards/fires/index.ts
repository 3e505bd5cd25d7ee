import { API_PATHS } from '../../../contract/api-paths.ts'
import { type HeldFireCells, heldFireCellsSchema } from '../../../contract/brontide.ts'
import { reading } from '../../description/operation.ts'
import type { ServerHazard } from '../hazard.ts'

/** Which cells of fires are held because somebody asked the contract's own endpoint for them: it costs nothing to know. */
export const fires: ServerHazard = {
  path: API_PATHS.fires,
  guard: 'standard',
  operations: [
    reading({
      ...{ path: API_PATHS.fires, id: 'heldFireCells', by: 'standard', answer: heldFireCellsSchema },
      summary: 'The cells whose fires are held, each as west, south, and the time of its answer in Unix ms',
    }),
  ],
  routes(app, { heldFires }) {
    app.get('/', async (c) => c.json<HeldFireCells>({ cells: await heldFires.cells() }))
  },
}

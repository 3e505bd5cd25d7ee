import { API_PATHS } from '../../../contract/api-paths.ts'
import { type HeldFireCells, heldFireCellsSchema } from '../../../contract/brontide.ts'
import type { HeldFires } from '../../contract/http/held-fires.ts'
import { get } from '../../description/operation.ts'
import type { ServerHazard } from '../hazard.ts'

/** Cells of fires cached from requests to the contract's endpoint; reading the cache costs no points. */
export const fires: ServerHazard<HeldFires> = {
  path: API_PATHS.fires,
  guard: 'standard',
  operations: [
    get('standard', API_PATHS.fires, 'heldFireCells', {
      summary: 'The cells whose fires are held, each as west, south, and the time of its answer in Unix ms',
      answer: heldFireCellsSchema,
    }),
  ],
  routes(app, { data }) {
    app.get('/', async (c) => c.json<HeldFireCells>({ cells: (await data?.cells()) ?? [] }))
  },
}

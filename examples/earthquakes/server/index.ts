import { get } from '../../description/operation.ts'
import type { ServerHazard } from '../hazard.ts'
import { EARTHQUAKES_PATH, type EarthquakeSource, earthquakesSchema } from './earthquake.ts'
import { createMadeEarthquakes } from './made-earthquakes.ts'
import { createUpstreamEarthquakes } from './upstream-earthquakes.ts'

/** `GET /api/earthquakes`: earthquakes of the last seven days, newest first; 404 if the source has no earthquakes. */
export const earthquakes: ServerHazard<EarthquakeSource> = {
  path: EARTHQUAKES_PATH,
  guard: 'standard',
  operations: [
    get('standard', EARTHQUAKES_PATH, 'earthquakes', {
      summary: 'Earthquakes of the last seven days, newest first',
      answer: earthquakesSchema,
    }),
  ],
  synthetic: createMadeEarthquakes,
  upstream: createUpstreamEarthquakes,
  routes(app, { data }) {
    app.get('/', async (c) => {
      const answer = await data?.recent()
      return answer ? c.json(answer) : c.json({ detail: 'This server has no source of earthquakes.' }, 404)
    })
  },
}

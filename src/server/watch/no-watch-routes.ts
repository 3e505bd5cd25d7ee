import { Hono, type MiddlewareHandler } from 'hono'
import { API_PATHS } from '../../contract/api-paths.ts'

const NAMES = [
  'alarms',
  'deliveries',
  'privateLevels',
  'channels',
  'journal',
  'levels',
  'push',
  'snoozes',
  'stops',
  'situation',
  'rights',
] as const
const PATHS = NAMES.map((name) => API_PATHS[name]).flatMap((path) => [path, `${path}/*`])

/** How viewers get strikes: from this server, or from the upstream. */
export interface Delivery {
  delivery: 'relay' | 'direct'
}

/** Responses of a server without alarms: an empty log would be mistaken for an absence of lightning. */
export function createNoWatchRoutes(guard: MiddlewareHandler, config: Delivery): Hono {
  const app = new Hono()
  const detail = whyNoWatch(config) ?? 'This server evaluates no alarms.'
  for (const path of [...PATHS, `${API_PATHS.places}/:id/report`]) {
    app.all(path, guard, (c) => c.json({ detail }, 404))
  }
  return app
}

/** The reason why a server has no alarms, as text; null if it has alarms. */
export function whyNoWatch({ delivery }: Delivery): string | null {
  if (delivery === 'direct') return 'This server evaluates no alarms: with DELIVERY=direct it receives no strikes.'
  return null
}

/**
 * Paths that this server adds to the contract. In a file without zod, because the first script of a page needs them.
 */
export const API_PATHS = {
  token: '/api/token', // + /{product}, POST
  session: '/api/session', // POST signs in, DELETE signs out
  walls: '/api/walls', // GET lists, POST admits, DELETE /{id} removes
  config: '/api/config',
  status: '/api/status',
  strikes: '/api/strikes', // history; + /minute/{YYYYMMDDHHMM}, /ten-minutes/{YYYYMMDDHHM0}, /counts
  reports: '/api/reports', // history
  places: '/api/places', // all monitored places, GeoJSON
  alarms: '/api/alarms', // + /stream, /load; POST /{id}/acknowledge; /{id}/deliveries
  deliveries: '/api/deliveries', // delivery log
  privateLevels: '/api/private-levels', // POST activates viewer rules; + /{id}/acknowledge
  channels: '/api/channels', // POST /{id}/test
  journal: '/api/journal', // actions of people, POST adds a note
  push: '/api/push', // push messages: POST subscribes, DELETE unsubscribes
  levels: '/api/levels', // states of action levels, and data coverage
  stops: '/api/stops', // work stops: POST records, PUT /{id} changes, POST /{id}/resume ends
  situation: '/api/situation', // in sentences
  snoozes: '/api/snoozes', // PUT and DELETE /{place}
  rights: '/api/rights', // permissions of the caller
  fires: '/api/fires', // cells of cached fires
  nowcast: '/api/nowcast', // storms, arrival and probability
  verification: '/api/verification', // verification of forecasts; + /sheet, /again, /reports
  accumulations: '/api/accumulations', // strokes and thunder hours by cell; + /place
  openapi: '/api/openapi.json', // description of these paths
  asyncapi: '/api/asyncapi.json', // description of the sockets
  layers: '/api/layers', // + /{id}/{z}/{x}/{y}, /{id}/data
  basemap: '/basemap', // + /{z}/{x}/{y}.mvt
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Id of the element with the configuration that the server embeds in the page. */
export const CONFIG_ELEMENT = 'config'

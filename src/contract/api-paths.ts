/**
 * Paths of what our own server adds to the contract. In a file without zod, since the first script of a page needs
 * them.
 */
export const API_PATHS = {
  token: '/api/token', // + /{product}, POST
  session: '/api/session', // POST signs in, DELETE signs out
  walls: '/api/walls', // GET lists, POST lets in, DELETE /{id} turns away
  config: '/api/config',
  status: '/api/status',
  strikes: '/api/strikes', // history; + /minute/{YYYYMMDDHHMM}, /ten-minutes/{YYYYMMDDHHM0}, /counts
  reports: '/api/reports', // history
  places: '/api/places', // everything that is guarded, GeoJSON
  alarms: '/api/alarms', // + /stream, /load; POST /{id}/acknowledge; /{id}/deliveries
  deliveries: '/api/deliveries', // who was told what, and when
  privateLevels: '/api/private-levels', // POST has levels of one's own evaluated; + /{id}/acknowledge
  channels: '/api/channels', // POST /{id}/test
  journal: '/api/journal', // what people did, POST leaves a note
  push: '/api/push', // messages to browsers: POST subscribes, DELETE ends
  levels: '/api/levels', // the states of action levels, and whether data arrive
  stops: '/api/stops', // work that people stopped: POST stops, PUT /{id} changes, POST /{id}/resume ends
  situation: '/api/situation', // in sentences
  snoozes: '/api/snoozes', // PUT and DELETE /{place}
  rights: '/api/rights', // what who asks may do
  fires: '/api/fires', // cells whose fires are held
  nowcast: '/api/nowcast', // storms, arrival and probability
  verification: '/api/verification', // scores of what was told; + /sheet, /again, /reports
  accumulations: '/api/accumulations', // strokes and hours with thunder by cell; + /place
  openapi: '/api/openapi.json', // these paths, described
  asyncapi: '/api/asyncapi.json', // the sockets, described
  layers: '/api/layers', // + /{id}/{z}/{x}/{y}, /{id}/data
  basemap: '/basemap', // + /{z}/{x}/{y}.mvt
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Id of the element in which the server puts its configuration into a page that is opened. */
export const CONFIG_ELEMENT = 'config'

/** Where our own server has what it adds to the contract. Apart, for a page that asks before it knows anything else. */
export const API_PATHS = {
  token: '/api/token', // + /{product}, POST
  session: '/api/session', // POST signs in, DELETE signs out
  config: '/api/config',
  status: '/api/status',
  strikes: '/api/strikes', // history; + /minute/{YYYYMMDDHHMM}, /ten-minutes/{YYYYMMDDHHM0}, /counts
  reports: '/api/reports', // history
  fires: '/api/fires', // cells whose fires are held
  basemap: '/basemap', // + /{z}/{x}/{y}.mvt
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Id of the element of an opened page in which its server put what `config` would say. */
export const CONFIG_ELEMENT = 'config'

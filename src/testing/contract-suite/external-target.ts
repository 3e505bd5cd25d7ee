/** Parameters of `npm run test:contract` for the test process, as JSON in the environment. */
export const EXTERNAL_TARGET_VARIABLE = 'BRONTIDE_CONTRACT_TARGET'

export interface ExternalTarget {
  baseUrl: string
  specialUrl: string
  specialWsUrl: string
  key: string
  icaos: string[]
  stationId: string
  /** The application is for testing alone: points may be spent and limits hit. */
  ownApplication: boolean
}

import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import type { History } from './history.ts'
import { createSqliteHistory } from './sqlite/sqlite-history.ts'
import type { StoredChecks } from './stored-checks.ts'

export { checkDatabase, copyDatabase } from './sqlite/files/copies.ts'
export { lockDataFolder } from './sqlite/files/data-folder-lock.ts'

/** The history `name` of `hours` hours, in the folder `dir`. */
export async function openHistory(deps: {
  name: string
  hours: number
  dir: string
  clock: Clock
  log: Logger
  checks?: StoredChecks
}): Promise<History> {
  return createSqliteHistory({ ...deps, name: `${deps.name}.sqlite` })
}

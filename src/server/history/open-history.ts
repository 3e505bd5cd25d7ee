import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import type { Config } from '../config.ts'
import type { History } from './history.ts'
import { createSqliteHistory } from './sqlite/sqlite-history.ts'
import type { StoredChecks } from './stored-checks.ts'

export { checkDatabase, copyDatabase } from './sqlite/files/copies.ts'
export { lockDataFolder } from './sqlite/files/data-folder-lock.ts'

/** The configured history, in the folder `dir`. */
export async function openHistory(deps: {
  config: Config
  dir: string
  clock: Clock
  log: Logger
  checks?: StoredChecks
}): Promise<History> {
  const { config, dir, clock, log, checks } = deps
  return createSqliteHistory({
    dir,
    name: `${dataNameOf(config)}.sqlite`,
    hours: config.historyHours,
    clock,
    log,
    ...(checks && { checks }),
  })
}

/** Simulated data, replays and each upstream have distinct names, so that their histories are never mixed. */
export function dataNameOf({ upstream, simulator }: Pick<Config, 'upstream' | 'simulator'>): string {
  if (!upstream) return simulator.replay ? 'replay' : 'simulated'
  const { special, specialWs } = upstream.bases
  const which = createHash('sha256').update(`${special} ${specialWs}`).digest('hex').slice(0, 8)
  return `upstream-${which}`
}

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import type { Config } from '../config.ts'
import type { History } from './history.ts'
import { createSqliteHistory } from './sqlite/sqlite-history.ts'

/** The history that the configuration asks for. A relative folder is one of `root`. */
export async function openHistory(deps: { config: Config; root: string; clock: Clock; log: Logger }): Promise<History> {
  const { config, root, clock, log } = deps
  return createSqliteHistory({
    dir: resolve(root, config.dataDir),
    name: fileNameOf(config),
    hours: config.historyHours,
    clock,
    log,
  })
}

/** Simulated data has a file of its own, and so has each upstream: none is ever taken for another. */
function fileNameOf({ upstream }: Config): string {
  if (!upstream) return 'simulated.sqlite'
  const { special, specialWs } = upstream.bases
  const which = createHash('sha256').update(`${special} ${specialWs}`).digest('hex').slice(0, 8)
  return `upstream-${which}.sqlite`
}

import type { Logger } from 'pino'
import { codeOf } from './database.ts'

/** Things that are written: what the source brings, what is made of it later, what the watch raises, what is told of what comes next, and what the past came to. */
export type Work = 'what comes' | 'what is stored' | 'what is raised' | 'what is forecast' | 'what is summed'

export type Health = ReturnType<typeof createHealth>

/** What is wrong with the history: each trouble is said once when it begins and once when it is over. */
export function createHealth(log: Logger) {
  const passing = new Map<Work, string>()
  let lasting: string | null = null
  let notice: string | null = null

  return {
    /** Something that no later write mends. */
    lastingTrouble(why: string): void {
      lasting = why
      log.error({ why }, 'the history is not kept as it should be: live data goes on')
    },
    /** Something that was dealt with, and that somebody should know of. */
    notice(what: string): void {
      notice = what
      log.error({ what }, 'the history had to be repaired')
    },
    failed(work: Work, error: unknown): void {
      const why = `${work} can't be written (${codeOf(error)}); it is tried again`
      if (!passing.has(work)) log.error({ why }, 'the history can not be written: live data goes on')
      passing.set(work, why)
    },
    worked(work: Work): void {
      if (passing.delete(work)) log.info({ work }, 'the history is written again')
    },
    state() {
      const troubles = [...(lasting === null ? [] : [lasting]), ...passing.values()]
      return {
        state: troubles.length === 0 ? ('ok' as const) : ('degraded' as const),
        why: troubles.join('; ') || null,
        notice,
      }
    },
  }
}

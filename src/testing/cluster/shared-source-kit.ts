import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { LogEntry } from '../../server/cluster/messages.ts'
import { createSharedSource } from '../../server/cluster/shared-source.ts'
import type { Remembered } from '../../server/history/source-memory.ts'
import { NOTHING_REMEMBERED } from '../fakes/forgetful-history.ts'

/** An entry of the log with these strikes. */
export const batchEntry = (...records: StrikeRecord[]): LogEntry => ({
  of: 'lightning',
  event: { kind: 'batch', records },
})

/** An entry of the log that this period was observed, Unix ms. */
export const observedEntry = (fromMs: number, toMs = fromMs + 1, of: Gap['feed'] = 'lightning'): LogEntry => ({
  of,
  event: { kind: 'observed', fromMs, toMs },
})

/** The started source of a process that has read nothing of the log `log`. */
export function openSharedSource(clock: Clock, remembered: Partial<Remembered> = {}) {
  const source = createSharedSource({
    clock,
    simulated: true,
    pointsPerDay: 1,
    readNumber: 0,
    logName: 'log',
    ask: async () => null,
    remembered: { ...NOTHING_REMEMBERED, ...remembered },
    opened() {},
    closed: async () => {},
  })
  void source.start()
  return source
}

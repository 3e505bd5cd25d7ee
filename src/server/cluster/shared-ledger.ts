import type { Logger } from 'pino'
import { z } from 'zod'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { PointLedger, SpentPoints } from '../sources/upstream/point-ledger.ts'
import type { LeaseCell } from './lease.ts'

const TRY_AGAIN_MS = 200
const spentSchema = z.object({ day: z.number(), points: z.number() })

/**
 * The count of points that the process that leads hands on to the next one. It never takes back what another process has
 * written: whoever led before keeps nothing that came after its time.
 */
export function createSharedLedger(deps: {
  cell: LeaseCell
  isHeld(): boolean
  clock: Clock
  log: Logger
}): PointLedger {
  const { cell, isHeld, clock, log } = deps
  let revision: number | null = null
  let latest: SpentPoints | null = null
  let keeping: Promise<void> | null = null

  /** Answers whether that is kept, or never will be. */
  async function write(spent: SpentPoints): Promise<boolean> {
    try {
      const text = JSON.stringify(spent)
      const written = await cell.write(text, revision)
      const found = written === null ? await cell.read() : null
      if (found && found.text !== text) {
        log.warn('points that were spent are not counted: another process leads')
        return true
      }
      revision = written ?? found?.revision ?? null
      return written !== null || found !== null
    } catch {
      return false
    }
  }

  async function keepLatest(): Promise<void> {
    while (latest && isHeld()) {
      const spent = latest
      if (!(await write(spent))) await delay(clock, TRY_AGAIN_MS)
      else if (latest === spent) latest = null
    }
    keeping = null
  }

  return {
    async read() {
      const found = await cell.read()
      revision = found?.revision ?? null
      return found ? spentSchema.parse(JSON.parse(found.text)) : null
    },
    keep(spent) {
      latest = spent
      keeping ??= keepLatest()
      return keeping
    },
  }
}

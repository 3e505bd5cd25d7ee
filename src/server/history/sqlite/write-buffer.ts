import type { ReportRecord } from '../../../contract/metar.ts'
import { packedFrames, plainFrames } from '../packing.ts'
import type { MinutePart, TakenStrikes } from './intake.ts'
import type { Tables } from './storage.ts'

const STRIKES_MAX = 500_000
const REPORTS_MAX = 50_000

interface Batch extends TakenStrikes {
  count: number
  /** Made when first needed: while a disk is full the same batch is written in vain again and again. */
  frames: { minute: number; count: number; frames: Uint8Array }[] | null
}

/** What has come and is not written yet: a second's worth, or more while nothing can be written. */
export function createWriteBuffer(strikesMax = STRIKES_MAX) {
  let batches: Batch[] = []
  let reports: ReportRecord[] = []

  const count = () => batches.reduce((sum, batch) => sum + batch.count, 0)
  const parts = (): MinutePart[] => batches.flatMap((batch) => batch.parts)

  return {
    addStrikes(taken: TakenStrikes): void {
      const added = taken.parts.reduce((sum, { block }) => sum + block.offsetsNs.length, 0)
      if (added > 0) batches.push({ ...taken, count: added, frames: null })
    },
    addReports(records: readonly ReportRecord[]): void {
      for (const record of records) reports.push(record)
    },
    isEmpty: () => batches.length === 0 && reports.length === 0,
    count,
    parts,
    has: (minute: number) => batches.some((batch) => batch.parts.some((part) => part.minute === minute)),
    /** Within a transaction; `clear` is to be called when it stands. */
    write(tables: Pick<Tables, 'strikes' | 'reports'>, nowMs: number): void {
      for (const batch of batches) {
        batch.frames ??= batch.parts.map(({ minute, block }) => {
          return { minute, count: block.offsetsNs.length, frames: plainFrames(block) }
        })
        for (const part of batch.frames) tables.strikes.append(part.minute, part.frames, part.count)
        for (const { minute, block } of batch.late)
          tables.strikes.appendLate(batch.afterMs, minute, packedFrames(block))
      }
      for (const record of reports) tables.reports.add(record, nowMs)
    },
    clear(): void {
      batches = []
      reports = []
    },
    /** What waits in vain must not fill the memory: answers the minutes that are no longer whole. */
    dropOldest(): number[] {
      const minutes: number[] = []
      for (let left = count(); left > strikesMax; left -= batches.shift()!.count) {
        minutes.push(...batches[0]!.parts.map(({ minute }) => minute))
      }
      reports = reports.slice(-REPORTS_MAX)
      return minutes
    },
  }
}

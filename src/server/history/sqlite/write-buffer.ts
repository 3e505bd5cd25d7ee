import type { ReportRecord } from '../../../contract/metar.ts'
import { mergeBlocks, type StrikeBlock } from '../../../core/strikes/strike-block.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { packedFrames, plainFrames } from '../packing.ts'
import type { MinutePart, TakenStrikes } from './intake.ts'
import type { Tables } from './storage.ts'

const STRIKES_MAX = 500_000
const REPORTS_MAX = 50_000

interface Batch extends TakenStrikes {
  count: number
}

/** Batches written together: one chunk per minute, which is read in a fraction of the time of sixty. */
interface Together {
  batches: Batch[]
  /** Created on first use and reused: while the disk is full the same write is retried. */
  frames: { minute: number; count: number; frames: Uint8Array }[] | null
}

/** Received and not yet written: one second, or more during a backfill or while writes fail. */
export function createWriteBuffer(strikesMax = STRIKES_MAX) {
  let waiting: Together[] = []
  let reports: ReportRecord[] = []

  const batches = () => waiting.flatMap((together) => together.batches)
  const count = () => batches().reduce((sum, batch) => sum + batch.count, 0)
  const parts = (): MinutePart[] => batches().flatMap((batch) => batch.parts)

  function takeOldest(): Batch {
    const [first] = waiting
    const batch = first!.batches.shift()!
    first!.frames = null
    if (first!.batches.length === 0) waiting.shift()
    return batch
  }

  return {
    addStrikes(taken: TakenStrikes): void {
      const added = taken.parts.reduce((sum, { block }) => sum + block.offsetsNs.length, 0)
      if (added === 0) return
      const batch = { ...taken, count: added }
      const last = waiting.at(-1)
      if (last?.frames === null) last.batches.push(batch)
      else waiting.push({ batches: [batch], frames: null })
    },
    addReports(records: readonly ReportRecord[]): void {
      for (const record of records) reports.push(record)
    },
    isEmpty: () => waiting.length === 0 && reports.length === 0,
    count,
    parts,
    has: (minute: number) => parts().some((part) => part.minute === minute),
    /** Within a transaction; call `clear` after the commit. */
    write(tables: Pick<Tables, 'strikes' | 'reports'>, nowMs: number): void {
      for (const together of waiting) {
        together.frames ??= joined(together.batches.flatMap((batch) => batch.parts)).map(({ minute, block }) => {
          return { minute, count: block.offsetsNs.length, frames: plainFrames(block) }
        })
        for (const part of together.frames) tables.strikes.append(part.minute, part.frames, part.count)
      }
      for (const { afterMs, late } of batches()) {
        for (const { minute, block } of late) tables.strikes.appendLate(afterMs, minute, packedFrames(block))
      }
      for (const record of reports) tables.reports.add(record, nowMs)
    },
    clear(): void {
      waiting = []
      reports = []
    },
    /** Bounds memory while writes fail: drops the oldest batch and returns the minutes that are now incomplete. */
    dropOldest(): number[] {
      const minutes: number[] = []
      for (let left = count(); left > strikesMax; ) {
        const { count: dropped, parts: gone } = takeOldest()
        minutes.push(...gone.map(({ minute }) => minute))
        left -= dropped
      }
      reports = reports.slice(-REPORTS_MAX)
      return minutes
    },
  }
}

function joined(parts: readonly MinutePart[]): MinutePart[] {
  const minutes = new Map<number, StrikeBlock[]>()
  for (const { minute, block } of parts) heldOrMade(minutes, minute, () => []).push(block)
  return [...minutes].map(([minute, blocks]) => ({ minute, block: mergeBlocks(blocks) }))
}

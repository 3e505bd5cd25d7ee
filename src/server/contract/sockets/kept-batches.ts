import type { StrikeRecord } from '../../../contract/lightning.ts'
import { isBefore, isSameLog } from '../../../contract/messages.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { batchText, within } from './strike-boxes.ts'

/** A batch comes each second: who was away for longer asks for minutes instead. */
const BATCHES_MAX = 120
/** Sent in one go, to who may come back together with all others. */
const STRIKES_AT_ONCE_MAX = 5_000
/** Those of a process that ended missed the same: what so many different ones missed is held until the next batch. */
const TAILS_MAX = 64

interface KeptBatch {
  position: string
  records: readonly StrikeRecord[]
  /** Made when first asked for, and once for all. */
  frame?: Frame
}

/** The last batches, for who comes back and knows up to where it has everything. */
export interface KeptBatches {
  push(batch: KeptBatch): void
  /**
   * The frames of what came after a place, of that box alone where there is one; null where that is not known here: of
   * another log, too long ago, or too much to send at once. A place that is not reached here yet has nothing after it.
   */
  after(position: string, box: Box | null): readonly Frame[] | null
}

/** `position` is where all stands before the first batch. */
export function createKeptBatches(position: string): KeptBatches {
  const batches: KeptBatch[] = []
  let beginning = position
  /** By the place and the box: made once for all who come back with them. */
  const tails = new Map<string, readonly Frame[] | null>()

  function tailAfter(place: string, box: Box | null): readonly Frame[] | null {
    if (!isSameLog(place, beginning) || isBefore(place, beginning)) return null
    const due = batches.filter((batch) => isBefore(place, batch.position))
    if (due.reduce((sum, { records }) => sum + records.length, 0) > STRIKES_AT_ONCE_MAX) return null
    return due.map((batch) => {
      const { position: told, records } = batch
      if (box) return textFrame(batchText(within(records, box), told))
      batch.frame ??= textFrame(batchText(records, told))
      return batch.frame
    })
  }

  return {
    push(batch) {
      batches.push(batch)
      tails.clear()
      if (batches.length > BATCHES_MAX) beginning = batches.shift()!.position
    },
    after(place, box) {
      const question = box ? [place, box.west, box.south, box.east, box.north].join() : place
      const known = tails.get(question)
      if (known !== undefined) return known
      const tail = tailAfter(place, box)
      if (tails.size < TAILS_MAX) tails.set(question, tail)
      return tail
    },
  }
}

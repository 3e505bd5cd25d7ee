import type { StrikeRecord } from '../../../contract/lightning.ts'
import { isBefore, isSameLog } from '../../../contract/messages.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { batchText, within } from './strike-boxes.ts'

/** A batch is sent every second: clients away for longer request minutes over REST. */
const BATCHES_MAX = 120
/** Sent at once to clients that may all reconnect together. */
const STRIKES_AT_ONCE_MAX = 5_000
/** Clients of a failed process missed the same batches: this many distinct tails are cached until the next batch. */
const TAILS_MAX = 64

interface KeptBatch {
  position: string
  records: readonly StrikeRecord[]
  /** Created on first use, shared. */
  frame?: Frame
}

/** The latest batches, for clients that resume from a known position; `position` is the one before the first batch. */
export function createKeptBatches(position: string) {
  const batches: KeptBatch[] = []
  let beginning = position
  /** Shared by all clients that resume with the same position and box. */
  const tails = new Map<string, readonly Frame[] | null>()

  function frameOf(batch: KeptBatch, box: Box | null): Frame {
    const { position, records } = batch
    if (box) return textFrame(batchText(within(records, box), position))
    batch.frame ??= textFrame(batchText(records, position))
    return batch.frame
  }

  function tailAfter(place: string, box: Box | null): readonly Frame[] | null {
    if (!isSameLog(place, beginning) || isBefore(place, beginning)) return null
    const due = batches.filter((batch) => isBefore(place, batch.position))
    if (due.reduce((sum, { records }) => sum + records.length, 0) > STRIKES_AT_ONCE_MAX) return null
    return due.map((batch) => frameOf(batch, box))
  }

  return {
    push(batch: KeptBatch): void {
      tails.clear()
      const last = batches.at(-1)?.position ?? beginning
      if (!isSameLog(batch.position, last) || isBefore(batch.position, last)) {
        // The log lost its end: the same positions now belong to other messages.
        batches.length = 0
        beginning = batch.position
        return
      }
      batches.push(batch)
      while (batches.length > BATCHES_MAX) beginning = batches.shift()!.position
    },
    /**
     * Frames after a position, limited to the box if given; null if unknown here: another log, too long ago, or too
     * much to send at once. A position not yet reached here has no frames after it.
     */
    after(place: string, box: Box | null): readonly Frame[] | null {
      const question = box ? [place, box.west, box.south, box.east, box.north].join() : place
      const tail = tails.get(question)
      if (tail !== undefined) return tail
      const made = tailAfter(place, box)
      if (tails.size < TAILS_MAX) tails.set(question, made)
      return made
    },
  }
}

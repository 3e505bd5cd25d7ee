import type { StrikeRecord } from '../../../contract/lightning.ts'
import { isBefore, isSameLog, renamed } from '../../../contract/messages.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { batchText, within } from './strike-boxes.ts'

/** A batch is sent every second: clients away for longer request minutes over REST. */
const BATCHES_MAX = 120
/** Batches delivered before commit are kept for five minutes: no other process has them. */
const BATCHES_AHEAD_MAX = 330
/** Sent at once to clients that may all reconnect together. */
const STRIKES_AT_ONCE_MAX = 5_000
/** Clients of a failed process missed the same batches: this many distinct tails are cached until the next batch. */
const TAILS_MAX = 64

interface KeptBatch {
  position: string
  /** Its position as delivered, if that differs (`Source.toldPosition`). */
  told?: string
  records: readonly StrikeRecord[]
  /** Created on first use, shared. */
  frame?: Frame
}

/** The latest batches, for clients that resume from a known position. */
export interface KeptBatches {
  push(batch: KeptBatch): void
  /**
   * Frames after a position, limited to the box if given; null if unknown here: another log, too long ago, or too much
   * to send at once. A position not yet reached here has no frames after it.
   */
  after(position: string, box: Box | null): readonly Frame[] | null
  /** Frames delivered at positions of this name, which are in no history while the name is used. */
  namedAs(told: string, box: Box | null): readonly Frame[]
}

/** `position` is the position before the first batch. */
export function createKeptBatches(position: string): KeptBatches {
  const batches: KeptBatch[] = []
  let beginning = position
  /** Shared by all clients that resume with the same position and box. */
  const tails = new Map<string, readonly Frame[] | null>()

  function frameOf(batch: KeptBatch, box: Box | null): Frame {
    const { position: place, told = place, records } = batch
    if (box) return textFrame(batchText(within(records, box), told))
    batch.frame ??= textFrame(batchText(records, told))
    return batch.frame
  }

  /** Converts the name shared between processes; names created here are valid here only. */
  function known(place: string): string {
    const batch = batches.find(({ told }) => told !== undefined && isSameLog(told, place))
    return batch ? renamed(place, batch.position) : place
  }

  function tailAfter(told: string, box: Box | null): readonly Frame[] | null {
    const place = known(told)
    if (!isSameLog(place, beginning) || isBefore(place, beginning)) return null
    const due = batches.filter((batch) => isBefore(place, batch.position))
    if (due.reduce((sum, { records }) => sum + records.length, 0) > STRIKES_AT_ONCE_MAX) return null
    return due.map((batch) => frameOf(batch, box))
  }

  return {
    push(batch) {
      tails.clear()
      const last = batches.at(-1)
      if (last && isBefore(batch.position, last.position)) {
        // Another process commits these positions.
        batches.length = 0
        beginning = batch.position
        return
      }
      batches.push(batch)
      const most = batch.told === undefined ? BATCHES_MAX : BATCHES_AHEAD_MAX
      while (batches.length > most) beginning = batches.shift()!.position
    },
    after(place, box) {
      const question = box ? [place, box.west, box.south, box.east, box.north].join() : place
      const tail = tails.get(question)
      if (tail !== undefined) return tail
      const made = tailAfter(place, box)
      if (tails.size < TAILS_MAX) tails.set(question, made)
      return made
    },
    namedAs: (place, box) =>
      batches.filter(({ told }) => told !== undefined && isSameLog(told, place)).map((batch) => frameOf(batch, box)),
  }
}

import type { StrikeRecord } from '../../../contract/lightning.ts'
import { isBefore, isSameLog, renamed } from '../../../contract/messages.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { batchText, within } from './strike-boxes.ts'

/** A batch comes each second: who was away for longer asks for minutes instead. */
const BATCHES_MAX = 120
/** Five minutes is as long as batches are told that stand in no log yet; nobody else has those. */
const BATCHES_AHEAD_MAX = 330
/** Sent in one go, to who may come back together with all others. */
const STRIKES_AT_ONCE_MAX = 5_000
/** Those of a process that ended missed the same: what so many different ones missed is held until the next batch. */
const TAILS_MAX = 64

interface KeptBatch {
  position: string
  /** As which its place was told, where that is another one (`Source.toldPosition`). */
  told?: string
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
  /** The frames of what was told at places of that name, which no history has as long as the name is used. */
  namedAs(told: string, box: Box | null): readonly Frame[]
}

/** `position` is where all stands before the first batch. */
export function createKeptBatches(position: string): KeptBatches {
  const batches: KeptBatch[] = []
  let beginning = position
  /** By the place and the box: made once for all who come back with them. */
  const tails = new Map<string, readonly Frame[] | null>()

  function frameOf(batch: KeptBatch, box: Box | null): Frame {
    const { position: place, told = place, records } = batch
    if (box) return textFrame(batchText(within(records, box), told))
    batch.frame ??= textFrame(batchText(records, told))
    return batch.frame
  }

  /** By the name that others know; a place of a name that was given here is told here alone. */
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
        // What was told at those places is written at others by somebody else.
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

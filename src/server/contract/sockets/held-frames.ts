import { type StrikeRecord, strikeIdentity } from '../../../contract/lightning.ts'
import type { Frame } from './fan-out.ts'

/** `records` are its strikes. */
export interface HeldFrame {
  frame: Frame
  records: readonly StrikeRecord[]
}

/** Live frames that arrive during replays, stored once and shared. */
export type HeldFrames = ReturnType<typeof createHeldFrames>

export function createHeldFrames(most: number) {
  let frames: HeldFrame[] = []
  let count = 0
  /** The last frame with a strike, by strike identity. */
  const broughtBy = new Map<string, number>()

  return {
    /** Number of frames so far: the start position of a new replay. */
    get count(): number {
      return count
    },
    push(frame: Frame, records: readonly StrikeRecord[]): void {
      count++
      for (const record of records) broughtBy.set(strikeIdentity(record), count)
      frames.push({ frame, records })
      if (frames.length <= most) return
      const dropped = count - most
      for (const record of frames.shift()?.records ?? []) {
        const id = strikeIdentity(record)
        if (broughtBy.get(id) === dropped) broughtBy.delete(id)
      }
    },
    /** Frames after position `count`, oldest first; if more than `most`, the last ones. */
    since: (from: number): HeldFrame[] => frames.slice(Math.max(0, frames.length - (count - from))),
    /** Whether a strike is in one of these frames. */
    holds: (record: StrikeRecord, from: number): boolean => (broughtBy.get(strikeIdentity(record)) ?? 0) > from,
    bytes: (): number => frames.reduce((sum, { frame }) => sum + frame.plain.length, 0),
    clear(): void {
      frames = []
      broughtBy.clear()
    },
  }
}

import type { StrikeRecord } from '../../../contract/lightning.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import { strikesJson } from '../http/records-json.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'

/** Different boxes at a time: of one account or address, and of all. Each is written for itself in every batch. */
const BOXES_MAX = { each: 32, all: 200 }
/** So much of a batch is compressed for boxes; what is beyond goes out as it is, for compressing takes the longest. */
const DEFLATED_BYTES = 2 * 1024 * 1024
/** Two strikes: a province has few at a time, and its viewers may sit behind a narrow line. */
const COMPRESS_FROM_BYTES = 400

interface Group {
  key: string
  box: Box
  /** Whose subscription made it. */
  owner: string
  viewers: number
}

/** Which viewers hear of strikes in a box alone. */
export interface StrikeBoxes {
  /** Gives a viewer that box, or none; false where there are too many different ones. */
  choose(viewer: Viewer, box: Box | null): boolean
  /** The frame of a batch for a viewer, made once for each box; `whole` is everybody else's. */
  framesOf(records: readonly StrikeRecord[], whole: Frame, position?: string): (viewer: Viewer) => Frame
}

export function createStrikeBoxes(): StrikeBoxes {
  const groups = new Map<string, Group>()
  const ofViewer = new Map<Viewer, Group>()

  function hasRoom(owner: string): boolean {
    if (groups.size >= BOXES_MAX.all) return false
    let own = 0
    for (const group of groups.values()) if (group.owner === owner) own++
    return own < BOXES_MAX.each
  }

  function release(viewer: Viewer): void {
    const group = ofViewer.get(viewer)
    ofViewer.delete(viewer)
    if (group && --group.viewers === 0) groups.delete(group.key)
  }

  return {
    choose(viewer, box) {
      if (!box) {
        release(viewer)
        return true
      }
      const key = [box.west, box.south, box.east, box.north].join()
      if (!groups.has(key) && !hasRoom(viewer.of)) return false
      const group = groups.get(key) ?? { key, box, owner: viewer.of, viewers: 0 }
      group.viewers++ // before the old one is let go of, which may be the same
      release(viewer)
      groups.set(key, group)
      ofViewer.set(viewer, group)
      return true
    },
    framesOf(records, whole, position) {
      const frames = new Map<Group, Frame>()
      let leftBytes = DEFLATED_BYTES
      return (viewer) => {
        const group = ofViewer.get(viewer)
        if (!group) return whole
        let frame = frames.get(group)
        if (!frame) {
          const text = batchText(within(records, group.box), position)
          leftBytes -= text.length
          frame = textFrame(text, leftBytes > 0 ? COMPRESS_FROM_BYTES : Number.POSITIVE_INFINITY)
          frames.set(group, frame)
        }
        return frame
      }
    },
  }
}

/** The strikes that lie in a box; all of them where there is none. */
export function within(records: readonly StrikeRecord[], box: Box | null): readonly StrikeRecord[] {
  return box ? records.filter((record) => isInside(box, record)) : records
}

export function batchText(records: readonly StrikeRecord[], position?: string): string {
  const place = position === undefined ? '' : `,"position":${JSON.stringify(position)}`
  return `{"type":"new_strikes","data":${strikesJson(records)}${place}}`
}

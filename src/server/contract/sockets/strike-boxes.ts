import type { StrikeRecord } from '../../../contract/lightning.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import { strikesJson } from '../http/records-json.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'

/** Distinct boxes at a time, per account or address and in total. Each is serialized separately for every batch. */
const BOXES_MAX = { each: 32, all: 200 }
/** Compression budget per batch for boxes; frames beyond it are sent uncompressed. */
const DEFLATED_BYTES = 2 * 1024 * 1024
/** About two strikes: a province has few per batch, and its viewers may have slow connections. */
const COMPRESS_FROM_BYTES = 400

interface Group {
  key: string
  box: Box
  /** The account that created it. */
  owner: string
  viewers: number
}

export function createStrikeBoxes() {
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
    /** Assigns a box, or none, to a viewer; false if there are too many distinct ones. */
    choose(viewer: Viewer, box: Box | null): boolean {
      if (!box) {
        release(viewer)
        return true
      }
      const key = [box.west, box.south, box.east, box.north].join()
      if (!groups.has(key) && !hasRoom(viewer.of)) return false
      const group = groups.get(key) ?? { key, box, owner: viewer.of, viewers: 0 }
      group.viewers++ // before the old group is released, which may be the same
      release(viewer)
      groups.set(key, group)
      ofViewer.set(viewer, group)
      return true
    },
    /** The frame of a batch for a viewer, created once per box; `whole` is the unrestricted one. */
    framesOf(records: readonly StrikeRecord[], whole: Frame, position?: string): (viewer: Viewer) => Frame {
      if (ofViewer.size === 0) return () => whole
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

/** The strikes inside a box; all without one. */
export function within(records: readonly StrikeRecord[], box: Box | null): readonly StrikeRecord[] {
  return box ? records.filter((record) => isInside(box, record)) : records
}

export function batchText(records: readonly StrikeRecord[], position?: string): string {
  const place = position === undefined ? '' : `,"position":${JSON.stringify(position)}`
  return `{"type":"new_strikes","data":${strikesJson(records)}${place}}`
}

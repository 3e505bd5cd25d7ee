import type { LinkStatus } from '../../../contract/brontide.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../../contract/lightning.ts'
import type { ClientMessage } from '../../../contract/messages.ts'
import type { Box } from '../../../core/geo/geo.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { History } from '../../history/history.ts'
import type { Source } from '../../sources/source.ts'
import type { Channel, Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createKeptBatches } from './kept-batches.ts'
import { createLineNotices, gapsOf, SILENT, subscribedFrame } from './line-notices.ts'
import { type LogPlaces, NO_PLACES } from './log-places.ts'
import { createReplays, type ReplayCounters, sinceMsOf } from './replays.ts'
import { batchText, createStrikeBoxes, within } from './strike-boxes.ts'

const UNSUBSCRIBED = textFrame('{"type":"unsubscribed"}')
const TOO_MANY_BOXES =
  'the limit of distinct bbox subscriptions is reached: subscribe without bbox, or with one already in use'

/** DL §4.3: every batch of the source, also empty ones, to every subscribed socket. */
export function createLightningChannel(deps: {
  source: Source
  clock: Clock
  extensions: boolean
  /** Source of replays for `since`; null without a history. */
  history: History | null
  turns: WorkScheduler
  replayed: ReplayCounters
  /** Called once a batch has been sent to all viewers. */
  onSent?: ((records: readonly StrikeRecord[]) => void) | undefined
  places?: LogPlaces
}): Channel {
  const { source, clock, extensions, history, turns, replayed, onSent, places = NO_PLACES } = deps
  const viewers = new Set<Viewer>() // live or in replay
  const subscribed = new Set<Viewer>()
  const replays = extensions && history ? createReplays({ history, clock, turns, counters: replayed }) : null

  const boxes = createStrikeBoxes()
  const begun = places.position()
  const kept = begun === undefined ? null : createKeptBatches(begun)
  const heartbeat = createHeartbeat(deps, 'lightning', () => notices.repeat())

  const broadcast = (frame: Frame) => {
    heartbeat.spoke()
    for (const viewer of subscribed) viewer.send(frame)
    replays?.hold(frame, [])
  }
  const notices = extensions
    ? createLineNotices({
        clock,
        link: sinceData(source.links().lightning),
        gaps: gapsOf(source, 'lightning'),
        broadcast,
      })
    : SILENT

  const unsubscribe = source.onStrikes((event) => {
    if (event.kind === 'batch') {
      unlogged.changed()
      heartbeat.spoke()
      if (viewers.size === 0) return
      const { records } = event
      const position = places.position()
      const whole = textFrame(batchText(records, position))
      const frameOf = boxes.framesOf(records, whole, position)
      for (const viewer of subscribed) viewer.send(frameOf(viewer))
      replays?.hold(whole, event.records)
      onSent?.(event.records)
    } else if (event.kind === 'link') notices.onLink(sinceData(event.status))
    else if (event.kind === 'gap') notices.onGap(event.gap)
  })

  const stopPlacing = places.onPlaced((position, records) => {
    unlogged.changed()
    kept?.push({ position, records })
  })

  const unlogged = createUnloggedFrames(places)

  function stop(viewer: Viewer): void {
    replays?.stop(viewer)
    viewers.delete(viewer)
    subscribed.delete(viewer)
  }

  function leave(viewer: Viewer): void {
    stop(viewer)
    boxes.choose(viewer, null)
  }

  /** Returns the problem of the message, else null. */
  function subscribe(viewer: Viewer, { since, after, bbox }: ClientMessage): string | null {
    const sinceMs = replays && since !== undefined ? sinceMsOf(since) : undefined
    if (sinceMs === null) return 'since must be the time of a strike, in Unix nanoseconds'
    const box = extensions ? boxOf(bbox) : null
    if (!boxes.choose(viewer, box)) return TOO_MANY_BOXES
    stop(viewer)
    viewers.add(viewer)
    const missed = after === undefined ? null : (kept?.after(after, box) ?? null)
    const done = { ...(missed && { after }), ...(box && { bbox }), ...heartbeat.told }
    viewer.send(subscribedFrame({ position: places.position(), ...done }))
    notices.greet(viewer)
    for (const frame of missed ?? []) viewer.send(frame)
    const { records: sent, frame } = unlogged.of(box)
    if (frame) viewer.send(frame)
    if (missed || sinceMs === undefined) subscribed.add(viewer)
    else replays?.start(viewer, sinceMs, () => subscribed.add(viewer), box, sent)
    return null
  }

  return {
    path: LIGHTNING_PATHS.socket,
    product: 'lightning',
    receive(viewer, message) {
      if (message.action === 'subscribe') return subscribe(viewer, message)
      if (message.action === 'unsubscribe') {
        leave(viewer)
        viewer.send(UNSUBSCRIBED)
      }
      return null
    },
    heldBytes: () => replays?.heldBytes() ?? 0,
    leave,
    close() {
      unsubscribe()
      stopPlacing()
      heartbeat.close()
      notices.close()
      replays?.close()
      viewers.clear()
      subscribed.clear()
    },
  }
}

/** A batch comes each second: without one the line is silent since its last message, not since that was noticed. */
function sinceData(status: LinkStatus): LinkStatus {
  return status.state === 'live' ? status : { ...status, since: status.lastMessageAt ?? status.since }
}

/**
 * Strikes that are not in the log yet have no position; their frame is cached for all new subscribers until more
 * strikes arrive.
 */
function createUnloggedFrames(places: LogPlaces) {
  const made = new Map<string, { records: readonly StrikeRecord[]; frame: Frame | null }>()
  return {
    changed: () => made.clear(),
    of(box: Box | null) {
      const key = box ? [box.west, box.south, box.east, box.north].join() : ''
      return heldOrMade(made, key, () => {
        const records = within(places.unlogged(), box)
        return { records, frame: records.length > 0 ? textFrame(batchText(records, places.position())) : null }
      })
    },
  }
}

function boxOf([west, south, east, north]: readonly number[] = []): Box | null {
  return north === undefined ? null : { west: west!, south: south!, east: east!, north }
}

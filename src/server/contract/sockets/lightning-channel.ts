import { LIGHTNING_PATHS, type StrikeRecord } from '../../../contract/lightning.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { History } from '../../history/history.ts'
import type { Source } from '../../sources/source.ts'
import type { WorkTurns } from '../history/work-turns.ts'
import { strikesJson } from '../http/records-json.ts'
import type { Channel, Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createLineNotices, gapsOf, SILENT } from './line-notices.ts'
import { createReplays, type ReplayCounters, sinceMsOf } from './replays.ts'

const SUBSCRIBED = textFrame('{"type":"subscribed"}')
const UNSUBSCRIBED = textFrame('{"type":"unsubscribed"}')

/** DL §4.3: every batch of the source, empty ones too, to every subscribed socket. */
export function createLightningChannel(deps: {
  source: Source
  clock: Clock
  extensions: boolean
  /** From which `since` is answered; null where none is kept. */
  history: History | null
  turns: WorkTurns
  replayed: ReplayCounters
  /** Told once a batch has been handed to everybody. */
  onSent?: ((records: readonly StrikeRecord[]) => void) | undefined
}): Channel {
  const { source, clock, extensions, history, turns, replayed, onSent } = deps
  const viewers = new Set<Viewer>() // live, or on the way there
  const subscribed = new Set<Viewer>()
  const replays = extensions && history ? createReplays({ history, clock, turns, counters: replayed }) : null

  const broadcast = (frame: Frame, records: readonly StrikeRecord[] = []) => {
    for (const viewer of subscribed) viewer.send(frame)
    replays?.hold(frame, records)
  }
  const notices = extensions
    ? createLineNotices({ clock, link: source.links().lightning, gaps: gapsOf(source, 'lightning'), broadcast })
    : SILENT

  const unsubscribe = source.onStrikes((event) => {
    if (event.kind === 'batch') {
      if (viewers.size === 0) return
      broadcast(textFrame(`{"type":"new_strikes","data":${strikesJson(event.records)}}`), event.records)
      onSent?.(event.records)
    } else if (event.kind === 'link') notices.onLink(event.status)
    else if (event.kind === 'gap') notices.onGap(event.gap)
  })

  function leave(viewer: Viewer): void {
    replays?.stop(viewer)
    viewers.delete(viewer)
    subscribed.delete(viewer)
  }

  return {
    path: LIGHTNING_PATHS.socket,
    product: 'lightning',
    receive(viewer, message) {
      if (message.action === 'subscribe') {
        const sinceMs = replays && message.since !== undefined ? sinceMsOf(message.since) : undefined
        if (sinceMs === null) return 'since must be the time of a strike, in Unix nanoseconds'
        leave(viewer)
        viewers.add(viewer)
        viewer.send(SUBSCRIBED)
        notices.greet(viewer)
        if (sinceMs === undefined) subscribed.add(viewer)
        else replays?.start(viewer, sinceMs, () => subscribed.add(viewer))
      } else if (message.action === 'unsubscribe') {
        leave(viewer)
        viewer.send(UNSUBSCRIBED)
      }
      return null
    },
    heldBytes: () => replays?.heldBytes() ?? 0,
    leave,
    close() {
      unsubscribe()
      notices.close()
      replays?.close()
      viewers.clear()
      subscribed.clear()
    },
  }
}

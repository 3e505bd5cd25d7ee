import type { Gap, LinkStatus } from '../../../contract/brontide.ts'
import type { ClientMessage } from '../../../contract/messages.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Source } from '../../sources/source.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'

const REPEAT_EVERY_MS = 5_000
/** On a line with rare data this shows that the line is alive: every sixth time, regardless of jitter. */
const REPEAT_LIVE_EVERY_MS = 30_000 - REPEAT_EVERY_MS / 2

/**
 * Status messages of a relay about its line, so that a viewer can distinguish a silent source from a dead relay: the
 * state on subscribing, on every change, every 5 s while down and occasionally while up; and lost periods.
 */
export interface LineNotices {
  greet(viewer: Viewer): void
  onLink(status: LinkStatus): void
  onGap(gap: Gap): void
  /** Sends the current state to all viewers, as a sign of life. */
  repeat(): void
  close(): void
}

/** Without extensions no status is sent. */
export const SILENT: LineNotices = { greet() {}, onLink() {}, onGap() {}, repeat() {}, close() {} }

export const gapsOf = (source: Pick<Source, 'gaps'>, feed: Gap['feed']) => () =>
  source.gaps().filter((gap) => gap.feed === feed)

/** Reply to a subscription: the position, and which parts of the request were applied. */
export function subscribedFrame(told: {
  position?: string | undefined
  after?: string
  bbox?: ClientMessage['bbox']
  heartbeat_seconds?: number
}): Frame {
  return textFrame(JSON.stringify({ type: 'subscribed', ...told }))
}

const gapFrame = ({ from, to }: Gap) => textFrame(JSON.stringify({ type: 'gap', from, to }))

export function createLineNotices(deps: {
  clock: Clock
  link: LinkStatus
  /** Lost periods within the time that a viewer can see. */
  gaps(): Gap[]
  broadcast(frame: Frame): void
}): LineNotices {
  const { clock, broadcast } = deps
  let current = { live: deps.link.state === 'live', since: deps.link.since }
  let toldMs = clock.monotonicMs()

  const notice = () => textFrame(JSON.stringify({ type: 'source_status', ...current }))

  function tell() {
    toldMs = clock.monotonicMs()
    broadcast(notice())
  }

  const stopRepeating = clock.every(REPEAT_EVERY_MS, () => {
    if (!current.live || clock.monotonicMs() - toldMs >= REPEAT_LIVE_EVERY_MS) tell()
  })

  return {
    greet(viewer) {
      viewer.send(notice())
      for (const gap of deps.gaps()) viewer.send(gapFrame(gap))
    },
    onLink(status) {
      const live = status.state === 'live'
      if (live === current.live) return // "connecting" after "down" is still down
      current = { live, since: status.since }
      tell()
    },
    onGap: (gap) => broadcast(gapFrame(gap)),
    repeat: tell,
    close: stopRepeating,
  }
}

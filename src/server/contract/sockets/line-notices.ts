import type { Gap, LinkStatus } from '../../../contract/brontide.ts'
import type { ClientMessage } from '../../../contract/messages.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Source } from '../../sources/source.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'

const REPEAT_EVERY_MS = 5_000
/** On a line where data may be rare it shows that the line itself lives: each sixth time, however unevenly they come. */
const REPEAT_LIVE_EVERY_MS = 30_000 - REPEAT_EVERY_MS / 2

/**
 * What a relay says about its own line, so that a viewer can tell "the relay lives but its source is silent" from a
 * dead line: the state on subscribing, on every change, each 5 s while down and now and then while not; and the periods
 * that are lost.
 */
export interface LineNotices {
  greet(viewer: Viewer): void
  onLink(status: LinkStatus): void
  onGap(gap: Gap): void
  /** Tells the state to everybody, as it is: that shows that this process lives. */
  repeat(): void
  close(): void
}

/** A server without extensions says nothing of its line. */
export const SILENT: LineNotices = { greet() {}, onLink() {}, onGap() {}, repeat() {}, close() {} }

/** The gaps of one of a source's lines. */
export const gapsOf = (source: Pick<Source, 'gaps'>, feed: Gap['feed']) => () =>
  source.gaps().filter((gap) => gap.feed === feed)

/** Answers a subscription: where it stands, and of what was asked for what is done. */
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
  /** Every period that is lost, of the time that a viewer can see. */
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
      if (live === current.live) return // "connecting" after "down" is still no line
      current = { live, since: status.since }
      tell()
    },
    onGap: (gap) => broadcast(gapFrame(gap)),
    repeat: tell,
    close: stopRepeating,
  }
}

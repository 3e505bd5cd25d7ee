import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import type { Clock } from '../../core/clock.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'

const REPEAT_EVERY_MS = 5_000

/**
 * What a relay says about its own line, so that a viewer can tell "the relay lives but its source is silent" from a
 * dead line: the state on subscribing, on every change, and each 5 s while down; and the periods that are lost.
 */
export interface LineNotices {
  greet(viewer: Viewer): void
  onLink(status: LinkStatus): void
  onGap(gap: Gap): void
  close(): void
}

/** A server without extensions says nothing of its line. */
export const SILENT: LineNotices = { greet() {}, onLink() {}, onGap() {}, close() {} }

export function createLineNotices(deps: {
  clock: Clock
  link: LinkStatus
  broadcast(frame: Frame): void
}): LineNotices {
  const { clock, broadcast } = deps
  let current = { live: deps.link.state === 'live', since: deps.link.since }
  let stopRepeating: (() => void) | null = null

  const notice = () => textFrame(JSON.stringify({ type: 'source_status', ...current }))

  function repeatWhileDown() {
    if (current.live) {
      stopRepeating?.()
      stopRepeating = null
    } else {
      stopRepeating ??= clock.every(REPEAT_EVERY_MS, () => broadcast(notice()))
    }
  }
  repeatWhileDown()

  return {
    greet: (viewer) => viewer.send(notice()),
    onLink(status) {
      const live = status.state === 'live'
      if (live === current.live) return // "connecting" after "down" is still no line
      current = { live, since: status.since }
      broadcast(notice())
      repeatWhileDown()
    },
    onGap: ({ from, to }) => broadcast(textFrame(JSON.stringify({ type: 'gap', from, to }))),
    close() {
      stopRepeating?.()
      stopRepeating = null
    },
  }
}

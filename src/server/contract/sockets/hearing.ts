import type { Duplex } from 'node:stream'
import type { Clock } from '../../../core/time/clock.ts'
import type { createClientRate } from '../../http/client-rate.ts'
import { createSlidingWindow } from '../accounts/sliding-window.ts'
import { createFrameMeter } from './frame-meter.ts'

/** Of one socket, pings and the parts of messages among them: a client that subscribes to each airport by a message of its own is far below. */
const CLIENT_MESSAGES_PER_SECOND = 100
/** Of all sockets of an application, and so of an address: after a restart, thousands of pages subscribe at once. */
const CLIENT_BYTES = { burst: 1024 * 1024, perSecond: 128 * 1024 }
/** A message is sent at once; what of it has come is held until the rest does. */
const MESSAGE_TAKES_AT_MOST_MS = 10_000

export const HEARD_BYTES = CLIENT_BYTES
/** Parts of one message, and pieces of one part, that wait for the rest: each takes more memory than its bytes. */
export const PARTS_MAX = 256

const TOO_MUCH = `at most ${CLIENT_MESSAGES_PER_SECOND} messages and ${CLIENT_BYTES.perSecond / 1024} KiB per second`
const TOO_SLOW = `a message must be complete within ${MESSAGE_TAKES_AT_MOST_MS / 1_000} s`

export interface Hearing {
  /** Counts a message, unpacked; false where it was too much. */
  hears(text: string): boolean
  stop(): void
}

/** Bounds what a socket says, by what comes from it and by what that is once unpacked; `refuse` is told what is allowed. */
export function createHearing(deps: {
  socket: Duplex
  clock: Clock
  /** Whose bytes they are. */
  client: string
  heardBytes: ReturnType<typeof createClientRate>
  refuse(reason: string): void
}): Hearing {
  const { socket, clock, client, heardBytes, refuse } = deps
  const messages = createSlidingWindow(clock, CLIENT_MESSAGES_PER_SECOND)
  const frames = createFrameMeter(() => clock.monotonicMs())
  /** Came since the last message: a packed one is more than that. */
  let cameBytes = 0
  let stopWaiting: (() => void) | null = null

  function wait(): void {
    const sinceMs = frames.unfinishedSinceMs()
    if (sinceMs === null || stopWaiting) return
    const leftMs = sinceMs + MESSAGE_TAKES_AT_MOST_MS - clock.monotonicMs()
    if (leftMs <= 0) refuse(TOO_SLOW)
    else {
      stopWaiting = clock.after(leftMs, () => {
        stopWaiting = null
        wait()
      })
    }
  }

  function came(bytes: Uint8Array): void {
    cameBytes += bytes.length
    let isTooMuch = heardBytes.take(client, bytes.length) > 0
    for (let others = frames.read(bytes); others > 0 && !isTooMuch; others--) isTooMuch = messages.take() > 0
    if (isTooMuch) refuse(TOO_MUCH)
    else wait()
  }

  // Before `ws` reads it: of what is too much nothing is to be held.
  socket.prependListener('data', came)
  return {
    hears(text) {
      const unpackedBytes = Math.max(0, text.length - cameBytes)
      cameBytes = Math.max(0, cameBytes - text.length)
      const isTooMuch = messages.take() > 0 || heardBytes.take(client, unpackedBytes) > 0
      if (isTooMuch) refuse(TOO_MUCH)
      return !isTooMuch
    },
    stop() {
      socket.off('data', came)
      stopWaiting?.()
    },
  }
}

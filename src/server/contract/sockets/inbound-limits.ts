import type { Duplex } from 'node:stream'
import type { Clock } from '../../../core/time/clock.ts'
import type { createClientRate } from '../../web/client-rate.ts'
import { createSlidingWindow } from '../accounts/sliding-window.ts'
import { createFrameMeter } from './frame-meter.ts'

/** Per socket, including pings and fragments: a client that subscribes to airports one by one is far below. */
export const CLIENT_MESSAGES_PER_SECOND = 100
/** For all sockets of an application, and so of an address: after a restart thousands of pages subscribe at once. */
const CLIENT_BYTES = { burst: 1024 * 1024, perSecond: 128 * 1024 }
/** Received fragments are held until the message is complete. */
const MESSAGE_TAKES_AT_MOST_MS = 10_000

export const INBOUND_BYTES = CLIENT_BYTES
/** Pending fragments of a message and chunks of a fragment: each takes more memory than its bytes. */
export const PARTS_MAX = 256

const TOO_MUCH = `at most ${CLIENT_MESSAGES_PER_SECOND} messages and ${CLIENT_BYTES.perSecond / 1024} KiB per second`
const TOO_SLOW = `a message must be complete within ${MESSAGE_TAKES_AT_MOST_MS / 1_000} s`

/**
 * Limits inbound messages of a socket, before and after decompression; `refuse` receives the limit that was exceeded.
 */
export function createInboundLimits(deps: {
  socket: Duplex
  clock: Clock
  /** Account of the bytes. */
  client: string
  heardBytes: ReturnType<typeof createClientRate>
  refuse(reason: string): void
}) {
  const { socket, clock, client, heardBytes, refuse } = deps
  const messages = createSlidingWindow(clock, CLIENT_MESSAGES_PER_SECOND)
  const frames = createFrameMeter(() => clock.monotonicMs())
  /** Bytes received since the last message; a compressed message is larger than these. */
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

  // Runs before `ws` reads, so that excess input is not buffered.
  socket.prependListener('data', came)
  return {
    /** Counts a decompressed message; false if a limit is exceeded. */
    hears(text: string): boolean {
      const unpackedBytes = Math.max(0, text.length - cameBytes)
      cameBytes = Math.max(0, cameBytes - text.length)
      const isTooMuch = messages.take() > 0 || heardBytes.take(client, unpackedBytes) > 0
      if (isTooMuch) refuse(TOO_MUCH)
      return !isTooMuch
    },
    stop(): void {
      socket.off('data', came)
      stopWaiting?.()
    },
  }
}

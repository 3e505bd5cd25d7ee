import type { OpenSocket, Socket } from '../../../client/session/environment.ts'
import { CLOSE_TOO_MANY_SOCKETS } from '../../../contract/close-codes.ts'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import { SOCKETS_PER_APPLICATION } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Spare } from './spare.ts'

const LOOK_EVERY_MS = 50
/** Whoever holds one in spare closes it by then, or is not heard. */
const FREED_WITHIN_MS = 1_000
const CLOSE_ABNORMAL = 1006

/**
 * The sockets of the process that leads. The line of lightning goes by the one that this process held in spare, where it did; any
 * other one is opened once it may be, and the one that another process holds in spare is given back where three are needed.
 */
export function createLeaderSockets(deps: {
  openSocket: OpenSocket
  spare: Pick<Spare, 'take' | 'freeSlot' | 'isSlotFree'>
  /** Whether sockets may be opened: the lease is had, and those of before have ended. */
  mayOpen(): boolean
  /** Whether this process leads no more. */
  isOver(): boolean
  clock: Clock
}): OpenSocket {
  const { openSocket, spare, mayOpen, isOver, clock } = deps
  const held = new Set<Socket>()

  /** When it may be opened, as far as the others' sockets go. */
  function untilFree(): () => boolean {
    if (held.size < SOCKETS_PER_APPLICATION - 1) return () => true
    spare.freeSlot()
    const untilMs = clock.monotonicMs() + FREED_WITHIN_MS
    return () => spare.isSlotFree() || clock.monotonicMs() >= untilMs
  }

  return (url, headers) => {
    const isFree = untilFree()
    const taken = url.endsWith(LIGHTNING_PATHS.socket) ? spare.take() : null
    const socket: Socket = openOnceDue({
      open: () => taken ?? openSocket(url, headers),
      isDue: () => taken !== null || isOver() || (mayOpen() && isFree()),
      onEnd(code) {
        held.delete(socket)
        if (code === CLOSE_TOO_MANY_SOCKETS) spare.freeSlot()
      },
      clock,
    })
    held.add(socket)
    return socket
  }
}

/** A socket that is opened as soon as it is due; `onEnd` hears that it was closed, by whichever side. */
function openOnceDue(deps: {
  open(): Socket
  isDue(): boolean
  onEnd(code: number | null): void
  clock: Clock
}): Socket {
  const { open, isDue, onEnd, clock } = deps
  let inner: Socket | null = null
  let stopWaiting = () => {}
  const outer: Socket = {
    ...{ onopen: null, onmessage: null, onclose: null, onpong: null },
    send: (text) => inner?.send(text),
    close(code, reason) {
      stopWaiting()
      onEnd(null)
      inner?.close(code, reason)
    },
  }

  function openNow(): void {
    stopWaiting()
    const opened = open()
    inner = opened
    if (opened.ping) outer.ping = () => opened.ping?.()
    opened.onopen = () => outer.onopen?.()
    opened.onmessage = (text) => outer.onmessage?.(text)
    opened.onpong = () => outer.onpong?.()
    opened.onclose = (code, reason) => {
      onEnd(code)
      outer.onclose?.(code, reason)
    }
  }

  function openLater(): void {
    if (!isDue()) return
    try {
      openNow()
    } catch {
      onEnd(null)
      outer.onclose?.(CLOSE_ABNORMAL, 'the address is not a valid WebSocket URL')
    }
  }

  if (isDue()) openNow()
  else stopWaiting = clock.every(LOOK_EVERY_MS, openLater)
  return outer
}

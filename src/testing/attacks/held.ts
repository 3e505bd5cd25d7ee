import { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { Target } from './target.ts'

/** Numbers of responses by kind. */
export type Tally = Map<string, number>

/** Resources of an attack until it is stopped. */
export interface Held {
  tally: Tally
  /** Ends every connection. */
  stop(): void
}

/** Begins, and resolves once all of it is under way; `size` is its amount. */
export type Attack = (target: Target, size: number) => Promise<Held>

/** Length of a system's accept queue. */
const AT_ONCE = 100
/** Continuous requests are sent in small portions. */
const PORTION_MS = 100
const PER_SECOND = 75

/** Counts responses, and closes held resources. */
export function createHeld() {
  const stops = new Set<() => void>()
  const tally: Tally = new Map()
  return {
    tally,
    count: (answer: string | number) => void tally.set(String(answer), heldOrMade(tally, String(answer), () => 0) + 1),
    keep: (stop: () => void) => void stops.add(stop),
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** In sequential waves. */
export async function inWaves(count: number, one: (i: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => one(from + i)))
  }
}

/** The value of the first of these events. An error does not reject: a reset connection is closed too. */
export function firstOf(emitter: Socket | WebSocket, ...events: string[]): Promise<unknown[]> {
  // The connection is closed.
  if (emitter instanceof Socket ? emitter.destroyed : emitter.readyState === WebSocket.CLOSED)
    return Promise.resolve([])
  return new Promise((resolve) => {
    const end = (...brought: unknown[]) => {
      for (const event of events) emitter.off(event, end)
      resolve(brought)
    }
    for (const event of events) emitter.on(event, end)
  })
}

/** Until it is open, or was ended instead. */
export async function untilOpen(socket: Socket): Promise<void> {
  await firstOf(socket, 'connect', 'close')
}

/** Sends this many requests a second without waiting for responses. */
export function goOn(held: ReturnType<typeof createHeld>, one: (i: number) => Promise<string | number>): void {
  let i = 0
  let due = 0
  const timer = setInterval(() => {
    for (due += (PER_SECOND * PORTION_MS) / 1_000; due >= 1; due--) {
      one(i++).then(held.count, () => held.count('cut'))
    }
  }, PORTION_MS)
  held.keep(() => clearInterval(timer))
}

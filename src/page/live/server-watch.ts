import type { Clock } from '../../core/time/clock.ts'

/** What a page sees of its own server: the one it came from, another build or configuration of it, or nothing. */
export type ServerSight = { kind: 'same' } | { kind: 'changed'; to: string } | { kind: 'unreachable' }

export interface ServerWatch {
  sight(): ServerSight
  /** Hears of each look that found something else than the one before it. */
  subscribe(listener: (sight: ServerSight, before: ServerSight) => void): () => void
  close(): void
}

/** Looks at the server now and then, one look at a time. */
export function createServerWatch(deps: {
  clock: Pick<Clock, 'after'>
  look(): Promise<Exclude<ServerSight, { kind: 'unreachable' }>>
  /** How long until the next look, asked after each. */
  everyMs(sight: ServerSight): number
  /** Hears of every look. */
  looked?(sight: ServerSight, before: ServerSight): void
}): ServerWatch {
  const { clock, look, everyMs, looked } = deps
  const listeners = new Set<(sight: ServerSight, before: ServerSight) => void>()
  let sight: ServerSight = { kind: 'same' }
  let closed = false
  let cancel = clock.after(everyMs(sight), () => void see())

  async function see() {
    const next = await look().catch((): ServerSight => ({ kind: 'unreachable' }))
    if (closed) return
    const before = sight
    sight = next
    cancel = clock.after(everyMs(sight), () => void see())
    looked?.(next, before)
    if (JSON.stringify(next) !== JSON.stringify(before)) for (const each of [...listeners]) each(next, before)
  }

  return {
    sight: () => sight,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      closed = true
      cancel()
    },
  }
}

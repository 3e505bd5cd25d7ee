import type { Clock } from '../../core/time/clock.ts'

/** What a page sees of its own server: the one it came from, another build or configuration of it, or nothing. */
export type ServerSight = { kind: 'same' } | { kind: 'changed'; to: string } | { kind: 'unreachable' }

export interface ServerWatch {
  sight(): ServerSight
  /** Hears of each answer that differs from the one before it. */
  subscribe(listener: (sight: ServerSight, before: ServerSight) => void): () => void
  close(): void
}

/** Asks the server now and then, one question at a time. */
export function createServerWatch(deps: {
  clock: Pick<Clock, 'after'>
  check(): Promise<Exclude<ServerSight, { kind: 'unreachable' }>>
  /** How long until it is asked again, asked after each answer. */
  everyMs(sight: ServerSight): number
  /** Hears of every answer. */
  checked?(sight: ServerSight, before: ServerSight): void
}): ServerWatch {
  const { clock, check, everyMs, checked } = deps
  const listeners = new Set<(sight: ServerSight, before: ServerSight) => void>()
  let sight: ServerSight = { kind: 'same' }
  let closed = false
  let cancel = clock.after(everyMs(sight), () => void see())

  async function see() {
    const next = await check().catch((): ServerSight => ({ kind: 'unreachable' }))
    if (closed) return
    const before = sight
    sight = next
    cancel = clock.after(everyMs(sight), () => void see())
    checked?.(next, before)
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

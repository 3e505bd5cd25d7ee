import type { Clock } from '../../core/time/clock.ts'

/** The state of the page's own server: the same build and configuration, a changed one, or unreachable. */
export type ServerSight = { kind: 'same' } | { kind: 'changed'; to: string } | { kind: 'unreachable' }

/** Polls the server, one request at a time. */
export function createServerWatch(deps: {
  clock: Pick<Clock, 'after'>
  check(): Promise<Exclude<ServerSight, { kind: 'unreachable' }>>
  /** Interval until the next check, given the last result. */
  everyMs(sight: ServerSight): number
  /** Called at every result. */
  checked?(sight: ServerSight, before: ServerSight): void
}) {
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
    sight: (): ServerSight => sight,
    /** Called when a response differs from the one before. */
    subscribe(listener: (sight: ServerSight, before: ServerSight) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close(): void {
      closed = true
      cancel()
    },
  }
}

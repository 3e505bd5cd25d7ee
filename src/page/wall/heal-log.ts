import { HEALS_MAX, type Heal, healSchema } from '../../contract/heals.ts'
import type { Clock } from '../../core/time/clock.ts'

const KEY = 'brontide.heals'
const KEPT_MAX = 50
/** Retry interval: a restarted server may not accept heals yet. */
const AGAIN_MS = 30_000

/** The stored heals of this browser, newest last. */
export function readHeals(storage: Pick<Storage, 'getItem'>): Heal[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap((each) => healSchema.safeParse(each).data ?? []) : []
  } catch {
    return [] // forbidden, or written by something else
  }
}

/** Stores the recovered faults of a screen, and reports them to the server until acknowledged. */
export function createHealLog(deps: {
  clock: Pick<Clock, 'after'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  send(heals: readonly Heal[]): Promise<void>
}) {
  const { clock, storage, send } = deps
  let untold: Heal[] = []
  let telling = false
  let cancel: (() => void) | null = null

  async function tell(): Promise<void> {
    cancel?.()
    cancel = null
    if (telling || untold.length === 0) return
    telling = true
    const those = untold.slice(0, HEALS_MAX)
    const heard = await send(those).then(
      () => true,
      () => false,
    )
    telling = false
    if (heard) untold = untold.filter((each) => !those.includes(each))
    if (untold.length > 0) cancel = clock.after(heard ? 0 : AGAIN_MS, () => void tell())
  }

  return {
    add(heal: Heal): void {
      untold = [...untold, heal].slice(-KEPT_MAX)
      try {
        storage.setItem(KEY, JSON.stringify([...readHeals(storage), heal].slice(-KEPT_MAX)))
      } catch {
        // Storage full or forbidden: heals are still reported to the server.
      }
      if (!cancel) void tell()
    },
    close: () => cancel?.(),
  }
}

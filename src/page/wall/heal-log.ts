import { HEALS_MAX, type Heal, healSchema } from '../../contract/heals.ts'
import type { Clock } from '../../core/time/clock.ts'

const KEY = 'brontide.heals'
const KEPT_MAX = 50
/** A server that has just come back may not take it yet. */
const AGAIN_MS = 30_000

export interface HealLog {
  add(heal: Heal): void
  close(): void
}

/** The last heals that this browser keeps, the newest last. */
export function readHeals(storage: Pick<Storage, 'getItem'>): Heal[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap((each) => healSchema.safeParse(each).data ?? []) : []
  } catch {
    return [] // forbidden, or written by something else
  }
}

/** Keeps what a screen got over, and tells the server, until it has heard. */
export function createHealLog(deps: {
  clock: Pick<Clock, 'after'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  send(heals: readonly Heal[]): Promise<void>
}): HealLog {
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
    add(heal) {
      untold = [...untold, heal].slice(-KEPT_MAX)
      try {
        storage.setItem(KEY, JSON.stringify([...readHeals(storage), heal].slice(-KEPT_MAX)))
      } catch {
        // Full or forbidden: the server still hears of it.
      }
      if (!cancel) void tell()
    },
    close: () => cancel?.(),
  }
}

import { useSyncExternalStore } from 'react'
import type { Clock } from '../../../core/time/clock.ts'
import { usePage } from '../../state/page-store.ts'
import { useServerConnection } from '../server-connection.ts'
import { useNow } from './use-now.ts'

/** While the past is played, words change so often, and not with each picture. */
const WORDS_EVERY_MS = 500

interface Steps {
  subscribe(listener: () => void): () => void
  shownAtMs(): number | null
}

const steps = new WeakMap<Clock, Steps>()

/** The moment that the map shows, Unix ms: the present, renewed each second, or a moment of the past. */
export function useShownNow(): number {
  const nowMs = useNow()
  return useShownAt() ?? nowMs
}

/** The shown moment of the past at the pace of words; null while live. */
export function useShownAt(): number | null {
  const { clock } = useServerConnection()
  const { subscribe, shownAtMs } = stepsOf(clock)
  return useSyncExternalStore(subscribe, shownAtMs)
}

function stepsOf(clock: Clock): Steps {
  const known = steps.get(clock)
  if (known) return known
  const listeners = new Set<() => void>()
  let told = usePage.getState().shownAtMs
  let cancel: (() => void) | null = null
  let stop: (() => void) | null = null

  function tell() {
    cancel?.()
    cancel = null
    const { shownAtMs } = usePage.getState()
    if (shownAtMs === told) return
    told = shownAtMs
    for (const listener of [...listeners]) listener()
  }

  const made: Steps = {
    shownAtMs: () => told,
    subscribe(listener) {
      listeners.add(listener)
      stop ??= usePage.subscribe(({ shownAtMs, playing }) => {
        if (shownAtMs === told) return
        if (playing && shownAtMs !== null && told !== null) cancel ??= clock.after(WORDS_EVERY_MS, tell)
        else tell()
      })
      tell()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        cancel?.()
        cancel = null
        stop?.()
        stop = null
      }
    },
  }
  steps.set(clock, made)
  return made
}

import type { Clock } from '../../../core/time/clock.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'
import { usePage } from '../../state/page-store.ts'

/** Update interval of texts during playback. */
const WORDS_EVERY_MS = 500

/** The shown time, updated as often as labels are. */
export interface ShownTime {
  /** Unix ms of the shown past time; null while live. */
  atMs(): number | null
  subscribe(listener: () => void): () => void
}

export function createShownTime(clock: Pick<Clock, 'after'>): ShownTime {
  let told = usePage.getState().shownAtMs
  let cancel: Unsubscribe | null = null

  function tell() {
    cancel?.()
    cancel = null
    const { shownAtMs } = usePage.getState()
    if (shownAtMs === told) return
    told = shownAtMs
    changes.emit()
  }

  const changes = createOnDemand(() => {
    told = usePage.getState().shownAtMs
    const stop = usePage.subscribe(({ shownAtMs, playing }) => {
      if (shownAtMs === told) return
      if (playing && shownAtMs !== null && told !== null) cancel ??= clock.after(WORDS_EVERY_MS, tell)
      else tell()
    })
    return () => {
      stop()
      cancel?.()
      cancel = null
    }
  })

  return { atMs: () => told, subscribe: changes.subscribe }
}

import type { Clock } from '../../core/time/clock.ts'
import type { FeedState, FeedStatus } from './feed.ts'

/** Status of a feed, emitted on each change that is not only a counter. */
export type StatusReporter = ReturnType<typeof createStatusReporter>

export function createStatusReporter(deps: {
  clock: Clock
  state(): FeedState
  /** When the source behind a relay fell silent, Unix ms; infinite if unknown. */
  downSinceMs(): number
  line(): Pick<FeedStatus, 'reconnects' | 'sockets' | 'lastError' | 'fault'>
  tell(status: FeedStatus): void
}) {
  const { clock } = deps
  const setAside = { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 }
  let state: FeedState = 'connecting'
  let sinceMs = clock.now()
  let lastDataMs: number | null = null
  let lastError: string | null = null
  let lineError: string | null = null
  let told = ''

  function status(): FeedStatus {
    const { reconnects, sockets, fault } = deps.line()
    return { state, sinceMs, lastDataMs, reconnects, lastError, fault, sockets, setAside: { ...setAside } }
  }

  return {
    setAside,
    dataCame(): void {
      lastDataMs = clock.now()
    },
    failed(words: string): void {
      lastError = words
    },
    status,
    /** Emits if there was a change. */
    update(): void {
      const line = deps.line()
      if (line.lastError !== lineError) {
        lineError = line.lastError
        lastError = lineError
      }
      const next = deps.state()
      if (next !== state) {
        state = next
        sinceMs = clock.now()
        if (next === 'source-down') sinceMs = Math.min(sinceMs, deps.downSinceMs())
      }
      const now = status()
      const words = JSON.stringify([now.state, now.reconnects, now.lastError, now.fault, now.sockets])
      if (words === told) return
      told = words
      deps.tell(now)
    },
  }
}

import type { Feed, FeedEvent } from '../../client/feed/feed.ts'
import type { Heal, HealCause } from '../../contract/heals.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Emitter } from '../../core/util/emitter.ts'
import type { Reload } from './may-reload.ts'

/** Batches arrive each second; a longer pause is a fault. */
const PAUSE_MS = 4_000
const TICK_MS = 1_000
/** Longer than any interval between ticks of a page that is awake. */
const SLEPT_MS = 20_000

/**
 * Detects faults from which a screen recovered, and reports each after recovery. Returns a function that stops this.
 */
export function watchHeals<R>(deps: {
  clock: Clock
  strikes: Pick<Feed<FeedEvent<R>>, 'subscribe' | 'status'>
  graphics: Pick<Emitter<'lost' | 'drawn'>, 'subscribe'>
  /** The cause if the page was reloaded automatically; else null. */
  reloaded: Reload | null
  healed(heal: Heal): void
}): () => void {
  const { clock, strikes, graphics, reloaded, healed } = deps
  let heardMs: number | null = null
  let lostMs: number | null = null
  let tickMs = clock.now()
  let slept = false
  let sourceDown = false
  let said: string | null = null // the first state reported for the outage

  function tell(cause: HealCause, sinceMs: number, words: string | null = null): void {
    const nowMs = clock.now()
    const seconds = Math.round(Math.max(0, nowMs - sinceMs) / 100) / 10
    healed({ cause, at: formatUtc(nowMs), seconds, said: words })
  }

  function heard(): void {
    look()
    const nowMs = clock.now()
    if (heardMs === null) {
      if (reloaded) tell(reloaded.cause, reloaded.atMs)
    } else if (nowMs - heardMs > PAUSE_MS) {
      tell(slept ? 'sleep' : sourceDown ? 'source' : 'line', heardMs, said)
    }
    heardMs = nowMs
    slept = false
    sourceDown = false
    said = null
  }

  function look(): void {
    const nowMs = clock.now()
    slept ||= nowMs - tickMs > SLEPT_MS
    tickMs = nowMs
  }

  const stops = [
    clock.every(TICK_MS, look),
    strikes.subscribe((event) => {
      if (event.kind === 'records' && event.from === 'live') heard()
      if (event.kind !== 'status' || event.status.state === 'live') return
      if (event.status.state === 'source-down') sourceDown = true
      said ??= event.status.lastError
    }),
    graphics.subscribe((what) => {
      if (what === 'lost') lostMs ??= clock.now()
      else if (lostMs !== null) {
        tell('graphics', lostMs)
        lostMs = null
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

import { createStormBadges, type StormBadge } from '../../../core/storms/storm-badges.ts'
import { createStormSearch, isTrendWatched, STORM_PERIOD_MS, type StormCell } from '../../../core/storms/storm-cells.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { usePage } from '../../state/page-store.ts'
import type { ServerAccess } from '../server-access.ts'
import type { ShownStrikes } from '../strikes/shown-strikes.ts'

const LOOK_EVERY_MS = 1_000
/** Of so many nobody sees one change by the second, and a search for them takes long. */
const MANY_STORMS = 50
const SECONDS_BETWEEN_MANY = 3
/** While another moment is sought, storms follow so often. */
const FOLLOW_EVERY_MS = 300
const PERIODS = 3

export interface StormsNow {
  /** The busiest first. */
  storms: readonly StormCell[]
  /** By the storms' ids; of those that are new, or whose rate changes. */
  badges: ReadonlyMap<number, StormBadge>
  /** The moment they are of, Unix ms. */
  atMs: number
  /** How much of the fifteen minutes before it was watched, 0 to 1. */
  watched: number
  /** Whether that is enough for trends. */
  trends: boolean
}

/** What storms are found in. */
export interface StormDeps {
  server: Pick<ServerAccess, 'strikes' | 'clock'>
  shown: Pick<ShownStrikes, 'current' | 'subscribe'>
}

/**
 * Looks for the storms of the shown moment, once a second while the page is seen, or each four seconds where there are many, and
 * tells them; in steps, between which the screen has its turn. Answers how to stop.
 */
export function watchStorms({ server, shown }: StormDeps, found: (now: StormsNow) => void): Unsubscribe {
  const { clock, strikes } = server
  const search = createStormSearch()
  const badgesOf = createStormBadges()
  let cancel: Unsubscribe | null = null
  let work: Iterator<undefined, StormsNow> | null = null
  let cancelStep = () => {}
  let secondsToRest = 0

  function goOn(): void {
    const step = work?.next()
    if (!step?.done) cancelStep = clock.after(0, goOn)
    else {
      work = null
      secondsToRest = step.value.storms.length < MANY_STORMS ? 0 : SECONDS_BETWEEN_MANY
      found(step.value)
    }
  }

  function* looking(): Generator<undefined, StormsNow> {
    const { shownAtMs } = usePage.getState()
    const nowMs = shownAtMs ?? clock.now()
    if (shownAtMs === null) strikes.reachBack(PERIODS * STORM_PERIOD_MS)
    const held = shown.current()
    const watchedIn = (period: number) => {
      const toMs = nowMs - period * STORM_PERIOD_MS
      const fromMs = toMs - STORM_PERIOD_MS
      const missing = [...held.pending(fromMs, toMs), ...held.notObserved(fromMs, toMs)]
      return 1 - missing.reduce((sum, span) => sum + span.toMs - span.fromMs, 0) / STORM_PERIOD_MS
    }
    const watched = [watchedIn(0), watchedIn(1), watchedIn(2)] as const
    const storms = yield* search({ columns: held.columns, nowMs, watched })
    yield
    return {
      storms,
      badges: badgesOf(storms, nowMs),
      atMs: nowMs,
      watched: (watched[0] + watched[1] + watched[2]) / PERIODS,
      trends: isTrendWatched(watched),
    }
  }

  /** Not while the last search is under way. */
  function look(): void {
    if (work) return
    work = looking()
    goOn()
  }

  const lookEachSecond = () => {
    if (secondsToRest-- <= 0) lookIfSeen()
  }
  const lookIfSeen = () => {
    cancel?.()
    cancel = null
    if (!document.hidden) look()
  }
  const lookSoon = () => {
    cancel ??= clock.after(FOLLOW_EVERY_MS, lookIfSeen)
  }
  const stops = [
    shown.subscribe(lookSoon),
    usePage.subscribe(({ shownAtMs }, before) => {
      if (shownAtMs !== before.shownAtMs) lookSoon()
    }),
    clock.every(LOOK_EVERY_MS, lookEachSecond),
    () => cancel?.(),
    () => cancelStep(),
  ]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

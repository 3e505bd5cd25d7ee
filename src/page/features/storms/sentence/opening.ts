import { activityOf } from '../../../../core/storms/storm-order.ts'
import type { Clock } from '../../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import type { ServerConnection } from '../../../live/server-connection.ts'
import { stormsOf } from '../../../live/storms/use-storms.ts'
import { useReplay } from '../../../live/time/replay.ts'
import { homeView } from '../../../map/camera/home-view.ts'
import { viewOfPlaces } from '../../../map/camera/view-of-places.ts'
import { homeBox } from '../../../state/home-box.ts'
import { usePage } from '../../../state/page-store.ts'
import type { View } from '../../../state/view.ts'

/** The last half hour is played in three seconds. */
export const REPLAY_MIN = 30
const REPLAY_LASTS_MS = 3_000
const FRAME_MS = 50
/** Maximum wait for strikes and storms. */
const WAIT_MAX_MS = 12_000
/** Maximum zoom of an automatic view. */
const ZOOM_MAX = 6.5
/** A view this close to another one is the same. */
const SAME_DEG = 0.01

/** Events of user input; each ends the opening. */
const INPUT = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const

export interface OpeningDeps {
  clock: Clock
  /** The view of the present storms; null without storms, undefined while they are unknown. */
  activityView(): View | null | undefined
  /** Whether the strikes of that period are all here. */
  isLoaded(fromMs: number, toMs: number): boolean
  flyTo(view: View): void
  isHidden(): boolean
  /** Calls back with each input. Returns a function that stops it. */
  onInput(ended: () => void): () => void
}

/**
 * Opens a page without a given view, time or selection: the map moves to the storms, and the last half hour of strikes is
 * played once it is loaded. User input ends both at once. Returns a function that stops it.
 */
export function openWithActivity(
  { clock, activityView, isLoaded, flyTo, isHidden, onInput }: OpeningDeps,
  { fits }: { fits: boolean },
): () => void {
  const startMs = clock.monotonicMs()
  let isOver = false
  let hasFitted = !fits
  let playedFromMs: number | null = null
  const stopInput = onInput(stop)
  const stopPage = usePage.subscribe(({ shownAtMs, selection }) => {
    if (shownAtMs !== null || selection !== null) stop()
  })
  const cancel = clock.every(FRAME_MS, step)

  function stop() {
    if (isOver) return
    isOver = true
    cancel()
    stopInput()
    stopPage()
    if (useReplay.getState().atMs !== null) useReplay.setState({ atMs: null })
  }

  function step() {
    const nowMs = clock.now()
    const spanMs = Math.min(REPLAY_MIN, usePage.getState().windowMinutes) * MINUTE_MS
    const view = hasFitted ? undefined : activityView()
    if (view !== undefined) {
      hasFitted = true
      if (view) flyTo(view)
    }
    if (playedFromMs !== null) {
      const share = (clock.monotonicMs() - playedFromMs) / REPLAY_LASTS_MS
      if (share >= 1 || isHidden()) return stop()
      return useReplay.setState({ atMs: nowMs - spanMs * (1 - share) })
    }
    if (clock.monotonicMs() - startMs > WAIT_MAX_MS || isHidden()) return stop()
    if (hasFitted && isLoaded(nowMs - spanMs, nowMs)) playedFromMs = clock.monotonicMs()
  }

  return stop
}

/** Starts it for this page, unless the address names a view, time or selection, or reduced motion is requested. */
export function startOpening(
  connection: ServerConnection,
  flyTo: (view: View) => void,
  isCalm: boolean,
): (() => void) | undefined {
  const { live, clock, config } = connection
  const { view, selection, shownAtMs, wall } = usePage.getState()
  const home = homeView()
  const isHome =
    Math.abs(view.lat - home.lat) + Math.abs(view.lon - home.lon) + Math.abs(view.zoom - home.zoom) < SAME_DEG
  if (isCalm || !isHome || selection !== null || shownAtMs !== null || wall !== null) return undefined
  const stopNowcast = live.nowcast.subscribe(() => {})
  const stop = openWithActivity(
    {
      clock,
      flyTo,
      activityView() {
        const airports = live.reports.airports()
        const { storms, observed, isLoading } = stormsOf(live.nowcast.now(), clock.now(), false, airports)
        if (isLoading) return undefined
        const fitted = viewOfPlaces(activityOf(storms, observed, { area: homeBox(), airports }))
        return fitted && { ...fitted, zoom: Math.min(ZOOM_MAX, Math.max(home.zoom, fitted.zoom)) }
      },
      isLoaded: (fromMs, toMs) =>
        !live.strikes.isLoading(fromMs, toMs) && live.strikes.columns.end > live.strikes.columns.first,
      isHidden: () => document.hidden,
      onInput(ended) {
        for (const kind of INPUT) addEventListener(kind, ended, { capture: true, passive: true })
        return () => {
          for (const kind of INPUT) removeEventListener(kind, ended, { capture: true })
        }
      },
    },
    { fits: config.home === null },
  )
  return () => {
    stop()
    stopNowcast()
  }
}

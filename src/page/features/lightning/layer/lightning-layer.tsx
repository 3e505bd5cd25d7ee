import { useEffect, useMemo, useRef } from 'react'
import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { chosenBy } from '../../../../core/strikes/strike-display-options.ts'
import type { Clock } from '../../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { clockText } from '../../../../core/util/format.ts'
import type { LineWatch } from '../../../live/line-watch.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useReplay } from '../../../live/time/replay.ts'
import { useCustomLayer, useMapInstance } from '../../../map/map-hooks.ts'
import { useMapPick } from '../../../map/picking/map-pick.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'
import { useReducedMotion } from '../../../ui/motion.ts'
import { useSelectedPlace } from '../panel/selected-place.ts'
import { parseStrikeId, strikeId } from '../panel/strike-id.ts'
import { useMapBox } from './map-box.ts'
import { pickFrame } from './pick-frame.ts'
import { createStrikeLayer } from './strike-layer.ts'
import type { StrikeLook } from './strike-uniforms.ts'
import { useRepaints } from './use-repaints.ts'

const PICK_PX = 10
const PICK_COARSE_PX = 18
const PRIORITY = 40

export function LightningLayer() {
  const { clock, live } = useServerConnection()
  const { line } = live.strikes
  const { columns } = useShownStrikes()
  const look = useLook()
  const layer = useMemo(
    () =>
      createStrikeLayer({
        columns,
        nowMs: () => shownNowMs(clock),
        isStale: () => !look.current.past && !line.isFresh(),
        drawn: (isStale) => line.drawn(look.current.past || isStale === null ? null : !isStale),
        look: () => look.current,
      }),
    [columns, clock, line, look],
  )
  usePictureOf(line)
  useCustomLayer(layer, SLOTS.strikes)
  useRepaints(columns, look)
  useMapBox()
  usePicking(clock, columns)
  return null
}

/** Reports drawing to the feed's freshness; an invisible layer shows no data. */
function usePictureOf(line: LineWatch): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const leave = () => line.drawn(null)
    const leaveIfHidden = () => {
      if (document.hidden) leave()
    }
    const stop = line.subscribe(() => map.triggerRepaint())
    document.addEventListener('visibilitychange', leaveIfHidden)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', leaveIfHidden)
      leave()
    }
  }, [map, line])
}

function shownNowMs(clock: Pick<Clock, 'now'>): number {
  return usePage.getState().shownAtMs ?? useReplay.getState().atMs ?? clock.now()
}

/** The style of strikes from the page's store, read in each frame. */
function useLook() {
  const windowMinutes = usePage((state) => state.windowMinutes)
  const light = usePage((state) => state.theme === 'light')
  const choice = usePage((state) => state.strikeDisplay)
  const isReplayed = useReplay((state) => state.atMs !== null)
  const past = usePage((state) => state.shownAtMs !== null) || isReplayed
  const strike = usePage((state) => (state.selection?.kind === 'strike' ? state.selection.id : null))
  const around = useSelectedPlace()
  const calm = useReducedMotion()
  const map = useMapInstance()
  const wanted: StrikeLook = {
    windowMs: windowMinutes * MINUTE_MS,
    light,
    calm,
    chosen: chosenBy(choice),
    hollow: choice.weak === 'hollow',
    palette: choice.palette,
    density: choice.density,
    polarity: choice.polarity,
    past,
    selected: strike === null ? null : parseStrikeId(strike),
    around,
  }
  const look = useRef(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `wanted` is made of
  useEffect(() => {
    look.current = wanted
    map?.triggerRepaint()
  }, [windowMinutes, light, choice, past, strike, around?.lat, around?.lon, calm, map])
  return look
}

function usePicking(clock: Pick<Clock, 'now'>, columns: StrikeColumns) {
  const map = useMapInstance()
  useMapPick(PRIORITY, ({ x, y }) => {
    if (!map) return null
    const frame = pickFrame(
      (atX, atY) => {
        const { lat, lng } = map.unproject([atX, atY])
        return { lat, lon: lng }
      },
      x,
      y,
    )
    const reachPx = matchMedia('(pointer: coarse)').matches ? PICK_COARSE_PX : PICK_PX
    const { windowMinutes, strikeDisplay, shownAtMs } = usePage.getState()
    const sinceMs = shownNowMs(clock) - windowMinutes * MINUTE_MS
    const chosen = { ...chosenBy(strikeDisplay), ...(shownAtMs !== null && { untilMs: shownAtMs }) }
    const sequence = columns.nearest(frame, reachPx, sinceMs, chosen)
    const strike = sequence === null ? null : columns.at(sequence)
    return strike && { kind: 'strike', id: strikeId(strike), detail: `${clockText(strike.timeMs, 'UTC', true)} UTC` }
  })
}

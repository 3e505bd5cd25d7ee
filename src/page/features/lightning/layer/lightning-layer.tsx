import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { chosenBy } from '../../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { lazyPart } from '../../../live/lazy-part.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/shown-strikes.ts'
import { useCustomLayer, useMapInstance } from '../../../map/map-hooks.ts'
import { type PickPoint, useMapPick } from '../../../map/picking/map-pick.ts'
import { usePage } from '../../../state/page-store.ts'
import { useCalm } from '../../../ui/motion.ts'
import { parseStrikeId, strikeId } from '../panel/strike-id.ts'
import { pickFrame } from './pick-frame.ts'
import { createStrikeLayer } from './strike-layer.ts'
import { type StrikeSource, strikeSourceOf } from './strike-source.ts'
import type { StrikeLook } from './strike-uniforms.ts'
import { useRepaints } from './use-repaints.ts'

const LightningExtras = lazyPart(() => import('../row/lightning-extras.tsx'))

const PICK_PX = 10
const PICK_COARSE_PX = 18
const PRIORITY = 40

/** The strikes on the map, and the choosing of one. */
export function LightningLayer() {
  const source = strikeSourceOf(useServerConnection())
  const { columns } = useShownStrikes()
  const look = useLook()
  const windowMinutes = usePage((state) => state.windowMinutes)
  useEffect(() => source.reachBack(windowMinutes * MINUTE_MS), [source, windowMinutes])
  const layer = useMemo(
    () =>
      createStrikeLayer({
        columns,
        nowMs: () => shownNowMs(source),
        isStale: () => !look.current.past && source.isStale(),
        look: () => look.current,
      }),
    [columns, source, look],
  )
  useCustomLayer(layer, 'slot-marks')
  useRepaints(source, columns, look)
  useViewBox(source)
  usePicking(source, columns)
  return (
    <Suspense>
      <LightningExtras />
    </Suspense>
  )
}

/** The moment that the map shows. */
function shownNowMs(source: StrikeSource): number {
  return usePage.getState().shownAtMs ?? source.nowMs()
}

/** What the shell's store says of the look, where the layer reads it each frame. */
function useLook() {
  const windowMinutes = usePage((state) => state.windowMinutes)
  const light = usePage((state) => state.theme === 'light')
  const choice = usePage((state) => state.strikeDisplay)
  const past = usePage((state) => state.shownAtMs !== null)
  const strike = usePage((state) => (state.selection?.kind === 'strike' ? state.selection.id : null))
  const calm = useCalm()
  const map = useMapInstance()
  const wanted: StrikeLook = {
    windowMs: windowMinutes * MINUTE_MS,
    light,
    calm,
    chosen: chosenBy(choice),
    hollow: choice.weak === 'hollow',
    palette: choice.palette,
    density: choice.density,
    past,
    selected: strike === null ? null : parseStrikeId(strike),
  }
  const look = useRef(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `wanted` is made of
  useEffect(() => {
    look.current = wanted
    map?.triggerRepaint()
  }, [windowMinutes, light, choice, past, strike, calm, map])
  return look
}

/** Tells the source what is in view, for the row's count. */
function useViewBox(source: StrikeSource) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const look = () => {
      const bounds = map.getBounds()
      source.view = {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      }
    }
    look()
    map.on('moveend', look)
    map.on('resize', look)
    return () => {
      map.off('moveend', look)
      map.off('resize', look)
      source.view = null
    }
  }, [map, source])
}

function usePicking(source: StrikeSource, columns: StrikeColumns) {
  const map = useMapInstance()
  const pick = useCallback(
    ({ x, y }: PickPoint) => {
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
      const sinceMs = shownNowMs(source) - windowMinutes * MINUTE_MS
      const chosen = { ...chosenBy(strikeDisplay), ...(shownAtMs !== null && { untilMs: shownAtMs }) }
      const sequence = columns.nearest(frame, reachPx, sinceMs, chosen)
      source.hovers.emit(sequence === null ? null : { sequence, x, y })
      const strike = sequence === null ? null : columns.at(sequence)
      return strike && { kind: 'strike', id: strikeId(strike) }
    },
    [map, source, columns],
  )
  useMapPick(PRIORITY, pick)
}

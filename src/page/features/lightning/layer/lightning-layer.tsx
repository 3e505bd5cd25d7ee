import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { chosenBy } from '../../core/strike-choice.ts'
import type { StrikeColumns } from '../../core/strike-columns.ts'
import { useContract } from '../../shell/contract-context.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { useCustomLayer, useMapInstance } from '../../shell/map-hooks.ts'
import { type PickPoint, useMapPick } from '../../shell/map-pick.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { useCalm } from '../../ui/motion.ts'
import { pickFrame } from './pick-frame.ts'
import { parseStrikeId, strikeId } from './strike-id.ts'
import { createStrikeLayer } from './strike-layer.ts'
import { type StrikeSource, strikeSourceOf } from './strike-source.ts'
import type { StrikeLook } from './strike-uniforms.ts'
import { useRepaints } from './use-repaints.ts'

const LightningExtras = lazyPart(() => import('./lightning-extras.tsx'))

const PICK_PX = 10
const PICK_COARSE_PX = 18
const PRIORITY = 40

/** The strikes on the map, and the choosing of one. */
export function LightningLayer() {
  const source = strikeSourceOf(useContract())
  const { columns } = useShownStrikes()
  const look = useLook()
  const windowMinutes = useShell((state) => state.windowMinutes)
  useEffect(() => source.reachBack(windowMinutes * 60_000), [source, windowMinutes])
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
  return useShell.getState().shownAtMs ?? source.nowMs()
}

/** What the shell's store says of the look, where the layer reads it each frame. */
function useLook() {
  const windowMinutes = useShell((state) => state.windowMinutes)
  const light = useShell((state) => state.theme === 'light')
  const choice = useShell((state) => state.strikeChoice)
  const past = useShell((state) => state.shownAtMs !== null)
  const strike = useShell((state) => (state.selection?.kind === 'strike' ? state.selection.id : null))
  const calm = useCalm()
  const map = useMapInstance()
  const wanted: StrikeLook = {
    windowMs: windowMinutes * 60_000,
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
      const { windowMinutes, strikeChoice, shownAtMs } = useShell.getState()
      const sinceMs = shownNowMs(source) - windowMinutes * 60_000
      const chosen = { ...chosenBy(strikeChoice), ...(shownAtMs !== null && { untilMs: shownAtMs }) }
      const sequence = columns.nearest(frame, reachPx, sinceMs, chosen)
      source.hovers.emit(sequence === null ? null : { sequence, x, y })
      const strike = sequence === null ? null : columns.at(sequence)
      return strike && { kind: 'strike', id: strikeId(strike) }
    },
    [map, source, columns],
  )
  useMapPick(PRIORITY, pick)
}

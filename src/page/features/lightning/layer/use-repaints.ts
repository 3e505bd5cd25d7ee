import { type RefObject, useEffect } from 'react'
import { type FixedBox, fixedBox, isInBox } from '../../../../core/geo/fixed-box.ts'
import type { Box } from '../../../../core/geo/geo.ts'
import { FLASH_SPREAD_MS, type StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { WORDS_PER_STRIKE } from '../../../../core/strikes/strike-ring.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useReplay } from '../../../live/time/replay.ts'
import { useMapInstance } from '../../../map/map-hooks.ts'
import { wasShown } from '../../../map/opening/paint-timing.ts'
import { usePage } from '../../../state/page-store.ts'
import { mapBox } from './map-box.ts'
import { createRepaintPacer } from './repaint-pacer.ts'
import { FLASH_S } from './strike-shaders.ts'
import type { StrikeLook } from './strike-uniforms.ts'
import { THUNDER_MS, thunderStrength } from './thunder.ts'

const FLASH_MS = FLASH_S * 1_000 + FLASH_SPREAD_MS
const FLASH_EVERY_MS = 33
/** A flash without animation only fades, in a few steps; changes in between are drawn with the next step. */
const CALM_EVERY_MS = 500
const AGE_EVERY_MS = 1_000
/** Larger than the range of thunder at all but the highest latitudes. */
const REACH_DEG = 0.4
/** At the zooms that have thunder circles, they grow by a pixel or so in this. */
const THUNDER_EVERY_MS = 100

/**
 * Redraws the map while strikes in view flash, and once a second while any age; in the past when the moment or its data
 * change; never without changes.
 */
export function useRepaints(columns: StrikeColumns, look: RefObject<StrikeLook>): void {
  const map = useMapInstance()
  const { clock } = useServerConnection()
  useEffect(() => {
    if (!map) return
    let flashUntilMs = Number.NEGATIVE_INFINITY
    const isCalm = () => look.current.calm

    const pacer = createRepaintPacer({
      clock,
      repaint: () => map.triggerRepaint(),
      nextInMs() {
        if (look.current.past) return null
        if (clock.monotonicMs() < flashUntilMs) return isCalm() ? CALM_EVERY_MS : FLASH_EVERY_MS
        if (isThundering(columns, clock.now(), map.getZoom()))
          return look.current.calm ? AGE_EVERY_MS : THUNDER_EVERY_MS
        return columns.firstSince(clock.now() - look.current.windowMs) < columns.end ? AGE_EVERY_MS : null
      },
    })
    const stopColumns = columns.subscribe(({ first, end }) => {
      if (!isAnyInView(columns, mapBox(), first, end)) return
      flashUntilMs = clock.monotonicMs() + FLASH_MS
      if (document.hidden) return
      if (isCalm() && wasShown('strikes')) pacer.nudgeWithin(CALM_EVERY_MS)
      else pacer.nudge()
    })
    const shown = () => {
      if (!document.hidden) pacer.nudge()
    }
    const stopTime = usePage.subscribe(({ shownAtMs }, before) => {
      if (shownAtMs !== before.shownAtMs && !document.hidden) pacer.nudge()
    })
    const stopReplay = useReplay.subscribe(pacer.nudge)
    map.on('render', pacer.drawn)
    document.addEventListener('visibilitychange', shown)
    pacer.nudge()
    return () => {
      stopColumns()
      stopTime()
      stopReplay()
      map.off('render', pacer.drawn)
      document.removeEventListener('visibilitychange', shown)
      pacer.close()
    }
  }, [map, columns, clock, look])
}

/** Whether a thunder circle can be in view: circles of strikes slightly outside grow into it. */
function isThundering(columns: StrikeColumns, nowMs: number, zoom: number): boolean {
  if (thunderStrength(zoom) === 0) return false
  const view = mapBox()
  const reach = view && {
    west: view.west - REACH_DEG,
    south: view.south - REACH_DEG,
    east: view.east + REACH_DEG,
    north: view.north + REACH_DEG,
  }
  return columns.latest(1, nowMs - THUNDER_MS, reach).length > 0
}

function isAnyInView(columns: StrikeColumns, view: Box | null, first: number, end: number): boolean {
  if (!view) return true
  const box = fixedBox(view)
  let found = false
  columns.forRuns(first, end, (words, from, count) => {
    found ||= isAnyOfRun(box, words, from, count)
  })
  return found
}

/** A function of numbers and arrays alone: the engine takes long for a loop that writes to a variable around it. */
function isAnyOfRun(box: FixedBox, words: Uint32Array, from: number, count: number): boolean {
  const to = from + count * WORDS_PER_STRIKE
  for (let i = from; i < to; i += WORDS_PER_STRIKE) if (isInBox(box, words[i]!, words[i + 1]!)) return true
  return false
}

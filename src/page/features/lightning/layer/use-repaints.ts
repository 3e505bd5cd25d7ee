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
import { thunderOf, thunderStrength } from './thunder.ts'

const FLASH_MS = FLASH_S * 1_000 + FLASH_SPREAD_MS
const FLASH_EVERY_MS = 33
/** A flash without animation only fades, in a few steps; changes in between are drawn with the next step. */
const CALM_EVERY_MS = 500
const AGE_EVERY_MS = 1_000
/** At the zooms that have thunder circles, they grow by a pixel or so in this. */
const THUNDER_EVERY_MS = 100

/**
 * Redraws the map while strikes in view flash, less often the more a frame costs, and once a second while any age; in
 * the past when the moment or its data change; never without changes.
 */
export function useRepaints(columns: StrikeColumns, look: RefObject<StrikeLook>): void {
  const map = useMapInstance()
  const { clock } = useServerConnection()
  useEffect(() => {
    if (!map) return
    let flashUntilMs = Number.NEGATIVE_INFINITY
    const isFlashing = () => clock.monotonicMs() < flashUntilMs
    const isThundering = () =>
      thunderStrength(map.getZoom()) > 0 && thunderOf(columns, mapBox(), look.current, clock.now()).size > 0
    const pacer = createRepaintPacer({
      clock,
      repaint: () => map.triggerRepaint(),
      nextInMs() {
        const { calm, past, windowMs } = look.current
        if (past) return null
        if (isFlashing()) return calm ? CALM_EVERY_MS : FLASH_EVERY_MS
        if (!calm && isThundering()) return THUNDER_EVERY_MS
        return columns.firstSince(clock.now() - windowMs) < columns.end ? AGE_EVERY_MS : null
      },
    })
    const stopColumns = columns.subscribe(({ first, end }) => {
      if (!isAnyInView(columns, mapBox(), first, end)) return
      const mayWait = look.current.calm || isFlashing()
      flashUntilMs = clock.monotonicMs() + FLASH_MS
      if (mayWait && wasShown('strikes')) pacer.nudgeWithin(CALM_EVERY_MS)
      else pacer.nudge()
    })
    const stopTime = usePage.subscribe(({ shownAtMs }, before) => {
      if (shownAtMs !== before.shownAtMs) pacer.nudge()
    })
    const stopReplay = useReplay.subscribe(pacer.nudge)
    map.on('render', pacer.drawn)
    pacer.nudge()
    return () => {
      stopColumns()
      stopTime()
      stopReplay()
      map.off('render', pacer.drawn)
      pacer.close()
    }
  }, [map, columns, clock, look])
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

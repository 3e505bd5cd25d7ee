import { bandsOf, OPACITY_LAST, PALETTE_NAMES, RIM_SHARE, STRIKE_RIM } from '../../../core/strikes/age-ramp.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import type { OverlayMarks } from '../../live/overlay.ts'
import { WINDOW_MINUTES } from '../../state/choices.ts'
import type { Theme } from '../../state/view.ts'

/** A strike of each age in each window, with its rim. */
export const marks: OverlayMarks = (theme) =>
  PALETTE_NAMES.flatMap((palette) =>
    WINDOW_MINUTES.flatMap((minutes) => {
      const windowMs = minutes * MINUTE_MS
      return bandsOf(windowMs, palette, theme).map(({ colour, scale, untilMs }) => {
        const opacity = 1 + (OPACITY_LAST - 1) * (untilMs / windowMs)
        const rim = rimOf(theme, scale)
        return {
          name: `${palette}, ${minutes} min, up to ${untilMs / SECOND_MS} s`,
          colours: [
            { colour, opacity },
            { ...rim, opacity: rim.opacity * opacity },
          ],
        }
      })
    }),
  )

export function rimOf(theme: Theme, scale: number): { colour: string; opacity: number } {
  const { slope, base, min, max } = RIM_SHARE
  const { colour, opacity } = STRIKE_RIM[theme]
  return { colour, opacity: opacity * Math.max(min, Math.min(max, slope * scale + base)) }
}

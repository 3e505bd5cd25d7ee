import { describe, expect, it } from 'vitest'
import { ageBands } from '../../core/strikes/age-ramp.ts'
import { FIRE_COLOUR } from '../../core/weather/fire-ramp.ts'
import { perceivedDifference, VISIONS } from '../colour-vision.ts'
import { THEMES, token } from '../grounds.ts'

/** CIEDE2000: from 10 on two colours differ at a glance, from about 2 on they differ at all. Marks also differ by shape: dot, ring, flame. */
const AT_A_GLANCE = 10
const AT_ALL = 3.5

describe.each(THEMES)('the colours of hazards in the %s theme', (theme) => {
  const hazards = {
    lightning: ageBands('brontide', theme).map(({ colour }) => colour),
    airports: ['vfr', 'mvfr', 'ifr', 'lifr'].map((category) => hexOf(token(theme, `category-${category}`))),
    fires: [FIRE_COLOUR[theme]],
  }
  const pairs = Object.entries(hazards).flatMap(([name, colours], i, all) =>
    all.slice(i + 1).map(([other, others]) => ({ name, colours, other, others })),
  )

  it.each(pairs)('keep $name and $other apart', ({ colours, others }) => {
    for (const vision of VISIONS) {
      for (const a of colours) {
        for (const b of others) {
          const least = vision === 'normal' ? AT_A_GLANCE : AT_ALL
          expect(perceivedDifference(a, b, vision), `${a} and ${b} for ${vision}`).toBeGreaterThan(least)
        }
      }
    }
  })
})

function hexOf(colour: readonly number[]): string {
  const part = (value: number) =>
    Math.round(255 * value)
      .toString(16)
      .padStart(2, '0')
  return `#${colour.slice(0, 3).map(part).join('')}`
}

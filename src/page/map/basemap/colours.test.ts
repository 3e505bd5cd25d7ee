import { describe, expect, it } from 'vitest'
import { colourOf, contrast } from '../../../testing/contrast.ts'
import { THEMES } from '../../../testing/grounds.ts'
import { basemapColours } from './colours.ts'

describe.each(THEMES)('the ground in the %s theme', (theme) => {
  const { land, urban, roads, railway, placeLabel, coast, border } = basemapColours(theme)
  const between = (a: string, b: string) => contrast(colourOf(a), colourOf(b))

  it.each([
    ['motorways', roads[0]],
    ['other roads', roads[1]],
    ['railways', railway],
  ])('has %s that are visible in the country and in a town, and fainter than borders and names', (_, way) => {
    expect(between(way, land)).toBeGreaterThan(1.3)
    expect(between(way, urban)).toBeGreaterThan(1.2)
    expect(between(way, land)).toBeLessThan(2)
    expect(between(way, land)).toBeLessThan(between(border, land))
    expect(between(way, land)).toBeLessThan(between(placeLabel, land) / 3)
  })

  it('has motorways that contrast with other roads, and a coast that contrasts with roads', () => {
    expect(between(roads[0], land)).toBeGreaterThan(between(roads[1], land) * 1.1)
    expect(between(coast, land)).toBeGreaterThan(between(roads[1], land))
  })

  it('has towns that contrast with the country', () => {
    expect(between(urban, land)).toBeGreaterThan(1.08)
  })
})

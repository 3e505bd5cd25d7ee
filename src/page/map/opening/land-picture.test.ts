// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { basemapColours } from '../basemap/colours.ts'
import { hasLandPicture, removeLandPicture, showLandPicture } from './land-picture.ts'

vi.mock('../desk-scale.ts', () => ({ deskScale: () => 1 }))

beforeEach(() => {
  removeLandPicture()
  vi.stubGlobal('innerWidth', 1280)
  vi.stubGlobal('innerHeight', 800)
})

it('has the colours of the map in either theme', () => {
  const picture = readFileSync(join(import.meta.dirname, 'land.svg'), 'utf8')
  for (const theme of ['dark', 'light'] as const) {
    const { depths, land } = basemapColours(theme)
    expect(picture).toContain(depths[1])
    expect(picture).toContain(land)
  }
})

it('has the centre of the view in the middle of the window', () => {
  showLandPicture({ zoom: 2, lat: 0, lon: 90 }, 'light')
  const { cssText } = document.getElementById('land')!.style
  // A world of 2048 px: three quarters of it lie west of 90° E, and half of it north of the equator.
  expect(cssText).toContain(`${640 - 0.75 * 2048}px calc(${400 - 0.5 * 2048}px - 3rem)`)
  expect(cssText).toContain('2048px')
  expect(cssText).toContain('#light')
})

it('shows nothing nearer than its coast is exact', () => {
  showLandPicture({ zoom: 5.5, lat: 30, lon: 110 }, 'dark')
  expect(hasLandPicture()).toBe(false)
  showLandPicture({ zoom: 4.5, lat: 30, lon: 110 }, 'dark')
  expect(hasLandPicture()).toBe(true)
})

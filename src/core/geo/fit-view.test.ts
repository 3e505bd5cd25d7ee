import { expect, it } from 'vitest'
import { fitView } from './fit-view.ts'
import { viewBox } from './geo.ts'

const CHINA = { west: 73, south: 17, east: 136, north: 54 }
const NONE = { top: 0, right: 0, bottom: 0, left: 0 }

it.each([
  [390, 844],
  [1280, 800],
  [3840, 2160],
])('shows the whole box on %i × %i, and touches an edge', (width, height) => {
  const shown = viewBox(fitView(CHINA, { width, height }, NONE), width, height)
  expect(shown.west).toBeLessThanOrEqual(CHINA.west + 0.01)
  expect(shown.east).toBeGreaterThanOrEqual(CHINA.east - 0.01)
  expect(shown.south).toBeLessThanOrEqual(CHINA.south + 0.01)
  expect(shown.north).toBeGreaterThanOrEqual(CHINA.north - 0.01)
  const slack = Math.min(CHINA.west - shown.west, shown.north - CHINA.north)
  expect(slack).toBeCloseTo(0, 2)
})

it('avoids the covered part of the map', () => {
  const size = { width: 1280, height: 800 }
  const inset = { top: 60, right: 20, bottom: 30, left: 312 }
  const shown = viewBox(fitView(CHINA, size, inset), size.width, size.height)
  const degPerPx = (shown.east - shown.west) / size.width
  expect(shown.west + inset.left * degPerPx).toBeLessThanOrEqual(CHINA.west + 0.01)
  expect(shown.east - inset.right * degPerPx).toBeGreaterThanOrEqual(CHINA.east - 0.01)
})

it('follows a box across the antimeridian', () => {
  expect(fitView({ west: 170, south: -10, east: -170, north: 10 }, { width: 512, height: 512 }, NONE).lon).toBeCloseTo(
    -180,
  )
})

it('returns a view even if everything is covered', () => {
  const { zoom } = fitView(CHINA, { width: 300, height: 200 }, { top: 150, right: 200, bottom: 150, left: 200 })
  expect(Number.isFinite(zoom)).toBe(true)
})

import { expect, it } from 'vitest'
import { clearOfPanels } from './clear-of-panels.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

it('keeps uncovered places where they are', () => {
  expect(clearOfPanels({ x: 600, y: 400 }, DESK, 'desk')).toBeNull()
  expect(clearOfPanels({ x: 200, y: 300 }, PHONE, 'sheet')).toBeNull()
})

it.each([
  ['the panel', { x: 1_000, y: 400 }],
  ['the layers', { x: 150, y: 400 }],
  ['the bar', { x: 600, y: 40 }],
  ['the timeline', { x: 600, y: 740 }],
  ['the edge, out of sight', { x: 1_400, y: -300 }],
])('leads out from under %s, to the centre of the uncovered part', (_, point) => {
  const [dx, dy] = clearOfPanels(point, DESK, 'desk')!
  const to = { x: DESK.width / 2 + dx, y: DESK.height / 2 + dy }
  expect(clearOfPanels(to, DESK, 'desk')).toBeNull()
  expect(dx).toBeLessThan(0) // the panel is wider than the layers
})

it.each([700, 422, 340])('leads out from under the sheet of a phone, at %d px', (y) => {
  const [dx, dy] = clearOfPanels({ x: 200, y }, PHONE, 'sheet')!
  expect(dx).toBe(0)
  expect(clearOfPanels({ x: 195, y: 422 + dy }, PHONE, 'sheet')).toBeNull()
})

it('leads to the middle between tools and panel on a phone on its side', () => {
  const size = { width: 844, height: 390 }
  expect(clearOfPanels({ x: 200, y: 190 }, size, 'side')).toBeNull()
  const [dx, dy] = clearOfPanels({ x: 600, y: 190 }, size, 'side')!
  expect([422 + dx, 195 + dy]).toEqual([260, 187])
})

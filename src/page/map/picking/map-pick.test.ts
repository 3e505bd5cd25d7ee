// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { markAt, type Pick, pickAt, takeSpots, useMapPick, usePickedHere } from './map-pick.ts'

const HERE = { x: 10, y: 10, lat: 31, lon: 121 }
const AIRPORTS = [
  { kind: 'airport', id: 'ZSPD', detail: 'ZSPD' },
  { kind: 'airport', id: 'ZSSS', detail: 'ZSSS' },
]
const STRIKE = { kind: 'strike', id: '1', detail: '08:00 UTC' }
const POINT = { kind: 'point', id: '31,121' }

function picking(...pickers: [priority: number, found: ReturnType<Pick>][]) {
  const hooks = pickers.map(([priority, found]) => renderHook(() => useMapPick(priority, () => found)))
  return () => {
    for (const { unmount } of hooks) unmount()
  }
}

it('selects an airport before the strikes there, and keeps the others as alternatives', () => {
  const stop = picking([0, POINT], [40, STRIKE], [50, AIRPORTS])
  expect(pickAt(HERE)).toEqual({ kind: 'airport', id: 'ZSPD' })
  expect(usePickedHere.getState().things).toEqual([...AIRPORTS, STRIKE, POINT])
  expect(markAt(HERE)).toEqual(AIRPORTS[0])
  stop()
})

it('offers no alternatives for a single mark, or none', () => {
  const stop = picking([0, POINT], [40, STRIKE], [50, []])
  expect(pickAt(HERE)).toEqual({ kind: 'strike', id: '1' })
  expect(usePickedHere.getState().things).toEqual([])
  stop()
  const stopPoint = picking([0, POINT], [40, null])
  expect(pickAt(HERE)).toEqual(POINT)
  expect(markAt(HERE)).toBeNull()
  stopPoint()
})

it('selects nothing while clicked positions are captured', () => {
  const stop = picking([0, POINT])
  const spots: unknown[] = []
  const giveBack = takeSpots((spot) => spots.push(spot))
  expect(pickAt(HERE)).toBe(null)
  giveBack()
  expect(spots).toEqual([HERE])
  expect(pickAt(HERE)).toEqual(POINT)
  stop()
})

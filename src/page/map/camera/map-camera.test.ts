import { expect, it } from 'vitest'
import { isElsewhere } from './map-camera.ts'

const HERE = { lng: 121.80512, lat: 31.14334 }

it('keeps room for the target of a flight', () => {
  expect(isElsewhere({ lon: 113.3, lat: 23.4 }, HERE)).toBe(true)
})

it('keeps the centre when it only zooms in', () => {
  expect(isElsewhere({ lon: HERE.lng, lat: HERE.lat }, HERE)).toBe(false)
})

it('returns to a view exactly, despite rounding in the URL', () => {
  expect(isElsewhere({ lon: 121.805, lat: 31.143, isBack: true }, HERE)).toBe(false)
})

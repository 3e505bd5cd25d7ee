import { expect, it } from 'vitest'
import { isElsewhere } from './map-camera.ts'

const HERE = { lng: 121.80512, lat: 31.14334 }

it('makes room for the place that it flies to', () => {
  expect(isElsewhere({ lon: 113.3, lat: 23.4 }, HERE)).toBe(true)
})

it('stays where it is when it only comes nearer', () => {
  expect(isElsewhere({ lon: HERE.lng, lat: HERE.lat }, HERE)).toBe(false)
})

it('goes back to a view exactly, however the address has rounded it', () => {
  expect(isElsewhere({ lon: 121.805, lat: 31.143, isBack: true }, HERE)).toBe(false)
})

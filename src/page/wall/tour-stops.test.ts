import { expect, it } from 'vitest'
import { lostStops, tourStops } from './tour-stops.ts'

const FUJIAN = { name: 'Fujian', view: { zoom: 6, lat: 26, lon: 118.5 } }
const pudong = { title: 'Shanghai Pudong', view: { zoom: 8, lat: 31.1, lon: 121.8 } }
const deps = {
  saved: [FUJIAN],
  find: (text: string) => (text === 'ZSPD' ? [pudong] : []),
  regionName: (region: string) => region,
}

it('includes stops by position or search text, and skips unknown ones', () => {
  expect(tourStops(['5/25/118', 'ZSPD', 'XXXX', '9/999/0'], deps)).toEqual([
    { view: { zoom: 5, lat: 25, lon: 118 }, name: '25.0°N 118.0°E' },
    { view: pudong.view, name: 'Shanghai Pudong' },
  ])
})

it('lists the skipped stops', () => {
  expect(lostStops(['5/25/118', 'ZSPD', 'XXXX', '9/999/0'], deps.find)).toEqual(['XXXX', '9/999/0'])
})

it('uses the saved views if the URL names none', () => {
  expect(tourStops([], deps)).toEqual([FUJIAN])
})

it('uses the regions without saved views', () => {
  expect(tourStops([], { ...deps, saved: [] }).map(({ name }) => name)).toContain('northeast')
})

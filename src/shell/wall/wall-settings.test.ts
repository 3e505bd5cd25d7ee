import { expect, it } from 'vitest'
import { readWall, wallQuery } from './wall-settings.ts'

const read = (query: string) => readWall(new URLSearchParams(query), null)

it('is a wall by the address alone', () => {
  expect(read('layers=fires')).toBeNull()
  expect(read('kiosk=0')).toBeNull()
  expect(read('kiosk')).toEqual({ tour: null, dwellS: 20, follow: false, scale: 1, home: null })
})

it('reads tour, dwell, follow and scale', () => {
  expect(read('kiosk&tour=4/35/105,ZSPD,,7/23/113&dwell=45&follow=activity&scale=1.5')).toMatchObject({
    tour: ['4/35/105', 'ZSPD', '7/23/113'],
    dwellS: 45,
    follow: true,
    scale: 1.5,
  })
  expect(read('kiosk&tour')?.tour).toEqual([])
})

it('keeps to what makes sense', () => {
  expect(read('kiosk&dwell=1&scale=99')).toMatchObject({ dwellS: 5, scale: 4 })
  expect(read('kiosk&dwell=soon&scale=-2')).toMatchObject({ dwellS: 20, scale: 1 })
})

it('is written as it is read', () => {
  for (const query of ['kiosk=1', 'kiosk=1&tour=4/35/105,ZSPD&dwell=45&follow=activity&scale=1.5', 'kiosk=1&tour=']) {
    const wall = read(query)!
    expect(
      wallQuery(wall)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ).toBe(query)
  }
})

import { expect, it } from 'vitest'
import { groundDim, WALL_DEFAULT, wallCodec } from './wall-settings.ts'

const read = (query: string) => wallCodec.parse(new URLSearchParams(query)) ?? null

it('is a wall by the address alone', () => {
  expect(read('layers=fires')).toBeNull()
  expect(read('kiosk=0')).toBeNull()
  expect(read('kiosk')).toEqual(WALL_DEFAULT)
})

it('reads tour, dwell, follow, scale and dim', () => {
  const query = 'kiosk&tour=4/35/105,ZSPD,,7/23/113&dwell=45&follow=activity&scale=1.5&dim=40'
  expect(read(query)).toMatchObject({
    tour: ['4/35/105', 'ZSPD', '7/23/113'],
    dwellS: 45,
    follow: true,
    scale: 1.5,
    dim: 40,
  })
  expect(read('kiosk&tour')?.tour).toEqual([])
})

it('is clamped to its limits', () => {
  expect(read('kiosk&dwell=1&scale=99&dim=100')).toMatchObject({ dwellS: 5, scale: 4, dim: 80 })
  expect(read('kiosk&dwell=soon&scale=&dim=-2')).toMatchObject({ dwellS: 20, scale: 1, dim: 0 })
  expect(read('kiosk&follow=storms')?.follow).toBe(true)
})

it('darkens no light ground, on which marks would lose contrast', () => {
  const wall = read('kiosk&dim=40')
  expect([groundDim({ wall, theme: 'dark' }), groundDim({ wall, theme: 'light' })]).toEqual([40, 0])
  expect(groundDim({ wall: null, theme: 'dark' })).toBe(0)
})

it('is written as it is read', () => {
  const whole = 'kiosk=1&tour=4/35/105,ZSPD&dwell=45&follow=activity&scale=1.5&dim=30'
  for (const query of ['kiosk=1', whole, 'kiosk=1&tour=']) {
    const said = wallCodec.format(read(query)).map(([param, text]) => `${param}=${text}`)
    expect(said.join('&')).toBe(query)
  }
})

import { expect, it } from 'vitest'
import { slipsOf } from './slips.ts'
import { readWall, WALL_DEFAULT, wallIn, wallQuery } from './wall-settings.ts'

const read = (query: string) => readWall(new URLSearchParams(query), null)
const slips = (query: string) => slipsOf(read(query)!).map(({ name, said, used }) => `${name}=${said} → ${used}`)

it('is a wall by the address alone', () => {
  expect(read('layers=fires')).toBeNull()
  expect(read('kiosk=0')).toBeNull()
  expect(read('kiosk')).toEqual({ ...WALL_DEFAULT, asked: 'kiosk=' })
})

it('reads tour, dwell, follow, scale and dim', () => {
  const query = 'kiosk&tour=4/35/105,ZSPD,,7/23/113&dwell=45&follow=activity&scale=1.5&dim=40'
  expect(slips(query)).toEqual([])
  expect(read(query)).toMatchObject({
    tour: ['4/35/105', 'ZSPD', '7/23/113'],
    dwellS: 45,
    follow: true,
    scale: 1.5,
    dim: 40,
  })
  expect(read('kiosk&tour')?.tour).toEqual([])
})

it('keeps to what makes sense, and remembers what did not', () => {
  expect(read('kiosk&dwell=1&scale=99&dim=100')).toMatchObject({ dwellS: 5, scale: 4, dim: 80 })
  expect(slips('kiosk&dwell=1&scale=99&dim=100')).toEqual(['dwell=1 → 5', 'scale=99 → 4', 'dim=100 → 80'])
  expect(read('kiosk&dwell=soon&scale=&dim=-2')).toMatchObject({ dwellS: 20, scale: 1, dim: 0 })
  expect(slips('kiosk&dwell=soon&scale=&dim=-2')).toEqual(['dwell=soon → 20', 'scale= → 1', 'dim=-2 → 0'])
  expect(read('kiosk&follow=storms')?.follow).toBe(true)
  expect(slips('kiosk&follow=storms')).toEqual(['follow=storms → activity'])
  expect(slips(`kiosk&tour=${Array.from({ length: 50 }, () => 'ZSPD').join()}`)).toEqual(['tour=50 → 40'])
  expect(slips(`kiosk&follow=${'x'.repeat(99)}`)).toEqual([`follow=${'x'.repeat(24)}… → activity`])
})

it('darkens no light ground, on which marks would no longer stand off, and remembers that', () => {
  const wall = read('kiosk&dim=40')!
  expect([wallIn('dark', wall).dim, wallIn('light', wall).dim]).toEqual([40, 0])
  expect(slipsOf(wallIn('light', wall))).toEqual([{ name: 'dim', said: '40', used: '0' }])
})

it('is written as it is read', () => {
  const whole = 'kiosk=1&tour=4/35/105,ZSPD&dwell=45&follow=activity&scale=1.5&dim=30'
  for (const query of ['kiosk=1', whole, 'kiosk=1&tour=']) {
    const wall = read(query)!
    expect(
      wallQuery(wall)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ).toBe(query)
  }
})

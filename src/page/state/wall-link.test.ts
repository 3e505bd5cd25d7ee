import { expect, it } from 'vitest'
import { readWallLink } from './read-wall-link.ts'
import { builtLink, wallLink } from './wall-link.ts'
import { WALL_DEFAULT } from './wall-settings.ts'

it('leads a wall to the view as it is now, with the code where no server sees it', () => {
  const link = wallLink('http://desk/?theme=light&t=2026-07-01T08:05:09Z#8.00/31.14/121.81', 'CODE')
  expect(link).toBe('http://desk/?kiosk=1&theme=light#8.00/31.14/121.81&wall=CODE')
  expect(readWallLink(new URL(link).hash)).toEqual({ code: 'CODE', hash: '#8.00/31.14/121.81' })
})

it('is parsed without a view, and not without a code', () => {
  expect(wallLink('http://desk/?kiosk', 'CODE')).toBe('http://desk/?kiosk=1#wall=CODE')
  expect(readWallLink('#wall=CODE')).toEqual({ code: 'CODE', hash: '' })
  for (const hash of ['', '#8.00/31.14/121.81', '#wall=', '#8/31/121&wall']) expect(readWallLink(hash)).toBeNull()
})

it('opens a wall with a tour, without the choices of the moment', () => {
  const wall = {
    ...WALL_DEFAULT,
    tour: ['5.20/30.50/119.00', 'ZSPD'],
    dwellS: 45,
    home: { zoom: 4, lat: 35, lon: 105 },
  }
  const from = 'http://desk/?theme=light&kiosk=1&tour=ZBAA&airport=ZSSS&t=2026-07-01T08:05:09Z#8.00/31.14/121.81'
  expect(builtLink(from, wall, null)).toBe(
    'http://desk/?kiosk=1&tour=5.20/30.50/119.00,ZSPD&dwell=45&theme=light#4.00/35.000/105.000',
  )
  expect(builtLink(from, { ...WALL_DEFAULT, scale: 1.5, dim: 40 }, ['lightning', 'storms'])).toBe(
    'http://desk/?kiosk=1&scale=1.5&dim=40&layers=lightning,storms&theme=light',
  )
})

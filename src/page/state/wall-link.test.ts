import { expect, it } from 'vitest'
import { readWallLink, wallLink } from './wall-link.ts'

it('leads a wall to the view as it is now, with the code where no server sees it', () => {
  const link = wallLink('http://desk/?theme=light&t=2026-07-01T08:05:09Z#8.00/31.14/121.81', 'CODE')
  expect(link).toBe('http://desk/?kiosk=1&theme=light#8.00/31.14/121.81&wall=CODE')
  expect(readWallLink(new URL(link).hash)).toEqual({ code: 'CODE', hash: '#8.00/31.14/121.81' })
})

it('is read where no place is said, and not where no code is', () => {
  expect(wallLink('http://desk/?kiosk', 'CODE')).toBe('http://desk/?kiosk=1#wall=CODE')
  expect(readWallLink('#wall=CODE')).toEqual({ code: 'CODE', hash: '' })
  for (const hash of ['', '#8.00/31.14/121.81', '#wall=', '#8/31/121&wall']) expect(readWallLink(hash)).toBeNull()
})

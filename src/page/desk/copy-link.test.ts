import { expect, it } from 'vitest'
import { linkOfMoment } from './copy-link.ts'

const AT = Date.UTC(2026, 6, 1, 8, 5, 9, 400)

it('leads to the moment, with the rest of the view', () => {
  expect(linkOfMoment('http://desk/?airport=ZSPD&rings=1,5,10#8.00/31.14/121.81', AT)).toBe(
    'http://desk/?airport=ZSPD&rings=1,5,10&t=2026-07-01T08:05:09Z#8.00/31.14/121.81',
  )
  expect(linkOfMoment('http://desk/#3/30/110', AT)).toBe('http://desk/?t=2026-07-01T08:05:09Z#3/30/110')
})

it('takes the place of another moment', () => {
  expect(linkOfMoment('http://desk/?t=2026-01-01T00:00:00Z&airport=ZSPD', AT)).toBe(
    'http://desk/?airport=ZSPD&t=2026-07-01T08:05:09Z',
  )
})

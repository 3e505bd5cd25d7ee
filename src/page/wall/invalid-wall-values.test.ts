import { expect, it } from 'vitest'
import type { Theme } from '../state/view.ts'
import { wallCodec } from '../state/wall-settings.ts'
import { invalidWallValues } from './invalid-wall-values.ts'

function told(query: string, theme: Theme = 'dark') {
  const wall = wallCodec.parse(new URLSearchParams(query))!
  return invalidWallValues(query, wall, theme).map(({ name, said, used }) => `${name}=${said} → ${used}`)
}

it('is empty for a valid URL', () => {
  expect(told('kiosk&tour=4/35/105,ZSPD,,7/23/113&dwell=45&follow=activity&scale=1.5&dim=40')).toEqual([])
})

it('lists the invalid values of the URL', () => {
  expect(told('kiosk&dwell=1&scale=99&dim=100')).toEqual(['dwell=1 → 5', 'scale=99 → 4', 'dim=100 → 80'])
  expect(told('kiosk&dwell=soon&scale=&dim=-2')).toEqual(['dwell=soon → 20', 'scale= → 1', 'dim=-2 → 0'])
  expect(told('kiosk&follow=storms')).toEqual(['follow=storms → activity'])
  expect(told(`kiosk&tour=${Array.from({ length: 50 }, () => 'ZSPD').join()}`)).toEqual(['tour=50 → 40'])
  expect(told(`kiosk&follow=${'x'.repeat(99)}`)).toEqual([`follow=${'x'.repeat(24)}… → activity`])
})

it('remembers that a light ground is not darkened', () => {
  expect(told('kiosk&dim=40', 'light')).toEqual(['dim=40 → 0'])
})

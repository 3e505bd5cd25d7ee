// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }
const DESK = { width: 1280, height: 800 }
const RARE = ['Zoom in', 'Zoom out', 'Commands (Ctrl+K)']

const isThere = (name: string) => screen.queryByRole('button', { name }) !== null

async function openOn(size: typeof DESK) {
  act(() => happyDOM.setViewport(size))
  const desk = await openDesk('/')
  await screen.findByRole('button', { name: /^Save picture and strokes/ })
  return desk
}

afterEach(() => act(() => happyDOM.setViewport(DESK)))

it.each([
  ['upright', { width: 390, height: 844 }],
  ['on its side', { width: 844, height: 390 }],
])('groups secondary buttons on a phone %s behind one button', async (_, size) => {
  const { user } = await openOn(size)
  const more = screen.getByRole('button', { name: 'More tools' })
  expect(RARE.filter(isThere)).toEqual([])
  await user.click(more)
  expect(RARE.filter(isThere)).toEqual(RARE)
  expect(more.getAttribute('aria-pressed')).toBe('true')
  await user.click(more)
  expect(RARE.filter(isThere)).toEqual([])
})

it('shows all tools at a desk, with no button for more', async () => {
  await openOn(DESK)
  expect(RARE.filter(isThere)).toEqual(RARE)
  expect(isThere('More tools')).toBe(false)
})

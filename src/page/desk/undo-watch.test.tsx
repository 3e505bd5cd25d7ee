// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'
import { usePage } from '../state/page-store.ts'

const watched = () => usePage.getState().watched

it('undoes a pin or unpin by key or click, at its old position', async () => {
  const desk = await openDesk('/?watch=ZBAA,ZSPD,ZSSS&airport=ZSPD')
  await screen.findByRole('button', { name: 'Watched' })
  await desk.user.keyboard('w')
  expect(watched()).toEqual(['ZBAA', 'ZSSS'])
  expect(await screen.findByText('ZSPD is no longer watched')).toBeTruthy()
  await desk.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(watched()).toEqual(['ZBAA', 'ZSPD', 'ZSSS'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  act(() => usePage.getState().toggleWatched('ZGGG'))
  await desk.user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(watched()).toEqual(['ZBAA', 'ZSPD', 'ZSSS'])
})

it('is no longer offered after half a minute', async () => {
  const desk = await openDesk('/?watch=ZBAA')
  act(() => usePage.getState().toggleWatched('ZBAA'))
  await screen.findByRole('button', { name: 'Undo' })
  await desk.pass(31_000)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

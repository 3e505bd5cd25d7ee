// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isShortcut, useShortcuts } from './use-shortcuts.ts'

afterEach(cleanup)

function Part({ keys }: { keys: Record<string, () => unknown> }) {
  useShortcuts(keys)
  return null
}

it('gives a key pressed before its part has loaded to that part, once', () => {
  const pressed: string[] = []
  const run = (key: string) => ({ [key]: () => void pressed.push(key) })
  render(<Part keys={run('l')} />)
  expect([isShortcut('j'), isShortcut('q')]).toEqual([true, false])
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(pressed).toEqual([])
  render(<Part keys={run('j')} />)
  expect(pressed).toEqual(['j'])
  render(<Part keys={run('j')} />)
  expect(pressed).toEqual(['j'])
})

it('gives a later part no key that is already handled, or that another key followed', () => {
  const pressed: string[] = []
  const run = (key: string) => ({ [key]: () => void pressed.push(key) })
  render(<Part keys={run('l')} />)
  for (const key of ['j', 'l']) fireEvent.keyDown(document.body, { key })
  render(<Part keys={{ ...run('l'), ...run('j') }} />)
  expect(pressed).toEqual(['l'])
})

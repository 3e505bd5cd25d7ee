// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { deskScale } from './desk-scale.ts'

afterEach(() => {
  document.documentElement.style.fontSize = ''
})

it('reads the type size once for each width of the window', () => {
  const asked = vi.spyOn(globalThis, 'getComputedStyle')
  vi.stubGlobal('innerWidth', 1280)
  document.documentElement.style.fontSize = '16px'
  expect([deskScale(), deskScale(), deskScale()]).toEqual([1, 1, 1])
  expect(asked).toHaveBeenCalledTimes(1)

  vi.stubGlobal('innerWidth', 3840)
  document.documentElement.style.fontSize = '24px'
  expect([deskScale(), deskScale()]).toEqual([1.5, 1.5])
  expect(asked).toHaveBeenCalledTimes(2)
})

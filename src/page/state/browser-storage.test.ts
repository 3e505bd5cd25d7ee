// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { keptStorage, tabStorage } from './browser-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('is the browser’s own', () => {
  keptStorage().setItem('key', 'kept')
  expect(localStorage.getItem('key')).toBe('kept')
})

it('keeps values for this visit if the browser blocks storage', () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
  for (const storage of [keptStorage, tabStorage]) {
    expect(storage().getItem('key')).toBeNull()
    storage().setItem('key', 'held')
    expect(storage().getItem('key')).toBe('held')
    storage().removeItem('key')
    expect(storage().getItem('key')).toBeNull()
  }
})

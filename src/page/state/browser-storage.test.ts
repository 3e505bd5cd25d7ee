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

function expectKeptHere(): void {
  for (const storage of [keptStorage, tabStorage]) {
    expect(storage().getItem('key')).toBeNull()
    storage().setItem('key', 'held')
    expect(storage().getItem('key')).toBe('held')
    storage().removeItem('key')
    expect(storage().getItem('key')).toBeNull()
  }
}

it('keeps values for this visit if the browser blocks storage', () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
  expectKeptHere()
})

it('keeps values for this visit if storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  expectKeptHere()
})

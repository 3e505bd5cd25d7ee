import { keptStorage } from '../../state/browser-storage.ts'

const KEY = 'brontide.viewer'

let made: string | null = null

/** A random id by which the server recognises this browser; for the lifetime of the page if storage is blocked. */
export function browserId(): string {
  made ??= keptWord() ?? newWord()
  return made
}

function keptWord(): string | null {
  const kept = keptStorage().getItem(KEY)
  return kept && /^[0-9a-f]{32}$/.test(kept) ? kept : null
}

function newWord(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  const word = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  keptStorage().setItem(KEY, word)
  return word
}

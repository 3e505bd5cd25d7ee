import { create } from 'zustand'

const NAME_KEY = 'brontide.name'

interface OwnName {
  name: string
  setName(name: string): void
}

/** The name entered by a user without sign-in; stored in the browser. */
export const useOwnName = create<OwnName>()((set) => ({
  name: keptName(),
  setName(name) {
    set({ name })
    try {
      localStorage.setItem(NAME_KEY, name)
    } catch {
      // Full or forbidden: the name then lives as long as the page.
    }
  },
}))

/** The author field of a request; empty for users with a signed-in name. */
export function authorField(signedIn: string | null): { by?: string } {
  return signedIn === null ? { by: useOwnName.getState().name.trim() } : {}
}

function keptName(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? ''
  } catch {
    return ''
  }
}

import { create } from 'zustand'
import { keptStorage } from '../../state/browser-storage.ts'

const NAME_KEY = 'brontide.name'

interface OwnName {
  name: string
  setName(name: string): void
}

/** The name entered by a user without sign-in; stored in the browser. */
export const useOwnName = create<OwnName>()((set) => ({
  name: keptStorage().getItem(NAME_KEY) ?? '',
  setName(name) {
    set({ name })
    keptStorage().setItem(NAME_KEY, name)
  },
}))

/** The author field of a request; empty for users with a signed-in name. */
export function authorField(signedIn: string | null): { by?: string } {
  return signedIn === null ? { by: useOwnName.getState().name.trim() } : {}
}

import { create } from 'zustand'

interface EvidenceState {
  /** Somebody wants evidence, and what makes it, which may come later than the button, has not yet begun. */
  wanted: boolean
  /** What came of the last one; null while there is nothing to say. */
  said: string | null
  ask(): void
  begin(): void
  say(said: string | null): void
}

/** Between the button on the desk and what lives inside the map. */
export const useEvidence = create<EvidenceState>()((set) => ({
  wanted: false,
  said: null,
  ask: () => set({ wanted: true }),
  begin: () => set({ wanted: false }),
  say: (said) => set({ said }),
}))

import { create } from 'zustand'

interface EvidenceState {
  /** Grows with each wish for evidence. */
  asked: number
  /** What came of the last one; null while there is nothing to say. */
  said: string | null
  ask(): void
  say(said: string | null): void
}

/** Between the button on the desk and what lives inside the map. */
export const useEvidence = create<EvidenceState>()((set) => ({
  asked: 0,
  said: null,
  ask: () => set(({ asked }) => ({ asked: asked + 1 })),
  say: (said) => set({ said }),
}))

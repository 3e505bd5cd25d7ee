import { create } from 'zustand'
import type { FoundStrikes } from '../../live/strikes/strikes-around.ts'

interface Highlight extends FoundStrikes {
  icao: string
}

interface HighlightState {
  shown: Highlight | null
  show(shown: Highlight | null): void
}

export const useHighlight = create<HighlightState>()((set) => ({ shown: null, show: (shown) => set({ shown }) }))

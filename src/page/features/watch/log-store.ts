import { create } from 'zustand'
import type { Stage } from '../../../contract/watch/alarms.ts'

const NAME_KEY = 'brontide.name'

/** In place of an id: all that is watched here. No id begins so. */
export const WATCHED = '*'

/** What of the log somebody wants to see. Moments are Unix ms. */
export interface LogFilter {
  /** A place by its id, or `WATCHED`; empty for all. */
  place: string
  stage: Stage | ''
  acknowledged: '' | 'open' | 'done'
  fromMs: number | null
  toMs: number | null
  text: string
}

export const NO_FILTER: LogFilter = { place: '', stage: '', acknowledged: '', fromMs: null, toMs: null, text: '' }

/** What the panels of the shift show. */
export const VIEWS = ['log', 'notes', 'snoozes', 'changes', 'reports', 'places'] as const
export type View = (typeof VIEWS)[number]

interface LogState {
  /** Which of them is open. */
  shown: View | null
  filter: LogFilter
  /** The name that somebody gives where nobody signs in by one; kept in the browser. */
  name: string
  show(shown: LogState['shown']): void
  setFilter(change: Partial<LogFilter>): void
  setName(name: string): void
}

export const useLog = create<LogState>()((set) => ({
  shown: null,
  filter: NO_FILTER,
  name: keptName(),
  show: (shown) => set({ shown }),
  setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...change } })),
  setName(name) {
    set({ name })
    try {
      localStorage.setItem(NAME_KEY, name)
    } catch {
      // Full or forbidden: the name then lives as long as the page.
    }
  },
}))

function keptName(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? ''
  } catch {
    return ''
  }
}

import { create } from 'zustand'
import type { Stage } from '../../../contract/watch/alarms.ts'
import type { Step } from '../../../contract/watch/place-states.ts'

/** Used as an id: all pinned ones. No id begins so. */
export const WATCHED = '*'

/** Filter of the log. Moments are Unix ms. */
export interface LogFilter {
  /** A place by its id, or `WATCHED`; empty for all. */
  place: string
  stage: Stage | ''
  step: Step | ''
  acknowledged: '' | 'open' | 'done'
  fromMs: number | null
  toMs: number | null
  text: string
}

export const NO_FILTER: LogFilter = {
  place: '',
  stage: '',
  step: '',
  acknowledged: '',
  fromMs: null,
  toMs: null,
  text: '',
}

export const VIEWS = ['log', 'notes', 'stops', 'snoozes', 'changes', 'reports', 'load', 'places', 'channels'] as const
export type View = (typeof VIEWS)[number]

interface LogState {
  shown: View | null
  filter: LogFilter
  show(shown: LogState['shown']): void
  setFilter(change: Partial<LogFilter>): void
}

export const useLog = create<LogState>()((set) => ({
  shown: null,
  filter: NO_FILTER,
  show: (shown) => set({ shown }),
  setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...withoutReversed(filter, change) } })),
}))

/** The server refuses a period that ends before it begins: the newer end stands, the other one is cleared. */
function withoutReversed(filter: LogFilter, change: Partial<LogFilter>): Partial<LogFilter> {
  const { fromMs, toMs } = { ...filter, ...change }
  if (fromMs === null || toMs === null || fromMs < toMs) return change
  return change.fromMs === undefined ? { ...change, fromMs: null } : { ...change, toMs: null }
}

import { create } from 'zustand'

/** The moment whose strikes are drawn while the page opens with the last minutes played, Unix ms; else null. Nothing else follows it. */
export const useReplay = create<{ atMs: number | null }>(() => ({ atMs: null }))

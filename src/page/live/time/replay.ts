import { create } from 'zustand'

/** Time of the strikes drawn during the opening playback, Unix ms; else null. Only the strike layer follows it. */
export const useReplay = create<{ atMs: number | null }>(() => ({ atMs: null }))

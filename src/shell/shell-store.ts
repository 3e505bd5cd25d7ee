import { create } from 'zustand'
import type { Selection } from './overlay.ts'

export type Theme = 'dark' | 'light'
export type Lang = 'en' | 'zh'
export type UnitSystem = 'metric' | 'aviation'

export interface View {
  zoom: number
  lat: number
  lon: number
}

/** How long a strike stays on the map. */
export const WINDOW_MINUTES = [5, 10, 15, 30, 60, 120] as const
export const WINDOW_MINUTES_DEFAULT = 30

export interface ShellState {
  /** Where the map rests; it is not updated while the map moves. */
  view: View
  overlaysOn: readonly string[]
  selection: Selection | null
  windowMinutes: number
  theme: Theme
  lang: Lang
  units: UnitSystem
  /** IANA zone shown beside UTC. */
  zone: string
  /** A place to fly to; `nonce` tells two equal wishes apart. */
  flight: (View & { nonce: number }) | null

  setView(view: View): void
  toggleOverlay(id: string): void
  setOverlaysOn(ids: readonly string[]): void
  select(selection: Selection | null): void
  setWindowMinutes(minutes: number): void
  setTheme(theme: Theme): void
  setLang(lang: Lang): void
  setUnits(units: UnitSystem): void
  setZone(zone: string): void
  flyTo(view: View): void
}

/** China and the seas around it. */
export const HOME_VIEW: View = { zoom: 3.7, lat: 32.5, lon: 107 }

/** What the person at the screen has chosen. The one store of UI state; the URL and the browser's storage follow it. */
export const useShell = create<ShellState>()((set) => ({
  view: HOME_VIEW,
  overlaysOn: [],
  selection: null,
  windowMinutes: WINDOW_MINUTES_DEFAULT,
  theme: 'dark',
  lang: 'en',
  units: 'metric',
  zone: 'Asia/Shanghai',
  flight: null,

  setView: (view) => set({ view }),
  toggleOverlay: (id) =>
    set((state) => ({
      overlaysOn: state.overlaysOn.includes(id)
        ? state.overlaysOn.filter((on) => on !== id)
        : [...state.overlaysOn, id],
    })),
  setOverlaysOn: (overlaysOn) => set({ overlaysOn }),
  select: (selection) => set({ selection }),
  setWindowMinutes: (windowMinutes) => set({ windowMinutes }),
  setTheme: (theme) => set({ theme }),
  setLang: (lang) => set({ lang }),
  setUnits: (units) => set({ units }),
  setZone: (zone) => set({ zone }),
  flyTo: (view) => set((state) => ({ flight: { ...view, nonce: (state.flight?.nonce ?? 0) + 1 } })),
}))

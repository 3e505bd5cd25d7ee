import { create } from 'zustand'
import {
  HOLD_MINUTES_DEFAULT,
  type OwnRules,
  RINGS_DEFAULT_KM,
  type RingRule,
  ruleOf,
} from '../../core/airports/rings.ts'
import type { CategoryPreset } from '../../core/metar/flight-category.ts'
import { STRIKE_DISPLAY_DEFAULT, type StrikeDisplayOptions } from '../../core/strikes/strike-display-options.ts'
import type { Selection } from './selection.ts'
import type { Lang, ProjectionName, Theme, View } from './view.ts'
import type { WallSettings } from './wall-settings.ts'

export type UnitSystem = 'metric' | 'aviation'
export type CategoryScheme = CategoryPreset['id']

/** What the map draws beside the ground, for who wants it. */
export const MAP_LINES = ['graticule', 'night'] as const
export type MapLine = (typeof MAP_LINES)[number]

/** How long a strike stays on the map. */
export const WINDOW_MINUTES = [5, 10, 15, 30, 60, 120] as const
export const WINDOW_MINUTES_DEFAULT = 30

/** How the board of all airports is looked at. */
export interface BoardView {
  open: boolean
  /** A column's id, with `-` before it for the other direction. */
  sort: string
  filter: string
}
export const BOARD_SORT_DEFAULT = 'urgency'
/** How many times faster than it was the past can be played. */
export const PLAY_SPEEDS = [1, 10, 60, 300, 600] as const
export type PlaySpeed = (typeof PLAY_SPEEDS)[number]
const PLAY_SPEED_DEFAULT: PlaySpeed = 60

export interface PageState {
  /** Where the map rests; it is not updated while the map moves. */
  view: View
  projection: ProjectionName
  overlaysOn: readonly string[]
  selection: Selection | null
  windowMinutes: number
  strikeDisplay: StrikeDisplayOptions
  /** The moment that is shown, Unix ms; null is live. */
  shownAtMs: number | null
  /** The moment that the address asked for when the page was opened, in its own words. */
  askedMoment: string | null
  /** The shown moment moves on by itself, `playSpeed` times as fast as it was. Never while live. */
  playing: boolean
  playSpeed: PlaySpeed
  theme: Theme
  lang: Lang
  units: UnitSystem
  mapLines: readonly MapLine[]
  /** By whose limits airports are classed. */
  categoryScheme: CategoryScheme
  /** IANA zone shown beside UTC. */
  zone: string
  /** Radii around airports, in km, from the inside out. */
  rings: readonly number[]
  /** How long a ring has to be without a strike before its count-down ends. */
  holdMinutes: number
  /** Airports whose rings or hold time are their own. */
  ownRules: OwnRules
  /** Airports to keep an eye on, by ICAO code. */
  watched: readonly string[]
  board: BoardView
  /** The worst airports stand in a row above the map of a wide desk. */
  worstShown: boolean
  /** Alerts sound, by the address: for a screen that nobody touches. */
  sound: boolean
  /** Null at a desk; else the screen is a wall's, which nobody touches. */
  wall: WallSettings | null

  setView(view: View): void
  setProjection(projection: ProjectionName): void
  toggleOverlay(id: string): void
  setOverlaysOn(ids: readonly string[]): void
  select(selection: Selection | null): void
  setWindowMinutes(minutes: number): void
  setStrikeDisplay(change: Partial<StrikeDisplayOptions>): void
  /** Shows that moment, or with null what is live. */
  showAt(ms: number | null): void
  setPlaying(playing: boolean): void
  setPlaySpeed(speed: PlaySpeed): void
  setTheme(theme: Theme): void
  setLang(lang: Lang): void
  setUnits(units: UnitSystem): void
  toggleMapLine(line: MapLine): void
  setCategoryScheme(scheme: CategoryScheme): void
  setZone(zone: string): void
  /** Changes the rings or the hold time of an airport, where it goes by its own, else of all that do not. */
  setRule(icao: string, change: Partial<RingRule>): void
  /** Has an airport go by a rule of its own, at first that of all; or by that of all again. */
  setOwnRule(icao: string, isOwn: boolean): void
  toggleWatched(icao: string): void
  setBoard(change: Partial<BoardView>): void
  setWorstShown(shown: boolean): void
  setWall(wall: WallSettings | null): void
}

/** What the person at the screen has chosen. The one store of UI state; the URL and the browser's storage follow it. */
export const usePage = create<PageState>()((set) => ({
  view: { zoom: 3.7, lat: 32.5, lon: 107 }, // until the page knows its size
  projection: 'mercator',
  overlaysOn: [],
  selection: null,
  windowMinutes: WINDOW_MINUTES_DEFAULT,
  strikeDisplay: STRIKE_DISPLAY_DEFAULT,
  shownAtMs: null,
  askedMoment: null,
  playing: false,
  playSpeed: PLAY_SPEED_DEFAULT,
  theme: 'dark',
  lang: 'en',
  units: 'metric',
  mapLines: MAP_LINES,
  categoryScheme: 'icao',
  zone: 'Asia/Shanghai',
  rings: RINGS_DEFAULT_KM,
  holdMinutes: HOLD_MINUTES_DEFAULT,
  ownRules: {},
  watched: [],
  board: { open: false, sort: BOARD_SORT_DEFAULT, filter: '' },
  worstShown: true,
  sound: false,
  wall: null,

  setView: (view) => set({ view }),
  setProjection: (projection) => set({ projection }),
  toggleOverlay: (id) =>
    set((state) => ({
      overlaysOn: state.overlaysOn.includes(id)
        ? state.overlaysOn.filter((on) => on !== id)
        : [...state.overlaysOn, id],
    })),
  setOverlaysOn: (overlaysOn) => set({ overlaysOn }),
  select: (selection) => set({ selection }),
  setWindowMinutes: (windowMinutes) => set({ windowMinutes }),
  setStrikeDisplay: (change) => set(({ strikeDisplay }) => ({ strikeDisplay: { ...strikeDisplay, ...change } })),
  showAt: (shownAtMs) => set((state) => ({ shownAtMs, playing: shownAtMs !== null && state.playing })),
  setPlaying: (playing) => set((state) => ({ playing: playing && state.shownAtMs !== null })),
  setPlaySpeed: (playSpeed) => set({ playSpeed }),
  setTheme: (theme) => set({ theme }),
  setLang: (lang) => set({ lang }),
  setUnits: (units) => set({ units }),
  toggleMapLine: (line) =>
    set(({ mapLines }) => ({ mapLines: MAP_LINES.filter((each) => mapLines.includes(each) !== (each === line)) })),
  setCategoryScheme: (categoryScheme) => set({ categoryScheme }),
  setZone: (zone) => set({ zone }),
  setRule: (icao, change) =>
    set(({ ownRules }) => {
      const own = ownRules[icao]
      return own ? { ownRules: { ...ownRules, [icao]: { ...own, ...change } } } : change
    }),
  setOwnRule: (icao, isOwn) =>
    set((state) => {
      const { [icao]: _, ...others } = state.ownRules
      return { ownRules: isOwn ? { ...others, [icao]: ruleOf(icao, state) } : others }
    }),
  toggleWatched: (icao) =>
    set(({ watched }) => ({
      watched: watched.includes(icao) ? watched.filter((each) => each !== icao) : [...watched, icao],
    })),
  setBoard: (change) => set(({ board }) => ({ board: { ...board, ...change } })),
  setWorstShown: (worstShown) => set({ worstShown }),
  // Nobody stands before a wall to take the past for what it is: it shows now.
  setWall: (wall) => set(wall ? { wall, shownAtMs: null, playing: false } : { wall }),
}))

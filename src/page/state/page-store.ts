import { create } from 'zustand'
import type { FieldHorizon } from '../../contract/chance/levels.ts'
import { type RingRule, ruleOf } from '../../core/airports/rings.ts'
import type { StrikeDisplayOptions } from '../../core/strikes/strike-display-options.ts'
import type { Lang } from '../../locales/languages.ts'
import { choiceCodecs } from './choice-codecs.ts'
import {
  type BoardView,
  type CategoryScheme,
  type Choices,
  MAP_LINES,
  type MapLine,
  type OwnLayerChoice,
  type SumsChoice,
  type UnitSystem,
} from './choices.ts'
import { defaultsOf } from './codec.ts'
import type { Selection } from './selection.ts'
import type { ProjectionName, Theme, View } from './view.ts'
import type { WallSettings } from './wall-settings.ts'

/** How many times faster than it was the past can be played. */
export const PLAY_SPEEDS = [1, 10, 60, 300, 600] as const
export type PlaySpeed = (typeof PLAY_SPEEDS)[number]
const PLAY_SPEED_DEFAULT: PlaySpeed = 60

/** A pinned or unpinned airport or place. */
export interface WatchChange {
  id: string
  /** Index on the list; -1 if absent. */
  index: number
  isAdded: boolean
}

export interface PageState extends Choices {
  /** Where the map rests; it is not updated while the map moves. */
  view: View
  /** The query of the page load, possibly with invalid parts. Empty after a wall was selected or left by hand. */
  askedQuery: string
  /** The shown moment advances, at `playSpeed` times real time. Never while live. */
  playing: boolean
  playSpeed: PlaySpeed

  setView(view: View): void
  setProjection(projection: ProjectionName): void
  toggleOverlay(id: string): void
  setOwnLayer(id: string, choice: OwnLayerChoice): void
  setChanceMinutes(minutes: FieldHorizon | null): void
  setSums(change: Partial<SumsChoice>): void
  select(selection: Selection | null): void
  setWindowMinutes(minutes: number): void
  setStrikeDisplay(change: Partial<StrikeDisplayOptions>): void
  /** Shows a moment of the past; null shows live data. */
  showAt(ms: number | null): void
  setPlaying(playing: boolean): void
  setPlaySpeed(speed: PlaySpeed): void
  setTheme(theme: Theme): void
  setLang(lang: Lang): void
  setUnits(units: UnitSystem): void
  toggleMapLine(line: MapLine): void
  setCategoryScheme(scheme: CategoryScheme): void
  setZone(zone: string): void
  /** Changes rings or hold time: of the airport's own rule if it has one, else of the common rule. */
  setRule(icao: string, change: Partial<RingRule>): void
  /** Gives an airport its own rule, initially equal to the common one, or returns it to the common one. */
  setOwnRule(icao: string, isOwn: boolean): void
  toggleWatched(icao: string): void
  /** The last pin or unpin, for undo. */
  watchChange: WatchChange | null
  undoWatchChange(): void
  forgetWatchChange(): void
  setBoard(change: Partial<BoardView>): void
  setWorstShown(shown: boolean): void
  setWall(wall: WallSettings | null): void
}

/** Removes a pinned id, or inserts it at an index. */
function toggledAt(watched: readonly string[], id: string, index: number): { watched: readonly string[] } {
  return { watched: watched.includes(id) ? watched.filter((each) => each !== id) : watched.toSpliced(index, 0, id) }
}

/** The user's choices. The single store of UI state; URL and storage follow it. */
export const usePage = create<PageState>()((set) => ({
  ...defaultsOf<Choices>(choiceCodecs([])), // until the page knows its hazards
  view: { zoom: 3.7, lat: 32.5, lon: 107 }, // until the page knows its size
  askedQuery: '',
  playing: false,
  watchChange: null,
  playSpeed: PLAY_SPEED_DEFAULT,

  setView: (view) => set({ view }),
  setProjection: (projection) => set({ projection }),
  toggleOverlay: (id) =>
    set((state) => ({
      overlaysOn: state.overlaysOn.includes(id)
        ? state.overlaysOn.filter((on) => on !== id)
        : [...state.overlaysOn, id],
    })),
  setOwnLayer: (id, choice) => set(({ ownLayers }) => ({ ownLayers: { ...ownLayers, [id]: choice } })),
  setChanceMinutes: (chanceMinutes) => set({ chanceMinutes }),
  setSums: (change) => set(({ sums }) => ({ sums: { ...sums, ...change } })),
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
      if (!Object.hasOwn(ownRules, icao)) return change
      return { ownRules: { ...ownRules, [icao]: { ...ownRules[icao]!, ...change } } }
    }),
  setOwnRule: (icao, isOwn) =>
    set((state) => {
      const { [icao]: _, ...others } = state.ownRules
      return { ownRules: isOwn ? { ...others, [icao]: ruleOf(icao, state) } : others }
    }),
  toggleWatched: (id) =>
    set(({ watched }) => {
      const index = watched.indexOf(id)
      return { ...toggledAt(watched, id, watched.length), watchChange: { id, index, isAdded: index < 0 } }
    }),
  undoWatchChange: () =>
    set(({ watched, watchChange }) => {
      if (!watchChange) return {}
      const { id, index, isAdded } = watchChange
      const isUndone = watched.includes(id) !== isAdded
      return { ...(isUndone ? {} : toggledAt(watched, id, index)), watchChange: null }
    }),
  forgetWatchChange: () => set({ watchChange: null }),
  setBoard: (change) => set(({ board }) => ({ board: { ...board, ...change } })),
  setWorstShown: (worstShown) => set({ worstShown }),
  // A wall shows live data: an unattended viewer would take the past for the present.
  setWall: (wall) => set({ wall, askedQuery: '', ...(wall && { shownAtMs: null, playing: false }) }),
}))

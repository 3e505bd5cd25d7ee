import type { FieldHorizon } from '../../contract/chance/levels.ts'
import type { AccumulationKind } from '../../core/accumulations/cell-sums.ts'
import type { Period } from '../../core/accumulations/periods.ts'
import type { OwnRules } from '../../core/airports/rings.ts'
import type { CategoryPreset } from '../../core/metar/flight-category.ts'
import type { StrikeDisplayOptions } from '../../core/strikes/strike-display-options.ts'
import type { Lang } from '../../locales/languages.ts'
import type { Selection } from './selection.ts'
import type { ProjectionName, Theme } from './view.ts'
import type { WallSettings } from './wall-settings.ts'

export type UnitSystem = 'metric' | 'aviation'
export type CategoryScheme = CategoryPreset['id']

export const MAP_LINES = ['graticule', 'night'] as const
export type MapLine = (typeof MAP_LINES)[number]

/** How long a strike stays on the map. */
export const WINDOW_MINUTES = [5, 10, 15, 30, 60, 120] as const
export const WINDOW_MINUTES_DEFAULT = 30

export interface BoardView {
  open: boolean
  /** A column's id, with `-` before it for the other direction. */
  sort: string
  filter: string
}
export const BOARD_SORT_DEFAULT = 'urgency'

export interface OwnLayerChoice {
  on: boolean
  /** Percent; null: as the operator has it. */
  opacity: number | null
}

export interface SumsChoice {
  on: boolean
  kind: AccumulationKind
  period: Period
}

/** All choices on the page except the view. Their formats are in `choice-codecs.ts`. */
export interface Choices {
  projection: ProjectionName
  overlaysOn: readonly string[]
  /** Layers of the operator's own that were changed, by their id. */
  ownLayers: Readonly<Record<string, OwnLayerChoice>>
  sums: SumsChoice
  /** Horizon of the chance field on the map, minutes; null while it is off. */
  chanceMinutes: FieldHorizon | null
  selection: Selection | null
  windowMinutes: number
  strikeDisplay: StrikeDisplayOptions
  /** The moment that is shown, Unix ms; null is live. */
  shownAtMs: number | null
  theme: Theme
  lang: Lang
  units: UnitSystem
  mapLines: readonly MapLine[]
  /** The limits of flight categories. */
  categoryScheme: CategoryScheme
  /** IANA zone shown beside UTC. */
  zone: string
  /** Radii around airports, in km, from the inside out. */
  rings: readonly number[]
  /** How long a ring has to be without a strike before its count-down ends. */
  holdMinutes: number
  /** Airports with their own rings or hold time. */
  ownRules: OwnRules
  /** Airports to keep an eye on, by ICAO code. */
  watched: readonly string[]
  board: BoardView
  /** Shows the worst airports in a row above the map of a wide desk. */
  worstShown: boolean
  /** Alert sounds, by URL: for unattended screens. */
  sound: boolean
  /** Null at a desk; else the settings of an unattended wall. */
  wall: WallSettings | null
}

import { parseInstantMs } from '../../contract/time.ts'
import {
  HOLD_MINUTES,
  HOLD_MINUTES_DEFAULT,
  type OwnRules,
  ownRulesText,
  parseOwnRules,
  parseRings,
  RINGS_DEFAULT_KM,
  ringsText,
} from '../../core/airports/rings.ts'
import {
  parseStrikeDisplay,
  type StrikeDisplayOptions,
  strikeDisplayText,
} from '../../core/strikes/strike-display-options.ts'
import {
  BOARD_SORT_DEFAULT,
  type BoardView,
  type CategoryScheme,
  MAP_LINES,
  type MapLine,
  type PageState,
  type UnitSystem,
  WINDOW_MINUTES,
  WINDOW_MINUTES_DEFAULT,
} from './page-store.ts'
import type { Selection } from './selection.ts'
import type { Lang, ProjectionName, Theme, View } from './view.ts'
import { readWall, type WallSettings, wallQuery } from './wall-settings.ts'

/** What of the screen stands in the URL. A field is absent where the URL does not say. */
export interface UrlState {
  view?: View
  projection?: ProjectionName
  overlaysOn?: string[]
  selection?: Selection
  windowMinutes?: number
  strikeDisplay?: StrikeDisplayOptions
  shownAtMs?: number
  theme?: Theme
  lang?: Lang
  units?: UnitSystem
  mapLines?: readonly MapLine[]
  categoryScheme?: CategoryScheme
  zone?: string
  rings?: readonly number[]
  holdMinutes?: number
  ownRules?: OwnRules
  watched?: readonly string[]
  board?: BoardView
  worstShown?: boolean
  sound?: boolean
  wall?: WallSettings
}

/** What the address has to know of a hazard. */
export interface UrlOverlay {
  id: string
  defaultOn: boolean
  selection?: { kind: string; urlParam: string }
  /** Without a row in the layers panel it has no switch either. */
  Row?: unknown
}

/** Reads a URL's query and hash; what it can't read is as if it were not there. */
export function readUrl(url: { search: string; hash: string }, overlays: readonly UrlOverlay[]): UrlState {
  const query = new URLSearchParams(url.search)
  const state: UrlState = {}

  const view = readView(url.hash)
  if (view) state.view = view

  const projection = query.get('projection')
  if (projection === 'globe' || projection === 'mercator') state.projection = projection

  const layers = query.get('layers')
  if (layers !== null) {
    const named = layers.split(',')
    state.overlaysOn = switchable(overlays).filter((id) => named.includes(id))
  }

  for (const { selection } of overlays) {
    const id = selection && query.get(selection.urlParam)
    if (selection && id) state.selection = { kind: selection.kind, id }
  }

  const minutes = Number(query.get('window'))
  if (WINDOW_MINUTES.some((each) => each === minutes)) state.windowMinutes = minutes

  const strikes = query.get('strikes')
  if (strikes !== null) state.strikeDisplay = parseStrikeDisplay(strikes)
  const shownAtMs = parseInstantMs(query.get('t'))
  if (shownAtMs !== null) state.shownAtMs = shownAtMs

  const theme = query.get('theme')
  if (theme === 'dark' || theme === 'light') state.theme = theme
  const lang = query.get('lang')
  if (lang === 'en' || lang === 'zh') state.lang = lang
  const units = query.get('units')
  if (units === 'metric' || units === 'aviation') state.units = units
  const lines = query.get('lines')?.split(',')
  if (lines) state.mapLines = MAP_LINES.filter((each) => lines.includes(each))
  const scheme = query.get('category')
  if (scheme === 'icao' || scheme === 'us') state.categoryScheme = scheme
  const zone = query.get('tz')
  if (zone && isZone(zone)) state.zone = zone

  const rings = parseRings(query.get('rings') ?? '')
  if (rings) state.rings = rings
  const hold = Number(query.get('hold'))
  if (HOLD_MINUTES.some((each) => each === hold)) state.holdMinutes = hold
  const own = query.get('own')
  if (own !== null) state.ownRules = parseOwnRules(own)
  const watched = query.get('watch')
  if (watched !== null) state.watched = readCodes(watched)
  const sort = query.get('board')
  if (sort !== null) {
    state.board = { open: true, sort: sort || BOARD_SORT_DEFAULT, filter: query.get('filter') ?? '' }
  }
  const worst = query.get('worst')
  if (worst === '0' || worst === '1') state.worstShown = worst === '1'
  if (query.get('sound') === '1') state.sound = true
  const wall = readWall(query, state.view ?? null)
  if (wall) {
    state.wall = wall
    delete state.shownAtMs // a wall shows now, whatever moment the link was made at
  }
  return state
}

/** The query and hash that reproduce the screen; what is at its default is left out. */
export function writeUrl(state: PageState, overlays: readonly UrlOverlay[]): string {
  const query: string[] = []
  const put = (name: string, value: string) =>
    query.push(`${name}=${encodeURIComponent(value).replace(/%2C|%2F|%3A/g, decodeURIComponent)}`)

  if (state.projection !== 'mercator') put('projection', state.projection)
  const on = switchable(overlays).filter((id) => state.overlaysOn.includes(id))
  const usual = switchable(overlays.filter(({ defaultOn }) => defaultOn))
  if (on.join() !== usual.join()) put('layers', on.join())

  const owner = overlays.find(({ selection }) => selection?.kind === state.selection?.kind)
  if (state.selection && owner?.selection) put(owner.selection.urlParam, state.selection.id)

  if (state.windowMinutes !== WINDOW_MINUTES_DEFAULT) put('window', String(state.windowMinutes))
  const strikes = strikeDisplayText(state.strikeDisplay)
  if (strikes) put('strikes', strikes)
  if (state.shownAtMs !== null) put('t', instantText(state.shownAtMs))
  if (state.theme !== 'dark') put('theme', state.theme)
  if (state.lang !== 'en') put('lang', state.lang)
  if (state.units !== 'metric') put('units', state.units)
  if (state.mapLines.length < MAP_LINES.length) put('lines', state.mapLines.join())
  if (state.zone !== 'Asia/Shanghai') put('tz', state.zone)

  if (state.rings.join() !== RINGS_DEFAULT_KM.join()) put('rings', ringsText(state.rings))
  if (state.holdMinutes !== HOLD_MINUTES_DEFAULT) put('hold', String(state.holdMinutes))
  if (Object.keys(state.ownRules).length > 0) put('own', ownRulesText(state.ownRules))
  if (state.watched.length > 0) put('watch', state.watched.join())
  if (state.board.open) {
    put('board', state.board.sort)
    if (state.board.filter) put('filter', state.board.filter)
  }

  if (!state.worstShown) put('worst', '0')
  if (state.sound) put('sound', '1')

  if (state.wall) for (const [name, value] of wallQuery(state.wall)) put(name, value)

  // Where a tour has come to is no business of a wall's address: started again, it begins at its home.
  const view = state.wall ? state.wall.home : state.view
  return `${query.length > 0 ? `?${query.join('&')}` : ''}${view ? `#${viewText(view)}` : ''}`
}

/** `zoom/lat/lon`, with enough digits to put the view back within a pixel. */
export function viewText({ zoom, lat, lon }: View): string {
  const digits = Math.max(2, Math.ceil(zoom / 3) + 1)
  return `${zoom.toFixed(2)}/${lat.toFixed(digits)}/${lon.toFixed(digits)}`
}

/** An overlay without a row has no switch either: it is always on, and no business of the URL. */
function switchable(overlays: readonly UrlOverlay[]): string[] {
  return overlays.filter(({ Row }) => Row).map(({ id }) => id)
}

/** `2026-07-01T08:05:09Z`. */
function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

const WATCHED_MAX = 100

function readCodes(text: string): string[] {
  const codes = text.toUpperCase().split(',')
  return [...new Set(codes.filter((code) => /^[A-Z0-9]{3,4}$/.test(code)))].slice(0, WATCHED_MAX)
}

/** Reads `zoom/lat/lon`, with a `#` before it or without. */
export function readView(text: string): View | null {
  const parts = text.replace(/^#/, '').split('/')
  if (parts.length !== 3 || parts.some((part) => part.trim() === '')) return null
  const [zoom, lat, lon] = parts.map(Number) as [number, number, number]
  const fits = zoom >= 0 && zoom <= 22 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return fits ? { zoom, lat, lon } : null
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

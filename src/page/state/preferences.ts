import { ownRulesText, ringsText } from '../../core/airports/rings.ts'
import { strikeDisplayText } from '../../core/strikes/strike-display-options.ts'
import { PREFERENCES_KEY } from './preferences-key.ts'
import { readUrl, type UrlOverlay, type UrlState } from './url-state.ts'

/** Apart from the rest: a link that names other airports must not take away one's own. */
const WATCHED_KEY = 'brontide.watched'

/** The stored choices as far as they can be read. They are written like a URL's query, and so read by its rules. */
export function readPreferences(storage: Pick<Storage, 'getItem'>, overlays: readonly UrlOverlay[]): UrlState {
  try {
    const kept = readUrl({ search: storage.getItem(PREFERENCES_KEY) ?? '', hash: '' }, overlays)
    const watched = readUrl({ search: storage.getItem(WATCHED_KEY) ?? '', hash: '' }, [])
    // How the board is sorted stays; whether it stands open is a matter of the link.
    return { ...kept, ...watched, ...(kept.board && { board: { ...kept.board, open: false } }) }
  } catch {
    return {} // storage can be forbidden
  }
}

/** What of the choices makes the picture: a link that says where to look says that too, if only by leaving it out. */
export function withoutPicture({ overlaysOn: _, strikeDisplay: __, projection: ___, ...kept }: UrlState): UrlState {
  return kept
}

export function writePreferences(
  storage: Pick<Storage, 'setItem'>,
  {
    theme,
    lang,
    units,
    mapLines,
    categoryScheme,
    zone,
    windowMinutes,
    rings,
    holdMinutes,
    ownRules,
    board,
    worstShown,
    overlaysOn,
    strikeDisplay,
    projection,
  }: Required<
    Pick<
      UrlState,
      | 'theme'
      | 'lang'
      | 'units'
      | 'mapLines'
      | 'categoryScheme'
      | 'zone'
      | 'windowMinutes'
      | 'rings'
      | 'holdMinutes'
      | 'ownRules'
      | 'board'
      | 'worstShown'
      | 'strikeDisplay'
      | 'projection'
    >
  > & { overlaysOn: readonly string[] },
): void {
  const query = new URLSearchParams({
    theme,
    lang,
    units,
    lines: mapLines.join(),
    category: categoryScheme,
    tz: zone,
    window: String(windowMinutes),
    rings: ringsText(rings),
    hold: String(holdMinutes),
    own: ownRulesText(ownRules),
    worst: worstShown ? '1' : '0',
    layers: overlaysOn.join(),
    strikes: strikeDisplayText(strikeDisplay),
    projection,
    board: board.sort, // not the filter: left behind, it would hide airports from who forgot it
  })
  try {
    storage.setItem(PREFERENCES_KEY, `?${query}`)
  } catch {
    // Full or forbidden: the choice then lives as long as the page.
  }
}

/** Keeps the watched airports, whenever somebody changes them. */
export function writeWatched(storage: Pick<Storage, 'setItem'>, watched: readonly string[]): void {
  try {
    storage.setItem(WATCHED_KEY, `?watch=${watched.join()}`)
  } catch {
    // As above.
  }
}

import type { UrlState } from './url-state.ts'
import { readUrl } from './url-state.ts'

/** Choices of the person, not of the link: kept in the browser, and overruled by what a link says. */
const KEY = 'brontide.preferences'

/** The stored choices as far as they can be read. They are written like a URL's query, and so read by its rules. */
export function readPreferences(storage: Pick<Storage, 'getItem'>): UrlState {
  try {
    return readUrl({ search: storage.getItem(KEY) ?? '', hash: '' }, [])
  } catch {
    return {} // storage can be forbidden
  }
}

export function writePreferences(
  storage: Pick<Storage, 'setItem'>,
  {
    theme,
    lang,
    units,
    zone,
    windowMinutes,
  }: Required<Pick<UrlState, 'theme' | 'lang' | 'units' | 'zone' | 'windowMinutes'>>,
): void {
  const query = new URLSearchParams({ theme, lang, units, tz: zone, window: String(windowMinutes) })
  try {
    storage.setItem(KEY, `?${query}`)
  } catch {
    // Full or forbidden: the choice then lives as long as the page.
  }
}

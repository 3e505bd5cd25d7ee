import type { i18n } from 'i18next'
import type { MapOverlay } from '../live/overlay.ts'
import { type Camera, FOCUS_FROM_URL } from '../map/camera/camera.ts'
import { homeView } from '../map/camera/home-view.ts'
import type { Commands } from '../state/commands.ts'
import { usePage } from '../state/page-store.ts'
import { readPreferences, withoutPicture, writePreferences, writeWatched } from '../state/preferences.ts'
import { readUrl, type UrlState, writeUrl } from '../state/url-state.ts'
import type { Theme } from '../state/view.ts'
import { wallIn } from '../state/wall-settings.ts'

/** While only time moves on, the address follows it so often: browsers refuse to have it changed many times a second. */
const TIME_EVERY_MS = 500

/** What the address says; of its wall, what the theme that it will wear allows. */
function readAddress(overlays: readonly MapOverlay[], keptTheme = usePage.getState().theme): UrlState {
  const said = readUrl(location, overlays)
  return said.wall ? { ...said, wall: wallIn(said.theme ?? keptTheme, said.wall) } : said
}

/** Sets the store to what the URL says, then the stored preferences, then the defaults. */
export function loadStore(overlays: readonly MapOverlay[], commands: Commands): void {
  const kept = readPreferences(localStorage, overlays)
  const said = readAddress(overlays, kept.theme)
  const fromBrowser: UrlState = navigator.language.startsWith('zh') ? { lang: 'zh' } : {}
  usePage.setState({
    overlaysOn: overlays.filter(({ defaultOn }) => defaultOn).map(({ id }) => id),
    ...fromBrowser,
    ...(said.view || said.wall ? withoutPicture(kept) : kept),
    ...said,
    askedMoment: said.wall ? null : new URLSearchParams(location.search).get('t'),
  })
  if (said.selection) commands.ask(FOCUS_FROM_URL, { selection: said.selection, isViewSaid: said.view !== undefined })
  if (!location.hash) usePage.setState({ view: homeView() })
}

let worn: Theme | null = null

/** Gives the document the theme and the language that the store says. */
export function wearStore(words: i18n): void {
  const { theme, lang } = usePage.getState()
  // Whatever else of the store changes, paper keeps its theme.
  if (theme !== worn) document.documentElement.dataset.theme = theme
  worn = theme
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
  if (words.language !== lang) void words.changeLanguage(lang)
}

/** Keeps the address bar, the stored preferences and the document's language and theme at what the store says. */
export function followStore(overlays: readonly MapOverlay[], words: i18n, camera: Camera): () => void {
  const apply = () => {
    wearStore(words)
    writePreferences(localStorage, usePage.getState())
  }
  apply()
  history.replaceState(null, '', writeUrl(usePage.getState(), overlays))

  let due: ReturnType<typeof setTimeout> | undefined
  const replace = () => {
    clearTimeout(due)
    due = undefined
    history.replaceState(null, '', writeUrl(usePage.getState(), overlays))
  }
  const stop = usePage.subscribe((state, before) => {
    if (state.shownAtMs !== null && before.shownAtMs !== null && state.shownAtMs !== before.shownAtMs) {
      due ??= setTimeout(replace, TIME_EVERY_MS)
      return
    }
    apply()
    if (state.watched !== before.watched) writeWatched(localStorage, state.watched)
    // A selection is a step that "back" undoes; the camera and the rest are not.
    if (state.selection !== before.selection) history.pushState(null, '', writeUrl(state, overlays))
    else replace()
  })
  const back = () => {
    // What was chosen to look at is undone, not the time at which it is looked at.
    const { view, shownAtMs: _, ...said } = readAddress(overlays)
    const { selection, overlaysOn, watched, board } = usePage.getState()
    const target = {
      wall: null,
      overlaysOn,
      board: { ...board, open: false },
      ...said,
      watched,
      selection: said.selection ?? null,
    }
    const same = target.selection?.id === selection?.id && target.selection?.kind === selection?.kind
    usePage.setState(same ? { ...target, selection } : target)
    if (view) camera.flyTo({ ...view, isBack: true })
  }
  addEventListener('popstate', back)
  return () => {
    clearTimeout(due)
    stop()
    removeEventListener('popstate', back)
  }
}

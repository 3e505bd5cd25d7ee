import type { i18n } from 'i18next'
import type { MapOverlay } from '../shell/overlay.ts'
import { readPreferences, writePreferences, writeWatched } from '../shell/preferences.ts'
import { useShell } from '../shell/shell-store.ts'
import { readUrl, type UrlState, writeUrl } from '../shell/url-state.ts'

/** Sets the store to what the URL says, then the stored preferences, then the defaults. */
export function loadStore(overlays: readonly MapOverlay[]): void {
  const fromBrowser: UrlState = navigator.language.startsWith('zh') ? { lang: 'zh' } : {}
  useShell.setState({
    overlaysOn: overlays.filter(({ defaultOn }) => defaultOn).map(({ id }) => id),
    ...fromBrowser,
    ...readPreferences(localStorage),
    ...readUrl(location, overlays),
  })
}

/** Keeps the address bar, the stored preferences and the document's language and theme at what the store says. */
export function followStore(overlays: readonly MapOverlay[], words: i18n): () => void {
  const apply = () => {
    const state = useShell.getState()
    document.documentElement.dataset.theme = state.theme
    document.documentElement.lang = state.lang === 'zh' ? 'zh-CN' : 'en'
    if (words.language !== state.lang) void words.changeLanguage(state.lang)
    writePreferences(localStorage, state)
  }
  apply()
  history.replaceState(null, '', writeUrl(useShell.getState(), overlays))

  const stop = useShell.subscribe((state, before) => {
    apply()
    if (state.watched !== before.watched) writeWatched(localStorage, state.watched)
    const url = writeUrl(state, overlays)
    // A selection is a step that "back" undoes; the camera and the rest are not.
    if (state.selection !== before.selection) history.pushState(null, '', url)
    else history.replaceState(null, '', url)
  })
  const back = () => {
    const { view, ...said } = readUrl(location, overlays)
    const { selection, overlaysOn, watched, board, flyTo } = useShell.getState()
    const target = { overlaysOn, board: { ...board, open: false }, ...said, watched, selection: said.selection ?? null }
    const same = target.selection?.id === selection?.id && target.selection?.kind === selection?.kind
    useShell.setState(same ? { ...target, selection } : target)
    if (view) flyTo(view)
  }
  addEventListener('popstate', back)
  return () => {
    stop()
    removeEventListener('popstate', back)
  }
}

import type { i18n } from 'i18next'
import type { Clock } from '../../core/time/clock.ts'
import { LANGS, LANGUAGES } from '../../locales/languages.ts'
import { type Camera, FOCUS_FROM_URL } from '../map/camera/camera.ts'
import type { ChoiceCodecs } from '../state/choice-codecs.ts'
import type { Choices } from '../state/choices.ts'
import { fieldsOf } from '../state/codec.ts'
import type { Commands } from '../state/commands.ts'
import { usePage } from '../state/page-store.ts'
import { readPreferences, withoutPicture, writePreferences } from '../state/preferences.ts'
import { readUrl, writeUrl } from '../state/url-state.ts'
import type { Theme, View } from '../state/view.ts'

/** Update interval of the URL while only time advances: browsers limit the rate of changes. */
const TIME_EVERY_MS = 500

/** The browser functions that fill and store the page state. */
export interface StoreBrowser {
  location: Pick<Location, 'pathname' | 'search' | 'hash'>
  history: Pick<History, 'pushState' | 'replaceState'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** The person's own language, as a tag. */
  language: string
  clock: Pick<Clock, 'after'>
  homeView(): View
  /** Calls back when the user navigates back or forward within the page. Returns a function that stops this. */
  onBack(back: () => void): () => void
}

/** Sets the store from the URL, else the stored preferences, else the defaults. */
export function loadStore(codecs: ChoiceCodecs, browser: StoreBrowser, commands: Commands): void {
  const { location, storage, language } = browser
  const kept = readPreferences(storage, codecs)
  const said = readUrl(location, codecs)
  const own = LANGS.find((lang) => language.split('-')[0] === lang)
  const fromBrowser: Partial<Choices> = own ? { lang: own } : {}
  usePage.setState({
    overlaysOn: codecs.overlaysOn.default,
    ...fromBrowser,
    ...(said.view || said.wall ? withoutPicture(kept, codecs) : kept),
    ...said,
    askedQuery: location.search,
  })
  if (!said.view) usePage.setState({ view: browser.homeView() })
  if (said.selection) commands.ask(FOCUS_FROM_URL, { selection: said.selection, isViewSaid: said.view !== undefined })
}

let worn: Theme | null = null

/** Applies the store's theme and language to the document. */
export function applyAppearance(words: i18n): void {
  const { theme, lang } = usePage.getState()
  // A print keeps its theme when other state changes.
  if (theme !== worn) document.documentElement.dataset.theme = theme
  worn = theme
  const { tag } = LANGUAGES[lang]
  if (document.documentElement.lang !== tag) document.documentElement.lang = tag
  if (words.language !== lang) void words.changeLanguage(lang)
}

/** Keeps URL and stored preferences in sync with the store, and applies back navigation. */
export function followStore(codecs: ChoiceCodecs, browser: StoreBrowser, camera: Camera): () => void {
  const { location, history, storage, clock } = browser
  let cancel: (() => void) | null = null
  let written: string | null = null
  let isGoingBack = false
  const write = (how: 'pushState' | 'replaceState') => {
    cancel?.()
    cancel = null
    // With its path: a hash alone would keep the query that is there.
    const address = location.pathname + writeUrl(usePage.getState(), codecs)
    if (how === 'pushState' || address !== written) history[how](null, '', address)
    written = address
  }
  const replace = () => write('replaceState')
  writePreferences(storage, codecs, usePage.getState())
  replace()

  const stop = usePage.subscribe((state, before) => {
    if (state.shownAtMs !== null && before.shownAtMs !== null && state.shownAtMs !== before.shownAtMs) {
      cancel ??= clock.after(TIME_EVERY_MS, replace)
      return
    }
    writePreferences(storage, codecs, state, before)
    // Only a selection creates a history entry; camera and other changes replace the current one.
    write(state.selection !== before.selection && !isGoingBack ? 'pushState' : 'replaceState')
  })
  const stopBack = browser.onBack(() => {
    const { view, ...said } = readUrl(location, codecs)
    written = null // the address is another one than was written last
    isGoingBack = true
    usePage.setState(goneBack(codecs, usePage.getState(), said))
    isGoingBack = false
    if (view) camera.flyTo({ ...view, isBack: true })
  })
  return () => {
    cancel?.()
    stop()
    stopBack()
  }
}

/** The changes when the browser goes back to an address with these values. */
function goneBack(codecs: ChoiceCodecs, now: Choices, said: Partial<Choices>): Partial<Choices> {
  const target: Partial<Choices> = { ...said }
  for (const field of fieldsOf(codecs)) undo(field)
  // A panel that is open for it already stays as it is.
  const { selection } = target
  if (selection && selection.kind === now.selection?.kind && selection.id === now.selection.id) delete target.selection
  return target

  function undo<Field extends keyof Choices>(field: Field): void {
    const { onBack } = codecs[field]
    if (onBack === 'stays') delete target[field]
    else if (onBack && said[field] === undefined) target[field] = onBack(now[field])
  }
}

import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { positionText } from '../../core/util/format.ts'
import { addWords } from '../i18n/add-words.ts'
import { comfortStrings } from '../i18n/comfort-strings.ts'
import { deskStrings } from '../i18n/desk-strings.ts'
import { useFormat } from '../i18n/format.ts'
import { keyboardStrings } from '../i18n/keyboard-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import { firstStopIn, isFocusLost, keepFocus, returnTo } from '../input/focus-keeper.ts'
import { goToRegion } from '../input/focus-regions.ts'
import { useShortcuts } from '../input/use-shortcuts.ts'
import { DeskSlot } from '../live/desk-slot.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { useCamera } from '../map/camera/camera.ts'
import { homeView } from '../map/camera/home-view.ts'
import { useStages } from '../map/opening/use-stages.ts'
import { NARROW } from '../state/narrow.ts'
import { usePage } from '../state/page-store.ts'
import { saveView } from '../state/saved-views.ts'
import { WALL_DEFAULT } from '../state/wall-settings.ts'
import { copyLink } from './copy-link.ts'
import styles from './desk.module.css'
import { DeskTools } from './desk-tools.tsx'
import { followPrinting } from './follow-printing.ts'
import { Hint } from './hint.tsx'
import { LayersPanel } from './panels/layers-panel.tsx'
import { SelectionPanel } from './panels/selection-panel.tsx'
import { SheetHandle, type SheetHeight } from './panels/sheet-handle.tsx'
import { PaletteComing } from './search/palette-coming.tsx'
import { FreshVersion } from './status/fresh-version.tsx'
import { Outage } from './status/outage.tsx'
import { TopBar } from './top-bar.tsx'

addWords('page', deskStrings)

const Palette = lazy(() => import('./search/palette.tsx'))
const SAID_MS = 2_500

/** What is built one after the other as the desk opens; first, with the frame, what makes room for itself in it. */
const LAYERS_BUILT = 1
const ALL_BUILT = 2

/** The default screen around the map: bar on top, layers at the left, the selection at the right. */
export default function Desk({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const comfort = useWords('comfort', comfortStrings)
  const { clock } = useServerConnection()
  const { utcTime } = useFormat()
  const searchField = useRef<HTMLInputElement>(null)
  const [layersOpen, setLayersOpen] = useState(() => !matchMedia(NARROW).matches)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const typedEarly = useRef('')
  const closePalette = () => {
    typedEarly.current = ''
    setPaletteOpen(false)
  }
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const [said, setSaid] = useState<string | null>(null)
  const keyboard = useWords('keyboard', keyboardStrings)
  const left = useRef<HTMLDivElement>(null)
  const right = useRef<HTMLElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const selection = usePage((state) => state.selection)
  const selected = selection !== null
  const camera = useCamera()
  const built = useStages(ALL_BUILT)

  const share = () => void copyLink().then((copied) => setSaid(copied ? linkSaid() : t('copyFailed')))
  const shareMoment = () => {
    const atMs = usePage.getState().shownAtMs ?? clock.now()
    void copyLink(atMs).then((copied) =>
      setSaid(copied ? comfort('momentCopied', { time: utcTime(atMs, true) }) : t('copyFailed')),
    )
  }
  // A colleague has to know what the link will show: what was seen, or what is then.
  const linkSaid = () => {
    const { shownAtMs } = usePage.getState()
    return shownAtMs === null ? comfort('liveCopied') : comfort('momentCopied', { time: utcTime(shownAtMs, true) })
  }

  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])

  const keepView = () => {
    const { view } = usePage.getState()
    const name = positionText(view.lat, view.lon, 1)
    saveView(localStorage, { name, view })
    setSaid(comfort('saved', { name }))
  }
  const toWall = () => {
    const { view, setWall } = usePage.getState()
    setWall({ ...WALL_DEFAULT, home: view })
  }

  useEffect(() => followPrinting(() => usePage.getState().theme), [])
  useEffect(keepFocus, [])
  useChange(layersOpen, () => {
    // The button that shows the layers gives way to them, and they to it.
    const now = layersOpen ? left.current : tools.current
    if (now && isFocusLost()) firstStopIn(now)?.focus()
  })
  // Who found it by the search has no more to do there; who chose it in a list or on the map goes on there.
  useChange(selection, () => {
    const { activeElement, body } = document
    if (!selected) {
      if (isFocusLost()) returnTo(opener.current)
    } else if (!right.current?.contains(activeElement)) {
      opener.current = activeElement
      if (activeElement === body) right.current?.focus({ preventScroll: true })
    }
  })
  usePaletteKey(() => (paletteOpen ? closePalette() : setPaletteOpen(true)))
  useShortcuts({
    '/': () => searchField.current?.focus(),
    l: () => setLayersOpen((open) => !open),
    t: () => usePage.getState().setTheme(usePage.getState().theme === 'dark' ? 'light' : 'dark'),
    h: () => camera.flyTo(homeView()),
    c: share,
    'shift+c': shareMoment,
    s: keepView,
    k: toWall,
    p: () => usePage.getState().selection && print(),
    '?': () => setSettingsOpen((open) => !open),
    f6: (event) => goToRegion(event.shiftKey ? -1 : 1),
    escape: () => {
      if (usePage.getState().selection) return usePage.getState().select(null)
      if (!layersOpen || !matchMedia(NARROW).matches) return false
      setLayersOpen(false)
    },
  })

  return (
    <div className={styles.desk}>
      <TopBar
        overlays={overlays}
        searchField={searchField}
        settingsOpen={settingsOpen}
        onSettingsOpen={setSettingsOpen}
      />
      <div className={styles.strips} data-part>
        <DeskSlot place="Strip" />
      </div>
      <div className={styles.middle}>
        <Outage />
        <FreshVersion />
        <Hint />
      </div>
      <div ref={left} className={styles.left} data-part data-hidden={!layersOpen || undefined} data-sheet={sheet}>
        {layersOpen && built >= LAYERS_BUILT ? (
          <>
            <SheetHandle height={sheet} onHeight={setSheet} />
            <LayersPanel overlays={overlays} onClose={() => setLayersOpen(false)} />
          </>
        ) : null}
      </div>
      <aside
        ref={right}
        className={styles.right}
        data-part
        tabIndex={selected ? -1 : undefined}
        aria-label={keyboard('selection')}
        data-selected={selected || undefined}
        data-sheet={sheet}
      >
        <output className="visually-hidden">{selected ? keyboard('opened') : null}</output>
        {selected ? <SheetHandle height={sheet} onHeight={setSheet} /> : null}
        {built >= ALL_BUILT ? <SelectionPanel overlays={overlays} /> : null}
      </aside>
      <div ref={tools} className={styles.tools} data-part data-selected={selected || undefined}>
        {built >= ALL_BUILT ? (
          <DeskTools
            layersOpen={layersOpen}
            said={said}
            onLayersOpen={() => setLayersOpen(true)}
            onShare={share}
            onPaletteOpen={() => setPaletteOpen(true)}
          />
        ) : null}
      </div>
      {built >= ALL_BUILT ? <DeskSlot place="Cover" /> : null}
      <Suspense fallback={<PaletteComing typed={typedEarly} onClose={closePalette} />}>
        {paletteOpen ? (
          <Palette
            overlays={overlays}
            typed={typedEarly}
            actions={{
              home: () => camera.flyTo(homeView()),
              flyTo: camera.flyTo,
              share,
              shareMoment,
              saveView: keepView,
              print: () => print(),
              settings: () => setSettingsOpen(true),
            }}
            onClose={closePalette}
          />
        ) : null}
      </Suspense>
      <div className={styles.foot} data-part>
        <DeskSlot place="Foot" />
      </div>
    </div>
  )
}

/** After each change of `value`, not at first, before it is painted. */
function useChange(value: unknown, changed: () => void) {
  const last = useRef(value)
  useLayoutEffect(() => {
    if (Object.is(last.current, value)) return
    last.current = value
    changed()
  })
}

/** Ctrl or ⌘ with K, wherever the focus is. */
function usePaletteKey(toggle: () => void) {
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', keydown)
    return () => removeEventListener('keydown', keydown)
  }, [])
}

import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { goToRegion } from '../input/focus-regions.ts'
import { leaveToInputMethod } from '../input/leave-to-input-method.ts'
import { useShortcuts } from '../input/use-shortcuts.ts'
import { DeskSlot } from '../live/desk-slot.tsx'
import { ErrorBoundary } from '../live/error-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { useCamera } from '../map/camera/camera.ts'
import { homeView } from '../map/camera/home-view.ts'
import { ONE_PANEL } from '../state/narrow.ts'
import { usePage } from '../state/page-store.ts'
import { Notice } from '../ui/notice.tsx'
import { partOnDemand } from '../ui/part/lazy-part.ts'
import styles from './desk.module.css'
import { DeskTools } from './desk-tools.tsx'
import { followPrinting } from './follow-printing.ts'
import { Hint } from './hint.tsx'
import { LayersPanel } from './panels/layers-panel.tsx'
import { LegendBar } from './panels/legend-bar.tsx'
import { SelectionPanel } from './panels/selection-panel.tsx'
import { SheetHandle, type SheetHeight } from './panels/sheet-handle.tsx'
import { PaperHead } from './paper-head.tsx'
import { PaletteComing } from './search/palette-coming.tsx'
import { FreshVersion } from './status/fresh-version.tsx'
import { Outage } from './status/outage.tsx'
import { TopBar } from './top-bar.tsx'
import { UndoWatch } from './undo-watch.tsx'
import { useDeskFocus } from './use-desk-focus.ts'
import { useViewActions, type ViewActions } from './use-view-actions.ts'

addWords(import.meta.glob('../../locales/*/{desk,keyboard,formats}.json', { eager: true, import: 'default' }))

const Palette = partOnDemand(() => import('./search/palette.tsx'))
/** The default screen around the map: bar on top, layers at the left, the selection at the right. */
export default function Desk({ overlays }: { overlays: readonly MapOverlay[] }) {
  const searchField = useRef<HTMLInputElement>(null)
  const [layersOpen, setLayersOpen] = useState(() => !matchMedia(ONE_PANEL).matches)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const palette = usePalette()
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const { t: keyboard } = useTranslation('keyboard')
  const left = useRef<HTMLDivElement>(null)
  const right = useRef<HTMLElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const selected = usePage((state) => state.selection !== null)
  const camera = useCamera()
  const view = useViewActions()

  useEffect(() => followPrinting(() => usePage.getState().theme), [])
  useEffect(leaveToInputMethod, [])
  useDeskFocus({ left, right, tools }, layersOpen)
  useShortcuts({
    '/': () => searchField.current?.focus(),
    l: () => setLayersOpen((open) => !open),
    t: () => usePage.getState().setTheme(usePage.getState().theme === 'dark' ? 'light' : 'dark'),
    h: () => camera.flyTo(homeView()),
    c: view.share,
    'shift+c': view.shareMoment,
    s: view.keepView,
    k: view.toWall,
    p: () => usePage.getState().selection && print(),
    '?': () => setSettingsOpen((open) => !open),
    f6: (event) => goToRegion(event.shiftKey ? -1 : 1),
    escape: () => {
      if (usePage.getState().selection) return usePage.getState().select(null)
      if (!layersOpen || !matchMedia(ONE_PANEL).matches) return false
      setLayersOpen(false)
    },
  })

  return (
    <div className={styles.desk}>
      <SituationHead />
      <TopBar
        overlays={overlays}
        searchField={searchField}
        settingsOpen={settingsOpen}
        onSettingsOpen={setSettingsOpen}
      />
      <div className={styles.strips} data-part>
        <DeskSlot place="Strip" />
      </div>
      <div className={styles.head} data-selected={selected || undefined} data-part>
        <DeskSlot place="Head" />
      </div>
      <div className={styles.legend} data-selected={selected || undefined}>
        <LegendBar overlays={overlays} />
      </div>
      <div className={styles.middle}>
        <Outage />
        <FreshVersion />
        <UndoWatch />
        <Hint />
      </div>
      <div ref={left} className={styles.left} data-part data-hidden={!layersOpen || undefined} data-sheet={sheet}>
        {layersOpen ? (
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
        <SelectionPanel overlays={overlays} />
      </aside>
      <div ref={tools} className={styles.tools} data-part data-selected={selected || undefined}>
        <DeskTools
          layersOpen={layersOpen}
          said={view.said}
          onLayersOpen={() => setLayersOpen(true)}
          onShare={view.share}
          onPaletteOpen={palette.open}
        />
      </div>
      <DeskSlot place="Cover" />
      {palette.isOpen ? (
        <DeskPalette
          overlays={overlays}
          typed={palette.typed}
          view={view}
          onSettings={() => setSettingsOpen(true)}
          onClose={palette.close}
        />
      ) : null}
      <div className={styles.foot} data-part>
        <DeskSlot place="Foot" />
      </div>
    </div>
  )
}

/** On paper alone, above the situation, where no panel is printed in its place. */
function SituationHead() {
  const hasPanel = usePage((state) => state.selection !== null)
  return <div className={styles.situation}>{hasPanel ? null : <PaperHead />}</div>
}

function usePalette() {
  const [isOpen, setOpen] = useState(false)
  /** Text typed before the code has loaded. */
  const typed = useRef('')
  const open = () => setOpen(true)
  const close = () => {
    typed.current = ''
    setOpen(false)
  }
  usePaletteKey(isOpen ? close : open)
  return { isOpen, typed, open, close }
}

interface DeskPaletteProps {
  overlays: readonly MapOverlay[]
  typed: RefObject<string>
  view: ViewActions
  onSettings(): void
  onClose(): void
}

function DeskPalette({ overlays, typed, view, onSettings, onClose }: DeskPaletteProps) {
  const camera = useCamera()
  const { t } = useTranslation('page')
  const reload = { label: t('retry'), onClick: () => location.reload() }
  const actions = {
    home: () => camera.flyTo(homeView()),
    flyTo: camera.flyTo,
    share: view.share,
    shareMoment: view.shareMoment,
    saveView: view.keepView,
    print: () => print(),
    settings: onSettings,
  }
  return (
    <ErrorBoundary
      fallback={(_, reason) => (
        <div className={styles.middle}>
          <Notice tone="bad" title={t('panelFailed')} detail={reason} action={reload} />
        </div>
      )}
    >
      <Suspense fallback={<PaletteComing typed={typed} onClose={onClose} />}>
        <Palette overlays={overlays} typed={typed} actions={actions} onClose={onClose} />
      </Suspense>
    </ErrorBoundary>
  )
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

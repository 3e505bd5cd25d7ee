import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkState } from '../desk/status/link-state.tsx'
import { TimeDisplays } from '../desk/status/time-displays.tsx'
import { useOutage } from '../desk/status/use-outage.ts'
import { addWords } from '../i18n/add-words.ts'
import { dataMark } from '../i18n/data-mark.ts'
import { useFormat } from '../i18n/format.ts'
import { DeskSlot } from '../live/desk-slot.tsx'
import { useFailedLayers } from '../live/layer-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { PartBoundary } from '../live/part-boundary.tsx'
import { useServerConnection } from '../live/server-connection.ts'
import { useNow } from '../live/time/use-now.ts'
import { Credits } from '../map/basemap/credits.tsx'
import { homeAspect } from '../map/camera/home-view.ts'
import { useWallScale } from '../map/map-size.ts'
import { keptStorage } from '../state/browser-storage.ts'
import { usePage } from '../state/page-store.ts'
import { useMeasuredInset } from '../state/wall-scale.ts'
import { freeInset, isAnotherInset } from './camera/free-inset.ts'
import { invalidWallValues } from './invalid-wall-values.ts'
import { useDirector } from './use-director.ts'
import { useEscape } from './use-escape.ts'
import { lastHealText, useHeals } from './use-heals.ts'
import { useRenewal } from './use-renewal.ts'
import { useSilence } from './use-silence.ts'
import { useSqueeze } from './use-squeeze.ts'
import styles from './wall.module.css'
import { pixelShift } from './wall-target.ts'
import { Watched } from './watched.tsx'

/** Maximum displacement against burn-in, CSS pixels; the map extends beyond the screen by as much. */
const SHIFT_PX = 4

addWords(import.meta.glob('../../locales/*/{wall,formats,outage}.json', { eager: true, import: 'default' }))

/** A wall that is narrower than this, in its type, has no room for columns in the strip. */
const TIGHT_EM = 40

/** The unattended screen: counts, clocks and legends in large type over the map, without controls. */
export default function Wall({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const { t: own } = useTranslation('wall')
  const { config } = useServerConnection()
  const mark = dataMark(config, t)
  const on = usePage((state) => state.overlaysOn)
  const scale = useWallScale()
  const { utcDateTime } = useFormat()
  const lang = usePage((state) => state.lang)
  const { place, lost } = useDirector(overlays, own)
  const hinted = useEscape()
  useWakeLock()
  useRenewal()
  useHeals()
  const wall = useRef<HTMLElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const { squeeze, fit: squeezeCards } = useSqueeze(
    column,
    `${scale?.px} ${innerWidth} ${innerHeight} ${lang} ${on.join()}`,
  )
  const tight = scale !== null && innerWidth < TIGHT_EM * scale.px

  useEffect(() => () => useMeasuredInset.setState({ inset: null }), [])
  if (!scale) return null
  const headlines = overlays.filter(({ id, Headline }) => Headline && on.includes(id))
  return (
    <main
      ref={wall}
      className={styles.wall}
      data-tight={tight || undefined}
      style={{ fontSize: `${scale.px}px` }}
      aria-label={own('name')}
    >
      <header className={styles.bar} data-card>
        {mark ? <strong className={styles.simulated}>{mark}</strong> : null}
        <div className={styles.state}>
          <LinkState />
        </div>
        <section className={styles.clocks} aria-label={own('clocks')}>
          <TimeDisplays isLocalFirst />
        </section>
      </header>
      <div ref={column} className={styles.headlines} data-cards data-squeeze={squeeze}>
        <Watched />
        <DeskSlot place="WallHead" />
        <Headlines of={headlines.filter(({ isCountedByTimeline }) => !isCountedByTimeline)} />
      </div>
      <div className={styles.middle}>
        <WallOutage />
        <WallNotes lostStops={lost} />
      </div>
      <div className={styles.strip} data-card>
        <p className={styles.place}>{place}</p>
        <DeskSlot place="WallNote" />
        <Headlines of={headlines.filter(({ isCountedByTimeline }) => isCountedByTimeline)} />
        {headlines.some(({ isCountedByTimeline }) => isCountedByTimeline) ? <DeskSlot place="WallFoot" /> : null}
      </div>
      <footer className={styles.foot}>
        {hinted ? (
          <p>
            <strong>{own('leave')}</strong> {lastHealText(keptStorage(), own, lang, utcDateTime)}
          </p>
        ) : (
          <p>
            {t('notice')} <Credits />
          </p>
        )}
      </footer>
      <WallSeconds
        onSecond={(nowMs) => {
          squeezeCards(nowMs)
          measureCards(wall.current, scale.px)
        }}
      />
    </main>
  )
}

function Headlines({ of }: { of: readonly MapOverlay[] }) {
  return of.map(({ id, Headline }) => <PartBoundary key={id}>{Headline ? <Headline /> : null}</PartBoundary>)
}

/** Tells the map which part of the window no card covers, as they are laid out. */
function measureCards(wall: HTMLElement | null, typePx: number): void {
  const cards = [...(wall?.querySelectorAll('[data-card], [data-cards] > *') ?? [])]
    .map((card) => card.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  if (cards.length === 0) return
  const inset = freeInset(cards, { width: innerWidth, height: innerHeight }, homeAspect())
  if (isAnotherInset(useMeasuredInset.getState().inset, inset, typePx)) useMeasuredInset.setState({ inset })
}

/** A banner legible across a room: since when no data arrive, and why. */
function WallOutage() {
  const { t: words } = useTranslation('outage')
  const { t: own } = useTranslation('wall')
  const { zoneTime, age } = useFormat()
  const outage = useOutage()
  if (!outage) return null
  return (
    <div className={styles.outage} role="alert">
      <p>
        {own('silent', { since: zoneTime(outage.sinceMs) })} <b>{age(outage.ageMs)}</b>
      </p>
      <p>{own('because', { why: words(`${outage.of}Title`) })}</p>
    </div>
  )
}

/**
 * Periodic tasks of a wall, without output: the displacement, and fitting of grown content. A separate component, so
 * that the wall does not render each second.
 */
function WallSeconds({ onSecond }: { onSecond(nowMs: number): void }) {
  const nowMs = useNow()
  const { x, y } = pixelShift(nowMs, SHIFT_PX)
  useLayoutEffect(() => shiftAll(x, y), [x, y])
  useLayoutEffect(() => onSecond(nowMs))
  return null
}

/** The map moves together with the components above it. */
function shiftAll(x: number, y: number): () => void {
  const { style } = document.documentElement
  style.setProperty('--shift-x', `${x}px`)
  style.setProperty('--shift-y', `${y}px`)
  return () => {
    style.removeProperty('--shift-x')
    style.removeProperty('--shift-y')
  }
}

/** Invalid values of the URL, shown beside the map, which continues. */
function WallNotes({ lostStops }: { lostStops: readonly string[] }) {
  const { t } = useTranslation('wall')
  const wall = usePage((state) => state.wall)
  const asked = usePage((state) => state.askedQuery)
  const theme = usePage((state) => state.theme)
  const invalid = useMemo(() => (wall ? invalidWallValues(asked, wall, theme) : []), [asked, wall, theme])
  const isSilent = useSilence()
  const failed = useFailedLayers(({ ids }) => ids)
  const { t: page } = useTranslation('page')
  if (invalid.length === 0 && lostStops.length === 0 && failed.length === 0 && !isSilent) return null
  return (
    <ul className={styles.notes} aria-label={t('notes')}>
      {invalid.map((slip) => (
        <li key={slip.name}>{t('slip', { ...slip })}</li>
      ))}
      {lostStops.length > 0 ? <li>{t('lostStops', { stops: lostStops.join(', ') })}</li> : null}
      {failed.map((id) => (
        <li key={id}>{t('layerFailed', { layer: page(`hazard.${id}`, { defaultValue: t('mapPart') }) })}</li>
      ))}
      {isSilent ? <li>{t('silentBrowser')}</li> : null}
    </ul>
  )
}

/** Keeps the screen awake if the browser supports it; requested again whenever the page becomes visible. */
function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.hidden || !navigator.wakeLock || (held && !held.released)) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (over) await lock.release()
        else held = lock
      } catch {
        // Refused, for example at low battery: requested again when the page becomes visible.
      }
    }
    const shown = () => void ask()
    shown()
    document.addEventListener('visibilitychange', shown)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', shown)
      void held?.release()
    }
  }, [])
}

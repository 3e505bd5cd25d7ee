import { Suspense, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pixelShift } from '../../core/wall-look.ts'
import { Clocks } from '../clocks.tsx'
import { useContract } from '../contract-context.ts'
import { Credits } from '../credits.tsx'
import { DeskSlot } from '../desk-slot.tsx'
import { useFormat } from '../format.ts'
import { LinkState } from '../link-state.tsx'
import { useWallScale } from '../map-size.ts'
import type { MapOverlay } from '../overlay.ts'
import { useShell } from '../shell-store.ts'
import { Survive } from '../survive.tsx'
import { useNow } from '../use-now.ts'
import { useWords } from '../use-words.ts'
import { lastHealText } from './last-heal.ts'
import { wallStrings } from './strings.ts'
import { useDirector } from './use-director.ts'
import { useEscape } from './use-escape.ts'
import { useHeals } from './use-heals.ts'
import { useRenewal } from './use-renewal.ts'
import { useSqueeze } from './use-squeeze.ts'
import { useWakeLock } from './use-wake-lock.ts'
import styles from './wall.module.css'
import { WallNotes } from './wall-notes.tsx'
import { WallOutage } from './wall-outage.tsx'
import { Watched } from './watched.tsx'

/** How far everything walks about against burn-in, CSS pixels; the map reaches as far beyond the screen. */
const SHIFT_PX = 4
/** Where less than this much of the wall's type stands beside each other, the bar leaves out what it can. */
const TIGHT_EM = 52

/** The screen that nobody touches: counts, clocks and legends in large type over the map, and no controls. */
export default function Wall({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('shell')
  const own = useWords('wall', wallStrings)
  const { config } = useContract()
  const on = useShell((state) => state.overlaysOn)
  const scale = useWallScale()
  const now = useNow()
  const { utcDateTime } = useFormat()
  const lang = useShell((state) => state.lang)
  const { place, lost } = useDirector(overlays, own)
  const hinted = useEscape()
  useWakeLock()
  useRenewal()
  useHeals()
  const column = useRef<HTMLDivElement>(null)
  const squeeze = useSqueeze(column, `${scale?.px} ${innerWidth} ${innerHeight} ${lang} ${on.join()}`)
  const tight = scale !== null && innerWidth < TIGHT_EM * scale.px
  const { x, y } = pixelShift(now, SHIFT_PX)
  useLayoutEffect(() => shiftAll(x, y), [x, y])

  if (!scale) return null
  return (
    <main
      className={styles.wall}
      data-tight={tight || undefined}
      style={{ fontSize: `${scale.px}px` }}
      aria-label={own('name')}
    >
      <header className={styles.bar}>
        <h1 className={styles.brand}>{t('product')}</h1>
        {config.simulated ? <strong className={styles.simulated}>{t('simulated')}</strong> : null}
        <div className={styles.state}>
          <LinkState />
        </div>
        <section className={styles.clocks} aria-label={own('clocks')}>
          <Clocks dated={!tight} />
        </section>
      </header>
      <div ref={column} className={styles.headlines} data-squeeze={squeeze}>
        {overlays
          .filter(({ id, Headline }) => Headline && on.includes(id))
          .map(({ id, Headline }) => (
            <Survive key={id} fallback={() => null}>
              <Suspense>{Headline ? <Headline /> : null}</Suspense>
            </Survive>
          ))}
        <Watched />
      </div>
      <div className={styles.middle}>
        <WallOutage />
        <WallNotes lostStops={lost} />
      </div>
      <div className={styles.strip}>
        <p className={styles.place}>{place}</p>
        {on.includes('lightning') ? <DeskSlot place="WallFoot" /> : null}
      </div>
      <footer className={styles.foot}>
        {hinted ? (
          <p>
            <strong>{own('leave')}</strong> {lastHealText(localStorage, own, lang, utcDateTime)}
          </p>
        ) : (
          <p>
            {t('notice')} <Credits />
          </p>
        )}
      </footer>
    </main>
  )
}

/** The map walks with what lies over it. */
function shiftAll(x: number, y: number): () => void {
  const { style } = document.documentElement
  style.setProperty('--shift-x', `${x}px`)
  style.setProperty('--shift-y', `${y}px`)
  return () => {
    style.removeProperty('--shift-x')
    style.removeProperty('--shift-y')
  }
}

import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../contract/nowcast.ts'
import { badgeOf } from '../../../core/storms/storm-badges.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Legend } from '../../ui/legend.tsx'
import { Loading } from '../../ui/notice.tsx'
import { rateCurve } from './rate-curve.ts'
import { nameStorm, ZOOM_TO_STORM } from './storm-choice.ts'
import { OUTLINES, StormGlyph } from './storm-glyph.tsx'
import { BUSIEST } from './storm-list.ts'
import { discRadiusPx, LEGEND_RATES } from './storm-style.ts'
import { ageOfStorm, badgeText, motionText, rateText, type StormT } from './storm-words.ts'
import styles from './storms.module.css'
import { useListedStorms } from './use-listed-storms.ts'
import { useStormFormat } from './use-storm-format.ts'
import { useStormNames } from './use-storm-names.ts'

addWords(import.meta.glob('../../../locales/*/storms.json', { eager: true, import: 'default' }))

const LOADING_LINES = 2
/** Storms listed before the user asks for more: the sentence over the map names the same. */
const SHOWN = 1

/** The number of storms, and the busiest with their trend; each selects the storm. */
export default function StormRow() {
  const { t } = useTranslation('storms')
  const { utcTime } = useFormat()
  const { storms, all, atMs, trends, listed, inView, isLoading, partlyMin, isUnknown } = useListedStorms()
  const nameOf = useStormNames(listed)
  const isPast = usePage((state) => state.shownAtMs !== null)
  const isStale = useIsLightningStale()
  const count = t('count', { count: inView, storms: inView, all })

  return (
    <div className={styles.row}>
      <div className={styles.found} data-full={isLoading || inView >= BUSIEST} data-stale={isStale || undefined}>
        {isLoading ? (
          <Loading label={t('looking')} lines={LOADING_LINES} />
        ) : (
          <>
            <p>{storms.length > 0 ? count : t(isUnknown ? 'unwatched' : 'none')}</p>
            {partlyMin === null ? null : <p className={styles.partly}>{t('partly', { watched: partlyMin })}</p>}
            {listed.length === 0 ? null : (
              <ol className={styles.list} aria-label={t('list')}>
                {listed.map((storm, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place of the list, whose storm changes: nothing moves
                  <li key={place} data-about={place >= SHOWN || undefined}>
                    <StormButton storm={storm} atMs={atMs} isStale={isStale} place={nameOf(storm)} />
                  </li>
                ))}
              </ol>
            )}
            {inView > 0 && !trends ? <p className="faint">{t('trendsUnknown')}</p> : null}
            {isPast ? <p className="faint">{t('past', { time: utcTime(atMs, true) })}</p> : null}
          </>
        )}
      </div>
      <div data-about className={styles.row}>
        <RateLegend label={t('legendRate')} />
        <Legend
          label={t('legendTrend')}
          items={OUTLINES.map((outline) => ({
            swatch: <StormGlyph outline={outline} />,
            label: t(`trend.${outline}`),
          }))}
        />
      </div>
      <details className="faint" data-about>
        <summary>{t('meaning')}</summary>
        <p>
          {t('legendArc')} {t('legendCone')} {t('how')}
        </p>
      </details>
    </div>
  )
}

interface StormButtonProps {
  storm: Storm
  /** The moment it is of, Unix ms. */
  atMs: number
  isStale: boolean
  place: string
}

function StormButton({ storm, atMs, isStale, place }: StormButtonProps) {
  const { t } = useTranslation('storms')
  const format = useStormFormat()
  const camera = useCamera()
  const say = t as StormT
  const lang = usePage((state) => state.lang)
  const changed = badgeText(storm, say)
  const age = ageOfStorm(storm, atMs, lang, say)
  return (
    <button
      type="button"
      data-text
      className={styles.storm}
      onClick={() => {
        usePage.getState().select({ kind: 'storm', id: nameStorm(storm, atMs) })
        camera.flyTo({ zoom: ZOOM_TO_STORM, lat: storm.lat, lon: storm.lon })
      }}
    >
      <span className={styles.head}>
        <b>{rateText(storm, say)}</b>{' '}
        {changed ? (
          <Badge tone={isStale || badgeOf(storm)?.kind === 'falling' ? 'neutral' : 'warn'}>{changed}</Badge>
        ) : null}
      </span>
      <span>{place}</span>
      <span className="faint" data-about>
        {motionText(storm, format, say)}
      </span>
      <span className={`${styles.life} faint`} data-about>
        {age === '' ? null : t('old', { age })}
        <RateSpark storm={storm} atMs={atMs} label={t('curve')} />
      </span>
    </button>
  )
}

/** Rings as they are on the map at zoom 4, each with its strokes a minute. */
function RateLegend({ label }: { label: string }) {
  return (
    <figure className={styles.rates} aria-label={label}>
      {LEGEND_RATES.map((perMin) => {
        const radius = discRadiusPx(perMin)
        const side = 2 * (radius + 1)
        return (
          <span key={perMin} className={styles.rate}>
            <svg width={side} height={side} aria-hidden="true">
              <circle cx={side / 2} cy={side / 2} r={radius} fill="none" stroke="currentColor" strokeWidth={1.6} />
            </svg>
            {perMin}
          </span>
        )
      })}
      <figcaption>{label}</figcaption>
    </figure>
  )
}

const WIDTH = 72
const HEIGHT = 20
const SPAN_MS = 2 * HOUR_MS

/** The rate of two hours up to that moment, as a small line that fills its height. */
function RateSpark({ storm, atMs, label }: { storm: Storm; atMs: number; label: string }) {
  const { timesMs, rates } = rateCurve(storm, atMs)
  const most = Math.max(1, ...rates.map((rate) => rate ?? 0))
  let isDrawing = false
  const path = rates.map((rate, i) => {
    if (rate === null) {
      isDrawing = false
      return ''
    }
    const x = WIDTH * (1 - (atMs - timesMs[i]!) / SPAN_MS)
    const y = HEIGHT - 1 - (HEIGHT - 2) * (rate / most)
    const step = `${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    isDrawing = true
    return step
  })
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className={styles.sparkBase} />
      <path d={path.join('')} className={styles.sparkLine} />
    </svg>
  )
}

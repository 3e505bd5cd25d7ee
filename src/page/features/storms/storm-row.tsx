import { useTranslation } from 'react-i18next'
import { isInside, viewBox } from '../../../core/geo/geo.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLive, useServerConnection } from '../../live/server-connection.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { Legend } from '../../ui/legend.tsx'
import { Loading } from '../../ui/notice.tsx'
import { StormGlyph } from './storm-glyph.tsx'
import { strings } from './storm-strings.ts'
import { motionText, placeText, rateText, type StormT, trendText } from './storm-words.ts'
import styles from './storms.module.css'
import { useStormFormat } from './use-storm-format.ts'

addWords('storms', strings)

const LISTED_MAX = 6
const BUSIEST = 3
/** Close enough to see the storm and where it goes. */
const ZOOM_TO_STORM = 8
const WATCHED_MIN = 0.15
const WATCHED_WHOLE = 0.97
const WATCHED_MINUTES = 15
const LOADING_LINES = 13

/** How many storms there are, and where it is starting and intensifying; each of those is a way there. */
export default function StormRow() {
  const { t } = useTranslation('storms')
  const { utcTime } = useFormat()
  const { storms, atMs, watched, trends } = useStorms()
  const isPast = usePage((state) => state.shownAtMs !== null)
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  const box = viewBox(view, width, height)
  const inView = storms.filter((storm) => isInside(box, storm))
  const rising = inView
    .filter(({ trend }) => trend === 'starting' || trend === 'growing')
    .toSorted((a, b) => (b.changePerMin ?? 0) - (a.changePerMin ?? 0))
  const listed = rising.length > 0 ? rising.slice(0, LISTED_MAX) : inView.slice(0, BUSIEST)
  const nothingYet = useServerConnection().strikes.status().lastDataMs === null
  const isStormy = inView.length > 0 || watched < WATCHED_WHOLE
  const isKnownPartly = watched < WATCHED_WHOLE && (storms.length > 0 || watched >= WATCHED_MIN)
  const count = t('count', { count: inView.length, storms: inView.length, all: storms.length })

  return (
    <div className={styles.row}>
      {nothingYet ? (
        <div className={styles.told} data-stormy>
          <Loading label={t('looking')} lines={LOADING_LINES} />
        </div>
      ) : (
        <div className={styles.told} data-stormy={isStormy || undefined} data-past={isPast || undefined}>
          <p>{storms.length > 0 ? count : t(watched < WATCHED_MIN ? 'unwatched' : 'none')}</p>
          {inView.length === 0 ? null : (
            <section aria-label={t(rising.length > 0 ? 'list' : 'busiest')}>
              <h3 className={styles.title}>{t(rising.length > 0 ? 'list' : 'busiest')}</h3>
              <ol className={styles.list}>
                {listed.map((storm, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place of the list, whose storm changes: nothing moves
                  <li key={place}>
                    <StormButton storm={storm} trends={trends} />
                  </li>
                ))}
              </ol>
            </section>
          )}
          <div className={styles.notes}>
            <p className={styles.partly}>
              {isKnownPartly ? t('partly', { watched: Math.floor(watched * WATCHED_MINUTES) }) : null}
            </p>
            <p className={styles.faint}>
              {inView.length > 0 && rising.length === 0 ? t(trends ? 'listNone' : 'trendsLater') : null}
            </p>
            {isPast ? <p className={styles.faint}>{t('past', { time: utcTime(atMs, true) })}</p> : null}
          </div>
        </div>
      )}
      <Legend
        label={t('legendTrend')}
        items={(['starting', 'growing', 'steady', 'weakening'] as const).map((trend) => ({
          swatch: <StormGlyph trend={trend} />,
          label: t(`trend.${trend}`),
        }))}
      />
      <details className={styles.meaning}>
        <summary>{t('meaning')}</summary>
        <p>
          {t('legendArrow')} {t('how')}
        </p>
      </details>
    </div>
  )
}

function StormButton({ storm, trends }: { storm: StormCell; trends: boolean }) {
  const { t } = useTranslation('storms')
  const format = useStormFormat()
  const camera = useCamera()
  const { reports } = useLive()
  const say = t as StormT
  const place = placeText(storm, reports.airports(), format, say)
  return (
    <button
      type="button"
      className={styles.storm}
      onClick={() => camera.flyTo({ zoom: ZOOM_TO_STORM, lat: storm.lat, lon: storm.lon })}
    >
      <span className={styles.head}>
        <b>{rateText(storm, say)}</b> <span>{trends ? trendText(storm, say) : null}</span>
      </span>
      <span className={styles.faint}>{place}</span>
      <span className={storm.motion.kind === 'unknown' ? styles.faint : undefined}>
        {trends && storm.trend === null && storm.motion.kind === 'unknown'
          ? t('unknown')
          : motionText(storm, format, say)}
      </span>
    </button>
  )
}

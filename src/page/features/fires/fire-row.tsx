import { useTranslation } from 'react-i18next'
import { isInside, viewBox } from '../../../core/geo/geo.ts'
import { countText, positionText } from '../../../core/util/format.ts'
import { FeaturesInViewList, LISTED_MAX } from '../../desk/panels/features-in-view-list.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLive } from '../../live/server-connection.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import type { FiresInView } from './fire-field.ts'
import styles from './fires.module.css'
import { FLAMES_FROM_ZOOM } from './marks.ts'
import { useFires } from './use-fires.ts'
import './words.ts'

addWords(import.meta.glob('../../../locales/*/{fires-list,fires-more}.json', { eager: true, import: 'default' }))

export default function FireRow() {
  const { t } = useTranslation('fires')
  const { t: more } = useTranslation('fires-more')
  const zoom = usePage((state) => state.view.zoom)
  const view = useFires()
  return (
    <div className={`layer-lines ${styles.row}`}>
      <p>{useHeadline(view)}</p>
      <Loaded view={view} />
      <Coverage view={view} />
      {zoom > FLAMES_FROM_ZOOM ? null : <p data-about>{more('closer')}</p>}
      <FireList />
      <p className="fine" data-about={isWhole(view) ? undefined : true}>
        {t('caution')}
      </p>
    </div>
  )
}

const isWhole = ({ wanted, loaded }: FiresInView) => loaded.length === wanted.length

function useHeadline({ wanted, loaded, fires, newestMs }: FiresInView): string {
  const { t } = useTranslation('fires')
  const { age } = useFormat()
  const newest = useOfNow((nowMs) => (newestMs === null ? '' : age(nowMs - newestMs)))
  if (wanted.length === 0) return t('noLand')
  if (loaded.length === 0) return t('nothingYet')
  if (newestMs === null) return t('none')
  const count = t('hotspots', { count: fires.length, shown: countText(fires.length) })
  return [count, t('newest', { age: newest })].join(t('comma'))
}

function Loaded({ view: { oldestAnswerMs } }: { view: FiresInView }) {
  const { t } = useTranslation('fires')
  const { age } = useFormat()
  const old = useOfNow((nowMs) => (oldestAnswerMs === null ? null : age(nowMs - oldestAnswerMs)))
  return old === null ? null : <p data-about>{t('oldestAnswer', { age: old })}</p>
}

/** Cells without data are named in the row; that all are loaded, for those who ask. */
function Coverage({ view }: { view: FiresInView }) {
  const { t } = useTranslation('fires')
  const { t: page } = useTranslation('page')
  const { wanted, asked, loaded, failed } = view
  if (wanted.length === 0) return null
  return (
    <>
      <p className={isWhole(view) ? undefined : styles.failed} data-about={isWhole(view) || undefined}>
        {t(isWhole(view) ? 'cells' : 'cellsPartly', { loaded: loaded.length, count: wanted.length })}
        {asked.length < wanted.length ? (
          <span data-about>{t('semicolon') + t('cellsTooMany', { asked: asked.length })}</span>
        ) : null}
      </p>
      {failed ? (
        <p className={styles.failed} role="status">
          {t('failed', { count: failed.cells, reason: page(`ask.${failed.reason}`) })}
        </p>
      ) : null}
    </>
  )
}

/** The youngest fires in view, from loaded cells. */
function FireList() {
  const { t } = useTranslation('fires-list')
  const { utcDateTime, age } = useFormat()
  const { fires } = useFires()
  const { width, height } = useMapSize()
  const { now } = useLive()

  function look() {
    const box = viewBox(usePage.getState().view, width, height)
    const inView = fires.filter((fire) => isInside(box, fire))
    const youngest = inView.toSorted((a, b) => b.detectedAtMs - a.detectedAtMs).slice(0, LISTED_MAX)
    const things = youngest.map(({ id, lat, lon, detectedAtMs }) => {
      const position = positionText(lat, lon, 2)
      const time = utcDateTime(detectedAtMs)
      const old = age(now.nowMs() - detectedAtMs)
      return {
        kind: 'fire',
        id,
        at: { lat, lon },
        said: time,
        content: (
          <>
            <span>{t('old', { age: old })}</span>
            <span>{position}</span>
          </>
        ),
      }
    })
    return { things, all: inView.length }
  }

  return <FeaturesInViewList title={t('title')} look={look} note={(counts) => t('note', counts)} none={t('none')} />
}

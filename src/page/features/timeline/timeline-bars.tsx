import { useTranslation } from 'react-i18next'
import { ageText, countText } from '../../../core/util/format.ts'
import { useMapScale } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { type Bins, highest } from './bins.ts'
import type { GraphFrame } from './graph-paths.ts'
import styles from './timeline.module.css'
import { TimelineGraph } from './timeline-graph.tsx'

interface BarsProps extends Omit<GraphFrame, 'height' | 'coarseness'> {
  bins: Bins
  remote: boolean
  /** The stretch that the map shows. */
  shownFromMs: number
  shownToMs: number
}

const HEIGHT_PX = 44

/** The bars, with unit and scale. */
export function TimelineBars({ bins, remote, ...stretch }: BarsProps) {
  const { t } = useTranslation('timeline')
  const lang = usePage((state) => state.lang)
  const records = usePage((state) => state.strikeDisplay.records)
  const coarseness = useMapScale() // with the type of a large screen
  const most = (count: (bin: number) => number) => countText(highest(bins, count))
  const what = t(remote || records ? 'recordsPer' : 'strokesPer', { bin: ageText(bins.binMs, lang) })
  return (
    <>
      <p className={styles.scale} aria-hidden="true">
        <span>
          {what} · {t('allMost', { most: most(bins.all) })}
        </span>
        {bins.inView ? (
          <b>{bins.inView === 'loading' ? t('inViewLoading') : t('inViewMost', { most: most(bins.inView) })}</b>
        ) : null}
      </p>
      <TimelineGraph bins={bins} {...stretch} height={Math.round(HEIGHT_PX * coarseness)} coarseness={coarseness} />
    </>
  )
}

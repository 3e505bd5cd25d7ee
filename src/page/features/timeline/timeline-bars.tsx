import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ageText, countText } from '../../../core/util/format.ts'
import { useMapScale } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { useThemeName } from '../../ui/use-theme-name.ts'
import { type Bins, highest } from './bins.ts'
import { drawTimeline, type TimelineFrame, timelinePen } from './draw-timeline.ts'
import styles from './timeline.module.css'

interface BarsProps extends Omit<TimelineFrame, 'height'> {
  bins: Bins
  remote: boolean
}

const HEIGHT_PX = 44

/** The bars on a canvas, and beside them what they count and how high they are. */
export function TimelineBars({ bins, remote, width, ...stretch }: BarsProps) {
  const { t } = useTranslation('timeline')
  const lang = usePage((state) => state.lang)
  const records = usePage((state) => state.strikeDisplay.records)
  const theme = useThemeName()
  const canvas = useRef<HTMLCanvasElement>(null)
  const ratio = Math.min(3, devicePixelRatio)
  const coarseness = useMapScale() // with the type of a large screen
  const height = Math.round(HEIGHT_PX * coarseness)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    const pen = width > 0 ? timelinePen(canvas.current, ratio) : null
    if (!pen) return
    const { context, colour } = pen
    drawTimeline(
      context,
      bins,
      { ...stretch, width, height, coarseness },
      {
        inView: colour('--timeline-view'),
        all: colour('--timeline-all'),
        line: colour('--line-strong'),
        hatch: colour('--text-muted'),
        window: colour('--timeline-window'),
      },
    )
  }, [
    bins,
    width,
    height,
    coarseness,
    ratio,
    theme,
    stretch.fromMs,
    stretch.toMs,
    stretch.shownFromMs,
    stretch.shownToMs,
  ])

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
      <canvas
        ref={canvas}
        className={styles.bars}
        width={Math.round(width * ratio)}
        height={Math.round(height * ratio)}
        style={{ height }}
      />
    </>
  )
}

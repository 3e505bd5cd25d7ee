import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { countText } from '../../../core/util/format.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useWallScale } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { highest, shareOf } from './bins.ts'
import { xAt } from './graph-paths.ts'
import { tickTimes, wholePixel } from './span.ts'
import { TimelineGraph } from './timeline-graph.tsx'
import { useBins } from './use-bins.ts'
import { useWidth } from './use-width.ts'
import styles from './wall-timeline.module.css'

addWords(import.meta.glob('../../../locales/*/timeline-wall.json', { eager: true, import: 'default' }))

/** Of the wall's type. */
const HEIGHT_EM = 1.2
const TICK_EM = 8
/** The size of type that lines are as fine as at a desk for. */
const DESK_TYPE_PX = 14
/** A rounding of the seams is no hole. */
const HOLE = 0.01

/** Strikes of each minute of the window, hatched where unobserved. Without controls. */
export default function WallTimeline() {
  const { t } = useTranslation('timeline-wall')
  const nowMs = useNow()
  const em = useWallScale()?.px ?? 0
  const { zoneTime } = useFormat()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const records = usePage((state) => state.strikeDisplay.records)
  const span = { key: 'window', ms: windowMinutes * MINUTE_MS, binMs: MINUTE_MS, remote: false }
  const counted = useBins(span, null)
  const track = useRef<HTMLDivElement>(null)
  const width = useWidth(track)
  const fromMs = nowMs - windowMinutes * MINUTE_MS

  const hole = shareOf(counted.notObserved, fromMs, nowMs)
  const most = countText(highest(counted, counted.all))
  // Bars and times move by whole pixels, and are drawn again only then.
  const toMs = wholePixel(nowMs, span.ms, width)
  const drawn = { fromMs: toMs - span.ms, toMs, width }
  const edgeMs = width > 0 ? ((TICK_EM / 2) * em * span.ms) / width : 0
  const ticks = width > 0 ? tickTimes(drawn.fromMs, toMs, Math.max(2, Math.floor(width / (TICK_EM * em || 1)))) : []
  return (
    <section className={styles.timeline} aria-label={t('label')}>
      <p className={styles.words}>
        {t(records ? 'records' : 'strokes', { most })}
        {hole > HOLE ? (
          <span className={styles.hole}> {t('hole', { minutes: Math.max(1, Math.round(hole * windowMinutes)) })}</span>
        ) : null}
      </p>
      <div ref={track} className={styles.track}>
        <TimelineGraph
          bins={{ ...counted, inView: null }}
          {...drawn}
          height={HEIGHT_EM * em}
          coarseness={em / DESK_TYPE_PX}
        />
        <div className={styles.ticks} aria-hidden="true">
          {ticks
            .filter((ms) => ms - drawn.fromMs >= edgeMs && toMs - ms >= edgeMs)
            .map((ms) => (
              <span key={ms} style={{ translate: `calc(${Math.round(xAt(ms, drawn))}px - 50%)` }}>
                {zoneTime(ms)}
              </span>
            ))}
        </div>
      </div>
    </section>
  )
}

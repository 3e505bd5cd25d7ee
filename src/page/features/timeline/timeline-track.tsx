import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { clockText, countText, dateText } from '../../../core/util/format.ts'
import { ageText } from '../../../core/util/local-format.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useShownAt } from '../../live/time/use-shown-at.ts'
import { useLightningLine } from '../../live/use-line-state.ts'
import { useMapScale } from '../../map/map-size.ts'
import { NARROW } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { type Bins, highest } from './bins.ts'
import type { GraphFrame } from './graph-paths.ts'
import { stepMs, type TimelineSpan, tickTimes, wholePixel } from './span.ts'
import styles from './timeline.module.css'
import { TimelineGraph } from './timeline-graph.tsx'
import { type ServerCounts, useBins } from './use-bins.ts'
import { useWidth } from './use-width.ts'

interface BarsProps extends Omit<GraphFrame, 'height' | 'coarseness'> {
  bins: Bins
  remote: boolean
  /** The stretch that the map shows. */
  shownFromMs: number
  shownToMs: number
}

const HEIGHT_PX = 44

interface TrackProps {
  span: TimelineSpan
  counts: ServerCounts
  /** Null is live. */
  onSeek(ms: number | null): void
}

const LARGE_STEPS = 10
/** Near the present the pointer means the present. */
const LIVE_PX = 6
/** Of the room that a time below the bars takes: alone, with its day, and with that of a second zone. */
const TICK_PX = 62
const TICK_DAY_PX = 40
const TICK_ZONE_PX = 38
const DATED_MS = 26 * HOUR_MS

/** The bars with the shown moment on them, moved each second: a slider, by pointer and by keyboard. */
export function TimelineTrack({ span, counts, onSeek }: TrackProps) {
  const { t } = useTranslation('timeline')
  const { utcTime, bothTimes, age } = useFormat()
  const shownAtMs = useShownAt()
  const line = useLightningLine()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const track = useRef<HTMLDivElement>(null)
  const width = useWidth(track)
  const [hoverMs, setHoverMs] = useState<number | null>(null)
  const bins = useBins(span, counts)
  const toMs = useNow()
  const fromMs = toMs - span.ms
  const step = stepMs(span)
  const at = shownAtMs ?? toMs
  // Ticks and bars move by whole pixels, and are drawn again only then.
  const drawnToMs = wholePixel(toMs, span.ms, width)
  const drawnFromMs = drawnToMs - span.ms
  const share = (ms: number) => `${Math.max(0, Math.min(100, ((ms - fromMs) / (toMs - fromMs)) * 100))}%`

  const moment = (event: PointerEvent): number | null => {
    const { left, width: across } = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - left
    return x >= across - LIVE_PX ? null : fromMs + (Math.max(0, x) / across) * (toMs - fromMs)
  }
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    usePage.getState().setPlaying(false)
    onSeek(moment(event))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    setHoverMs(moment(event) ?? toMs)
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(moment(event))
  }
  const pressKey = (event: KeyboardEvent) => {
    const byKey: Record<string, number | null> = {
      ArrowLeft: at - step,
      ArrowDown: at - step,
      ArrowRight: at + step,
      ArrowUp: at + step,
      PageDown: at - LARGE_STEPS * step,
      PageUp: at + LARGE_STEPS * step,
      Home: fromMs,
      End: null,
    }
    if (!(event.key in byKey) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    usePage.getState().setPlaying(false)
    onSeek(byKey[event.key] ?? null)
  }

  const words =
    shownAtMs === null
      ? t(line.isFresh ? 'live' : 'present', { since: utcTime(line.sinceMs, true) })
      : t('moment', { time: bothTimes(shownAtMs, { seconds: true }), age: age(toMs - shownAtMs) })
  return (
    <div className={styles.track}>
      <div
        ref={track}
        className={styles.slider}
        role="slider"
        tabIndex={0}
        aria-label={t('slider')}
        aria-valuemin={Math.round(fromMs)}
        aria-valuemax={Math.round(toMs)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={words}
        onKeyDown={pressKey}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerLeave={() => setHoverMs(null)}
      >
        <TimelineBars
          bins={bins}
          remote={span.remote}
          width={width}
          fromMs={drawnFromMs}
          toMs={drawnToMs}
          shownFromMs={wholePixel(at, span.ms, width) - windowMinutes * MINUTE_MS}
          shownToMs={wholePixel(at, span.ms, width)}
        />
        <div
          className={styles.head}
          data-shows={shownAtMs !== null ? 'past' : line.isFresh ? 'live' : 'present'}
          style={{ left: share(at) }}
        />
        {hoverMs === null ? null : <TimelineHover bins={bins} ms={hoverMs} left={share(hoverMs)} />}
      </div>
      <Ticks fromMs={drawnFromMs} toMs={drawnToMs} width={width} />
    </div>
  )
}

/** Times below the bars: UTC, and the chosen zone beside it. */
const Ticks = memo(function Ticks({ fromMs, toMs, width }: { fromMs: number; toMs: number; width: number }) {
  const { zone } = useFormat()
  const scale = useMapScale()
  const isNarrow = matchMedia(NARROW).matches // where the second zone has no room
  const isDated = toMs - fromMs > DATED_MS
  const label = (ms: number, inZone: string) => {
    const text = clockText(ms, inZone)
    return isDated ? `${dateText(ms, inZone).slice(5)} ${text}` : text
  }
  const tickPx = scale * (TICK_PX + (isDated ? TICK_DAY_PX : 0) + (zone === 'UTC' || isNarrow ? 0 : TICK_ZONE_PX))
  const most = Math.max(2, Math.floor(width / tickPx))
  // A text that the edge would cut off is left out; while the width is 0, unknown, every text is.
  const edgeMs = ((tickPx / 2) * (toMs - fromMs)) / width
  const times = tickTimes(fromMs, toMs, most).filter((ms) => ms - fromMs >= edgeMs && toMs - ms >= edgeMs)
  return (
    <div className={styles.ticks} aria-hidden="true">
      {times.map((ms) => (
        <span key={ms} style={{ translate: `calc(${Math.round((width * (ms - fromMs)) / (toMs - fromMs))}px - 50%)` }}>
          {label(ms, 'UTC')}
          {zone === 'UTC' ? null : <small>{clockText(ms, zone)}</small>}
        </span>
      ))}
    </div>
  )
})

function TimelineHover({ bins, ms, left }: { bins: Bins; ms: number; left: string }) {
  const { t } = useTranslation('timeline')
  const { bothTimes } = useFormat()
  const bin = Math.min(bins.end - 1, Math.max(bins.first, Math.floor(ms / bins.binMs)))
  const startMs = bin * bins.binMs
  const isIn = (spans: readonly Span[]) => spans.some((span) => span.fromMs <= ms && span.toMs > ms)
  const all = countText(bins.all(bin))
  const said = isIn(bins.notObserved)
    ? t('hoverUnobserved')
    : isIn(bins.pending)
      ? t('hoverPending')
      : bins.inView && bins.inView !== 'loading'
        ? t('hoverBoth', { inView: countText(bins.inView(bin)), all })
        : t('hoverAll', { all })
  return (
    <div className={styles.hover} style={{ left }} aria-hidden="true">
      <span>{bothTimes(startMs, { seconds: bins.binMs < MINUTE_MS })}</span>
      <b>{said}</b>
    </div>
  )
}

function TimelineBars({ bins, remote, ...stretch }: BarsProps) {
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

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { playTime } from '../../live/time/time-player.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useShownAt } from '../../live/time/use-shown-at.ts'
import { usePage } from '../../state/page-store.ts'
import { InvalidTimeNotice } from './invalid-time-notice.tsx'
import { NotLive } from './not-live.tsx'
import { PlayControls } from './play-controls.tsx'
import { spanFor, stepMs, timelineSpans } from './span.ts'
import { SpanChoice } from './span-choice.tsx'
import { strings } from './strings.ts'
import styles from './timeline.module.css'
import { TimelineTrack } from './timeline-track.tsx'
import { useBins } from './use-bins.ts'
import { useTimeControl } from './use-time-control.ts'
import { useTimeKeys } from './use-time-keys.ts'

addWords('timeline', strings)

/** Strikes over time up to the present, with navigation to any moment. */
export default function Timeline() {
  const { t } = useTranslation('timeline')
  const { config } = useServerConnection()
  const nowMs = useNow()
  const shownAtMs = useShownAt()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const [chosen, setChosen] = useState('window')
  const spans = timelineSpans(windowMinutes, config.historyHours)
  const ageMs = shownAtMs === null ? 0 : nowMs - shownAtMs
  const span = spanFor(spans, chosen, ageMs)
  const bins = useBins(span)
  const oldestMs = nowMs - spans.at(-1)!.ms
  const control = useTimeControl(oldestMs, stepMs(span))
  useTimeKeys(control)
  usePlayer()

  return (
    <section aria-label={t('label')} className={styles.timeline} data-past={shownAtMs !== null || undefined}>
      <InvalidTimeNotice oldestMs={oldestMs} />
      {shownAtMs === null ? null : <NotLive shownAtMs={shownAtMs} onLive={control.live} />}
      <div className={styles.row}>
        <PlayControls control={control} />
        <TimelineTrack
          bins={bins}
          fromMs={nowMs - span.ms}
          toMs={nowMs}
          step={stepMs(span)}
          remote={span.remote}
          onSeek={control.seek}
        />
        <SpanChoice spans={spans} value={span.key} onChange={setChosen} />
      </div>
      <p role="status" className="visually-hidden">
        {shownAtMs === null ? null : t('notLiveSpoken')}
      </p>
      {shownAtMs === null ? null : <div className={styles.frame} aria-hidden="true" />}
    </section>
  )
}

/** Time moves on while it is played, for as long as there is a timeline to stop it. */
function usePlayer() {
  const connection = useServerConnection()
  useEffect(() => {
    const { shownStrikes } = connection.live
    const stopLooking = shownStrikes.subscribe(() => {})
    const stop = playTime({
      clock: connection.clock,
      readyToMs: () => shownStrikes.current().readyToMs(usePage.getState().shownAtMs ?? 0),
    })
    return () => {
      stop()
      stopLooking()
    }
  }, [connection])
}

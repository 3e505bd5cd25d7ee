import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenBy } from '../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { countText, dateText } from '../../../core/util/format.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { keysAreKept, useShortcuts } from '../../input/use-shortcuts.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useShownStrikes } from '../../live/strikes/use-shown-strikes.ts'
import { playTime } from '../../live/time/time-player.ts'
import { useNow, useOfNow } from '../../live/time/use-now.ts'
import { useShownAt } from '../../live/time/use-shown-at.ts'
import { PLAY_SPEEDS, usePage } from '../../state/page-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { shareOf } from './bins.ts'
import { InvalidTimeNotice } from './invalid-time-notice.tsx'
import { spanFor, stepMs, type TimelineSpan, timelineSpans } from './span.ts'
import styles from './timeline.module.css'
import { TimelineTrack } from './timeline-track.tsx'
import { useServerCounts } from './use-bins.ts'

addWords(import.meta.glob('../../../locales/*/timeline.json', { eager: true, import: 'default' }))

/** Elements that handle the space key: buttons, links, boxes and most with a role; not sliders. */
const TAKES_SPACE =
  'button, a, input, select, textarea, summary, [role]:not([role=region], [role=slider]), [contenteditable]'

interface SpanChoiceProps {
  spans: readonly TimelineSpan[]
  value: string
  onChange(key: string): void
}

/** Strikes over time up to the present, with navigation to any moment. Only the track changes each second. */
export default function Timeline() {
  const { t } = useTranslation('timeline')
  const { config } = useServerConnection()
  const shownAtMs = useShownAt()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const [chosen, setChosen] = useState('window')
  const spans = useMemo(() => timelineSpans(windowMinutes, config.historyHours), [windowMinutes, config.historyHours])
  const at = useOfNow((nowMs) => spans.indexOf(spanFor(spans, chosen, shownAtMs === null ? 0 : nowMs - shownAtMs)))
  const span = spans[at]!
  const reachMs = spans.at(-1)!.ms
  const counts = useServerCounts(span)
  const control = useTimeControl(reachMs, stepMs(span))
  useTimeKeys(control)
  usePlayer()

  return (
    <section aria-label={t('label')} className={styles.timeline} data-past={shownAtMs !== null || undefined}>
      <InvalidTimeNotice reachMs={reachMs} />
      {shownAtMs === null ? null : <NotLive shownAtMs={shownAtMs} onLive={control.live} />}
      <div className={styles.row}>
        <PlayControls control={control} />
        <TimelineTrack span={span} counts={counts} onSeek={control.seek} />
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

/** Play and pause, a step each way, and how fast. */
function PlayControls({ control }: { control: TimeControl }) {
  const { t } = useTranslation('timeline')
  const playing = usePage((state) => state.playing)
  const isLive = usePage((state) => state.shownAtMs === null)
  const windowMinutes = usePage((state) => state.windowMinutes)
  const speed = usePage((state) => state.playSpeed)
  const setSpeed = usePage((state) => state.setPlaySpeed)
  const label = isLive ? t('replay', { minutes: windowMinutes }) : t(playing ? 'pause' : 'play')
  return (
    <div className={styles.controls}>
      <IconButton label={t('back')} icon={<ChevronLeft size={16} />} onClick={() => control.step(-1)} />
      <IconButton label={label} icon={playing ? <Pause size={16} /> : <Play size={16} />} onClick={control.toggle} />
      <IconButton label={t('forward')} icon={<ChevronRight size={16} />} onClick={() => control.step(1)} />
      <Select
        className={styles.select}
        aria-label={t('speed')}
        value={speed}
        options={PLAY_SPEEDS}
        nameOf={(each) => t('times', { speed: each })}
        onChange={setSpeed}
      />
    </div>
  )
}

/** How far back the timeline reaches. */
function SpanChoice({ spans, value, onChange }: SpanChoiceProps) {
  const { t } = useTranslation('timeline')
  const nameOf = (key: string) => {
    if (key === 'window') return t('windowSpan')
    const hours = Number(key)
    return hours > 72 && hours % 24 === 0 ? t('days', { days: hours / 24 }) : t('hours', { hours })
  }
  return (
    <Select
      className={styles.select}
      aria-label={t('span')}
      value={value}
      options={spans.map(({ key }) => key)}
      nameOf={nameOf}
      onChange={onChange}
    />
  )
}

/** `[` and `]` step, also repeatedly while held; space plays; `.` is live. */
function useTimeKeys(keys: { step(steps: number): void; toggle(): void; live(): void }): void {
  useShortcuts({ '[': () => keys.step(-1), ']': () => keys.step(1), '.': keys.live })
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (
        keysAreKept() ||
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest(TAKES_SPACE))
      )
        return
      event.preventDefault()
      latest.current.toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Missing less than this is the rounding of the seams. */
const SLACK_MS = 15_000

/** Large enough that the past is not taken for the present: the shown moment, its age, and the loaded share. */
function NotLive({ shownAtMs, onLive }: { shownAtMs: number; onLive(): void }) {
  const { t } = useTranslation('timeline')
  const { utcTime, zoneTime, zone, age } = useFormat()
  const nowMs = useNow()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const { pending, notObserved, trouble } = useHeld(shownAtMs, windowMinutes)
  const fresh = useFresh()
  const isToday = dateText(shownAtMs, 'UTC') === dateText(nowMs, 'UTC')
  return (
    <div className={styles.notLive}>
      <strong>{t('notLive')}</strong>
      <time dateTime={new Date(shownAtMs).toISOString()}>
        {isToday ? null : `${dateText(shownAtMs, 'UTC')} `}
        {utcTime(shownAtMs, true)}
      </time>
      {zone === 'UTC' ? null : <span className={styles.zone}>{zoneTime(shownAtMs, true)}</span>}
      <span>{t('ago', { age: age(nowMs - shownAtMs) })}</span>
      <span title={t('freshLong', { count: fresh.count, time: utcTime(fresh.sinceMs, true) })}>
        {t('fresh', { count: fresh.count })}
      </span>
      {trouble ? (
        <span className={styles.held}>{t('trouble')}</span>
      ) : pending > 0.005 ? (
        <span className={styles.held}>{t('loading', { percent: Math.floor((1 - pending) * 100) })}</span>
      ) : notObserved * windowMinutes * MINUTE_MS > SLACK_MS ? (
        <span className={styles.held}>
          {t('notObserved', { minutes: Math.max(1, Math.round(notObserved * windowMinutes)), window: windowMinutes })}
        </span>
      ) : null}
      <button type="button" className={styles.toLive} title={t('toLiveLong')} onClick={onLive}>
        {t('toLive')}
      </button>
    </div>
  )
}

/** Strikes since the map left the present. */
function useFresh(): { count: string; sinceMs: number } {
  const { clock, live } = useServerConnection()
  const [sinceMs] = useState(() => clock.now())
  const choice = usePage((state) => state.strikeDisplay)
  return { count: countText(live.strikes.columns.countSince(sinceMs, null, chosenBy(choice))), sinceMs }
}

function useHeld(shownAtMs: number, windowMinutes: number) {
  const held = useShownStrikes()
  const fromMs = shownAtMs - windowMinutes * MINUTE_MS
  return {
    pending: shareOf(held.pending(fromMs, shownAtMs), fromMs, shownAtMs),
    notObserved: shareOf(held.notObserved(fromMs, shownAtMs), fromMs, shownAtMs),
    trouble: held.trouble,
  }
}

type TimeControl = ReturnType<typeof useTimeControl>

/** Navigation to another moment, at most `reachMs` ago; `byMs` is one step. The same object every second. */
function useTimeControl(reachMs: number, byMs: number) {
  const { clock } = useServerConnection()
  return useMemo(() => {
    const seek = (ms: number | null) => {
      const { showAt } = usePage.getState()
      const nowMs = clock.now()
      showAt(ms === null || ms >= nowMs - byMs / 4 ? null : Math.max(ms, nowMs - reachMs))
    }
    return {
      /** Null is live. */
      seek,
      step(steps: number): void {
        const { shownAtMs, setPlaying } = usePage.getState()
        setPlaying(false)
        seek((shownAtMs ?? clock.now()) + steps * byMs)
      },
      /** Plays or pauses; from live it plays the window again. */
      toggle(): void {
        const { shownAtMs, windowMinutes, playing, showAt, setPlaying } = usePage.getState()
        if (shownAtMs === null) showAt(clock.now() - windowMinutes * MINUTE_MS)
        setPlaying(!playing)
      },
      live: (): void => usePage.getState().showAt(null),
    }
  }, [clock, reachMs, byMs])
}

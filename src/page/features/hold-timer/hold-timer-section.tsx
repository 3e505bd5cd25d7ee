import { useTranslation } from 'react-i18next'
import type { AirportClock } from '../../core/airport-clock.ts'
import { REACH_KM } from '../../core/airport-clock.ts'
import { addWords } from '../../shell/add-words.ts'
import { clockStrings } from '../../shell/clock-strings.ts'
import { approachText, ringTold, watchTold } from '../../shell/clock-words.ts'
import type { AirportSectionProps } from '../../shell/desk-part.ts'
import { quantityText, useFormat } from '../../shell/format.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useAirportClock } from '../../shell/use-airport-clock.ts'
import { useAirport } from '../../shell/use-reports.ts'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { ApproachBins } from './approach-bins.tsx'
import { CheckNotice } from './check-notice.tsx'
import styles from './clock.module.css'
import { ClockSettings } from './clock-settings.tsx'
import { WatchButton } from './watch-button.tsx'

addWords('clock', clockStrings)

/** The lightning around an airport, second by second: where each ring stands, what is nearest, whether it comes. */
export default function ClockSection({ icao }: AirportSectionProps) {
  const { t } = useTranslation('clock')
  const { utcTime } = useFormat()
  const clock = useAirportClock(icao)
  const isListed = useAirport(icao) !== undefined
  const list = reportStore.listState().kind
  return (
    <Section
      title={t('title')}
      note={
        <span className={styles.head}>
          {clock ? t('readAt', { time: utcTime(clock.nowMs, true) }) : null}
          <WatchButton icao={icao} />
        </span>
      }
    >
      {clock ? (
        <Clock icao={icao} clock={clock} />
      ) : isListed || list === 'loading' ? (
        <Loading label={t('title')} lines={9} />
      ) : (
        // Without the list nobody can say that an airport is not in it.
        <Notice tone="unknown" title={t('none')} detail={t(list === 'failed' ? 'noneListFailed' : 'noneDetail')} />
      )}
    </Section>
  )
}

function Clock({ icao, clock }: { icao: string; clock: AirportClock }) {
  const { t } = useTranslation('clock')
  const format = useFormat()
  const lang = useShell((state) => state.lang)
  const isPast = useShell((state) => state.shownAtMs !== null)
  const { nearest, nowMs, holdMs } = clock
  return (
    <div className={styles.clock}>
      {isPast ? <Notice tone="info" title={t('past')} /> : null}
      <Breaks clock={clock} />
      <CheckNotice icao={icao} clock={clock} />
      <ul className={styles.rings} aria-label={t('rings')}>
        {clock.rings.map((ring, index) => {
          const { tone, big, texts } = ringTold(ring, index, clock, t, format)
          return (
            <li key={ring.km} className={styles.ring} data-tone={tone}>
              <span className={styles.within}>{t('within', { km: ring.km })}</span>
              <span className={styles.big}>{big}</span>
              {texts.map((text) => (
                <span key={text} className={styles.text}>
                  {text}
                </span>
              ))}
            </li>
          )
        })}
      </ul>
      <p className={styles.text}>{watchTold(clock, t)}</p>
      <p>
        <span className={styles.label}>{t('nearest', { minutes: holdMs / 60_000 })}</span>{' '}
        <strong>
          {nearest
            ? t('nearestValue', {
                distance: quantityText(format.distance(nearest.km)),
                compass: format.compass(nearest.bearingDeg),
                bearing: Math.round(nearest.bearingDeg) % 360,
                age: format.age(nowMs - nearest.atMs),
              })
            : t('nearestNone', { km: REACH_KM })}
        </strong>
      </p>
      <p>{approachText(clock.approach, t, lang)}</p>
      <details className={styles.more}>
        <summary>{t('more')}</summary>
        <ApproachBins clock={clock} />
        <ClockSettings icao={icao} />
      </details>
      <p className={styles.notice}>{t('notice')}</p>
    </div>
  )
}

/** What was not watched of the hold time: the feed's silence now, or a gap. */
function Breaks({ clock: { watch, nowMs, holdMs } }: { clock: AirportClock }) {
  const { t } = useTranslation('clock')
  const { utcTime } = useFormat()
  const last = watch.breaks.at(-1)
  if (!last) return null
  if (watch.unbrokenSinceMs === null) {
    return <Notice tone="bad" title={t('interrupted', { time: utcTime(last.fromMs, true) })} />
  }
  // A history that only begins is told by how much of the hold time was observed.
  const gap = last.fromMs > nowMs - holdMs ? last : null
  if (!gap) return null
  return <Notice tone="warn" title={t('gap', { from: utcTime(gap.fromMs, true), to: utcTime(gap.toMs, true) })} />
}

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { APPROACH_BIN_MS, type HoldTimer, REACH_KM, TS_WINDOW_MS } from '../../../core/airports/lightning-hold-timer.ts'
import { checkReport } from '../../../core/airports/report-check.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { countText } from '../../../core/util/format.ts'
import { localName } from '../../../locales/local-name.ts'
import { loadingKey, ringTexts } from '../../airport/hold-timer-words.ts'
import { LocationErrorNote } from '../../airport/location-error-note.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { useHoldTimer } from '../../live/airports/use-hold-timer.ts'
import type { AirportSectionProps } from '../../live/desk-part.ts'
import { usePlaceLevels } from '../../live/levels/use-levels.ts'
import { PartBoundary } from '../../live/part-boundary.tsx'
import { usePlaces } from '../../live/places/place-store.ts'
import { useAirport, useLatestReport } from '../../live/reports/use-reports.ts'
import { useLive, useServerConnection } from '../../live/server-connection.ts'
import { knownCount } from '../../live/strikes/known-share.ts'
import { strikesAround } from '../../live/strikes/strikes-around.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { Folded } from '../../ui/part/folded.tsx'
import { partOnDemand } from '../../ui/part/lazy-part.ts'
import { AnotherStrike, PastHoldTimes } from './again/another-strike.tsx'
import { ComingNext, ComingNextByRing } from './coming-next.tsx'
import { useHighlight } from './highlight-store.ts'
import styles from './hold-timer.module.css'
import { HoldTimerSettings } from './hold-timer-settings.tsx'
import { LevelsBlock } from './levels-block.tsx'

addWords(import.meta.glob('../../../locales/*/{clock,levels}.json', { eager: true, import: 'default' }))

const RuleBench = partOnDemand(() => import('./rules/rule-bench.tsx'))

/** Lightning around an airport, second by second: state of each ring, nearest strike, approaching storm. */
export default function HoldTimerSection({ icao }: AirportSectionProps) {
  const { t } = useTranslation('clock')
  const { utcTime } = useFormat()
  const holdTimer = useHoldTimer(icao)
  const lang = usePage((state) => state.lang)
  const place = usePlaces(({ byId }) => byId.get(icao))
  const isPlace = place !== undefined
  const isListed = useAirport(icao) !== undefined || isPlace
  const list = useLive().reports.listState().kind
  return (
    <Section
      title={t('title')}
      note={
        <span className={styles.head}>
          {holdTimer ? t('readAt', { time: utcTime(holdTimer.nowMs, true) }) : null}
          <WatchButton icao={icao} {...(place && { name: localName(place, lang) })} />
        </span>
      }
    >
      {holdTimer ? (
        <Timer icao={icao} holdTimer={holdTimer} isPlace={isPlace} />
      ) : isListed || list === 'loading' ? (
        <Loading label={t('title')} lines={9} />
      ) : (
        // Without the list it is unknown whether it contains the airport.
        <Notice tone="unknown" title={t('none')} detail={t(list === 'failed' ? 'noneListFailed' : 'noneDetail')} />
      )}
    </Section>
  )
}

function Timer({ icao, holdTimer, isPlace }: { icao: string; holdTimer: HoldTimer; isPlace: boolean }) {
  const { t } = useTranslation('clock')
  const format = useFormat()
  const { nearest, nowMs, holdMs } = holdTimer
  return (
    <div className={styles.timer}>
      <Levels id={icao} holdTimer={holdTimer} />
      <ComingNext icao={icao} />
      <ul className={styles.rings} aria-label={t('rings')}>
        {holdTimer.rings.map((ring) => (
          <li key={ring.km} className={styles.ring}>
            <span className={styles.within}>{t('within', { km: ring.km })}</span>
            {ringTexts(ring, holdTimer, t, format).map((text) => (
              <span key={text} className="faint">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <LocationErrorNote />
      <AnotherStrike icao={icao} holdTimer={holdTimer} />
      <p>
        <span className={styles.label}>{t('nearest', { minutes: holdMs / MINUTE_MS })}</span>{' '}
        <strong>
          {nearest
            ? t('nearestValue', {
                distance: quantityText(format.distance(nearest.km)),
                compass: format.compass(nearest.bearingDeg),
                bearing: Math.round(nearest.bearingDeg) % 360,
                age: format.age(nowMs - nearest.atMs),
              })
            : nearestNoneTold(holdTimer, t)}
        </strong>
      </p>
      <CheckNotice icao={icao} holdTimer={holdTimer} />
      <details className={styles.more}>
        <summary>{t('more')}</summary>
        <ComingNextByRing icao={icao} />
        <PastHoldTimes icao={icao} holdTimer={holdTimer} />
        <ApproachBins holdTimer={holdTimer} />
        {isPlace ? null : <HoldTimerSettings icao={icao} />}
        <RulesDetails key={icao} icao={icao} />
      </details>
    </div>
  )
}

/** Where no strike is known nearby: for how much of the hold time that holds. */
function nearestNoneTold({ watch, holdMs }: HoldTimer, t: TFunction): string {
  if (watch.isLoading) return t(loadingKey({ watch }))
  if (watch.observedMs >= holdMs) return t('nearestNone', { km: REACH_KM })
  return t('nearestPartly', { km: REACH_KM, observed: Math.floor(watch.observedMs / MINUTE_MS) })
}

/** The levels of the place, by the server or, where it does not, by this page. */
function Levels({ id, holdTimer }: { id: string; holdTimer: HoldTimer }) {
  const { t } = useTranslation('levels')
  const read = usePlaceLevels(id)
  if (read.kind === 'none') return <Notice tone="unknown" title={t('unwatched')} />
  if (read.kind === 'loading') return <Loading label={t('title')} lines={4} />
  return <LevelsBlock id={id} read={read} holdTimer={holdTimer} />
}

/** The rule bench, loaded when opened. */
function RulesDetails({ icao }: { icao: string }) {
  const { t } = useTranslation('clock')
  const { config } = useServerConnection()
  // With direct delivery the server has no strikes.
  if (config.delivery !== 'relay') return null
  return (
    <Folded title={t('rules')} className={styles.more}>
      <PartBoundary loading={<Loading label={t('rules')} lines={9} />}>
        <RuleBench icao={icao} />
      </PartBoundary>
    </Folded>
  )
}

/** Pins or unpins an airport or place by id. */
function WatchButton({ icao, name = icao }: { icao: string; name?: string }) {
  const { t } = useTranslation('clock')
  const isWatched = usePage((state) => state.watched.includes(icao))
  const toggle = usePage((state) => state.toggleWatched)
  return (
    <Button
      pressed={isWatched}
      title={t(isWatched ? 'watch.removeHint' : 'watch.addHint', { name })}
      onClick={() => toggle(icao)}
    >
      {t(isWatched ? 'watch.remove' : 'watch.add')}
    </Button>
  )
}

const BIN_MINUTES = APPROACH_BIN_MS / MINUTE_MS

/** The nearest strike of each five minutes, the oldest first. */
function ApproachBins({ holdTimer }: { holdTimer: HoldTimer }) {
  const { t } = useTranslation('clock')
  const { distance } = useFormat()
  const { nowMs, watch } = holdTimer
  const bins = holdTimer
    .approachBins()
    .map((bin, i) => {
      const toMs = nowMs - i * APPROACH_BIN_MS
      const isWatched = watch.gaps.every((gap) => gap.toMs <= toMs - APPROACH_BIN_MS || gap.fromMs >= toMs)
      const name = `${i * BIN_MINUTES}–${(i + 1) * BIN_MINUTES}`
      const text = bin
        ? quantityText(distance(bin.km))
        : t(
            isWatched
              ? 'approach.noStrike'
              : watch.isLoading
                ? `approach.${loadingKey({ watch })}`
                : 'approach.unobserved',
          )
      return { name, text, isKnown: bin !== null || isWatched }
    })
    .reverse()
  return (
    <div>
      <h4 className={styles.label}>{t('approach.title')}</h4>
      <ol className={styles.bins}>
        {bins.map(({ name, text, isKnown }) => (
          <li key={name} data-known={isKnown}>
            <span className={styles.binName}>{name}</span>
            <span className={styles.binValue}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Zoom at which the rings are distinguishable. */
const ZOOM = 9.5

/** Where the report and the strikes do not agree, with the strikes in question one click away. */
function CheckNotice({ icao, holdTimer }: { icao: string; holdTimer: HoldTimer }) {
  const { t } = useTranslation('clock')
  const { utcTime } = useFormat()
  const { strikes } = useLive()
  const report = useLatestReport(icao)
  const airport = useAirport(icao)
  const camera = useCamera()
  const highlight = useHighlight((state) => (state.shown?.icao === icao ? state.shown : null))
  const show = useHighlight((state) => state.show)
  const check = report && checkReport(report, holdTimer)
  if (!report || !check) return null

  const detail = [
    t('check.detail', { time: utcTime(report.obsTimeMs) }),
    highlight ? t('check.shown', { shown: highlight.strikes.length, total: highlight.total }) : '',
  ].join(' ')
  const count = check.kind === 'ts-stands' ? 0 : check.count
  const { unbrokenSinceMs, isLoading } = holdTimer.watch
  const isWhole = !isLoading && unbrokenSinceMs !== null && unbrokenSinceMs <= holdTimer.nowMs - TS_WINDOW_MS
  const strokes = knownCount(count, isWhole ? 'all' : 'part', countText)

  function reveal() {
    if (!airport || !check || check.kind === 'ts-stands') return
    const found = strikesAround(strikes.columns, airport, {
      fromKm: check.fromKm,
      toKm: check.toKm,
      sinceMs: holdTimer.nowMs - TS_WINDOW_MS,
    })
    show({ icao, ...found })
    camera.flyTo({ zoom: ZOOM, lat: airport.lat, lon: airport.lon })
  }

  const action =
    check.kind === 'ts-stands'
      ? undefined
      : highlight
        ? { label: t('check.hide'), onClick: () => show(null) }
        : { label: t('check.show'), onClick: reveal }
  return <Notice tone="warn" title={t(`check.${check.kind}`, { count, strokes })} detail={detail} action={action} />
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../../contract/nowcast.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import { countText, numberText, positionText } from '../../../../core/util/format.ts'
import { joinText } from '../../../../core/util/join-text.ts'
import { useTowns } from '../../../airport/use-towns.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import type { PanelProps } from '../../../live/overlay.ts'
import { useAirports } from '../../../live/reports/use-reports.ts'
import { useStorms } from '../../../live/storms/use-storms.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../../state/page-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { Stat, StatGrid } from '../../../ui/stat.tsx'
import { rateCurve } from '../rate-curve.ts'
import { findStorm, parseStormName, ZOOM_TO_STORM } from '../storm-choice.ts'
import { ageOfStorm, badgeText, isNearAirport, motionStat, placeText, rateText, type StormT } from '../storm-words.ts'
import styles from '../storms.module.css'
import { useStormFormat } from '../use-storm-format.ts'
import { StormPlaces, StormTowns } from './storm-places.tsx'

addWords(import.meta.glob('../../../../locales/*/storms.json', { eager: true, import: 'default' }))

export default function StormPanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('storms')
  const say = t as StormT
  const { storms, atMs, isLoading } = useStorms()
  const storm = findStorm(id, storms, atMs)
  const named = parseStormName(id)
  useFocusFromUrl(named, ZOOM_TO_STORM)
  const airports = useAirports()
  const towns = useTowns(airports.length > 0 && storm !== null && !isNearAirport(storm, airports))
  const lang = usePage((state) => state.lang)
  const format = useStormFormat()
  const title = storm ? placeText(storm, { airports, towns, lang }, format, say) : t('card.title')
  const changed = storm ? badgeText(storm, say) : ''
  return (
    <Panel
      title={title}
      subtitle={storm ? `${t('card.title')} · ${positionText(storm.lat, storm.lon, 2)}` : undefined}
      label={t('card.title')}
      actions={changed ? <Badge tone="warn">{changed}</Badge> : null}
      closeLabel={t('card.close')}
      onClose={onClose}
    >
      {storm ? (
        <StormFacts storm={storm} atMs={atMs} />
      ) : isLoading && named ? (
        <Loading label={t('looking')} lines={6} />
      ) : (
        <Notice title={t('card.gone')} detail={t('card.goneDetail')} />
      )}
    </Panel>
  )
}

function StormFacts({ storm, atMs }: { storm: Storm; atMs: number }) {
  const { t } = useTranslation('storms')
  const say = t as StormT
  const format = useStormFormat()
  const { utcTime } = useFormat()
  const lang = usePage((state) => state.lang)
  const { majorKm, minorKm, strokes, positiveShare, since } = storm
  return (
    <>
      <Section title={t('past', { time: utcTime(atMs) })}>
        <StatGrid>
          <Stat label={t('card.rate')} value={rateText(storm, say, 'short')} />
          <Stat label={t('card.strokes')} value={countText(strokes)} />
          <Stat label={t('card.motion')} {...motionStat(storm, format, say)} />
          <Stat label={t('card.size')} value={`${Math.round(2 * majorKm)} × ${Math.round(2 * minorKm)} km`} />
          <Stat
            label={t('card.age')}
            value={ageOfStorm(storm, atMs, lang, say) || t('card.ageUnknown')}
            note={t('card.since', { time: utcTime(Date.parse(since)) })}
          />
          {positiveShare === null ? null : (
            <Stat label={t('card.positive')} value={`${Math.round(100 * positiveShare)}%`} />
          )}
        </StatGrid>
      </Section>
      <StormStory storm={storm} atMs={atMs} />
      <StormPlaces storm={storm} />
      <StormTowns storm={storm} atMs={atMs} />
    </>
  )
}

const STORY_MS = 2 * HOUR_MS

/** The rate over two hours, and events: origin, mergers, jumps of the rate. */
function StormStory({ storm, atMs }: { storm: Storm; atMs: number }) {
  const { t } = useTranslation('storms')
  const { utcTime } = useFormat()
  const lang = usePage((state) => state.lang)
  const { timesMs, rates } = useMemo(() => rateCurve(storm, atMs), [storm, atMs])
  const { since, splitFrom, merged, jump } = storm
  const time = (utc: string) => utcTime(Date.parse(utc))
  return (
    <Section title={t('card.life')}>
      <Chart
        label={t('card.life')}
        loadingLabel={t('card.life')}
        timesMs={timesMs}
        series={[
          {
            label: t('card.rate'),
            unit: t('card.rateUnit'),
            values: rates,
            colour: 'var(--warn)',
            kind: 'area',
            digits: 1,
          },
        ]}
        height={84}
        fromMs={atMs - STORY_MS}
        toMs={atMs}
        min={0}
        timeText={(ms) => utcTime(ms).slice(0, 5)}
      />
      <ul className={styles.story}>
        {jump ? (
          <li>
            {t('card.jump', {
              time: time(jump.t),
              from: numberText(jump.fromPerMin, 0),
              to: numberText(jump.toPerMin, 0),
            })}
          </li>
        ) : null}
        {merged.length > 0 ? (
          <li>
            {t('card.merged', { count: merged.length, times: joinText(lang).list(merged.map((each) => time(each.t))) })}
          </li>
        ) : null}
        {splitFrom === null ? null : <li>{t('card.split', { time: time(since) })}</li>}
      </ul>
    </Section>
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../../contract/nowcast.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import { numberText } from '../../../../core/util/format.ts'
import { joinText } from '../../../../core/util/join-text.ts'
import { useFormat } from '../../../i18n/format.ts'
import { usePage } from '../../../state/page-store.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Section } from '../../../ui/panel.tsx'
import { rateCurve } from '../rate-curve.ts'
import styles from '../storms.module.css'

const STORY_MS = 2 * HOUR_MS

/** The rate over two hours, and events: origin, mergers, jumps of the rate. */
export function StormStory({ storm, atMs }: { storm: Storm; atMs: number }) {
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

import { useTranslation } from 'react-i18next'
import { CATEGORIES, CATEGORY_PRESETS } from '../../../../core/metar/flight-category.ts'
import { wholeMinute } from '../../../../core/time/durations.ts'
import { countText } from '../../../../core/util/format.ts'
import { CategoryRing, PaleRing } from '../../../airport/category-ring.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAreReportsStale } from '../../../live/reports/stale-reports.ts'
import { useReports } from '../../../live/reports/use-reports.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { useReportLine } from '../../../live/use-line-state.ts'
import { Headline, Tally } from '../../../ui/headline.tsx'
import { summarise } from './row-summary.ts'
import { stateText } from './row-words.ts'

addWords(import.meta.glob('../../../../locales/*/{airports,airports-wall}.json', { eager: true, import: 'default' }))

const PRESET = CATEGORY_PRESETS.icao

export default function AirportHeadline() {
  const { t } = useTranslation('airports')
  const { t: own } = useTranslation('airports-wall')
  const { age, zoneTime } = useFormat()
  const minuteMs = useOfNow(wholeMinute)
  const line = useReportLine()
  const areReportsStale = useAreReportsStale()
  const summary = summarise(useReports(), minuteMs, { preset: PRESET, areReportsStale })
  const { airports, byCategory, newestMs } = summary
  const newestAge = useOfNow((nowMs) => age(nowMs - (newestMs ?? nowMs)))
  const recent = CATEGORIES.reduce((sum, category) => sum + byCategory[category], 0)
  const live = line.kind === 'live'
  const silent = [
    { label: t('row.outdated', { count: '' }), count: summary.outdated },
    { label: t('row.without', { count: '' }), count: summary.withoutReport },
  ]
  return (
    <Headline
      name={t('hazard.airports', { ns: 'page' })}
      value={newestMs === null ? '–' : countText(recent)}
      unit={own('unit', { airports })}
      state={live && newestMs !== null ? own('newest', { age: newestAge }) : stateText(line, zoneTime(line.sinceMs), t)}
      tone={live ? 'neutral' : line.kind === 'connecting' ? 'info' : 'bad'}
      stale={areReportsStale}
    >
      <Tally
        label={t('row.legend')}
        items={[
          ...CATEGORIES.map((category) => ({
            swatch: <CategoryRing category={category} />,
            label: t(`category.${category}`),
            count: airports > 0 ? countText(byCategory[category]) : '–',
          })),
          ...silent
            .filter(({ count }) => count > 0)
            .map(({ label, count }) => ({ swatch: <PaleRing />, label: label.trim(), count: countText(count) })),
        ]}
      />
    </Headline>
  )
}

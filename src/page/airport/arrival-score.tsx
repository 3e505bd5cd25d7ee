import { useTranslation } from 'react-i18next'
import scores from '../../../data/nowcast-scores.json' with { type: 'json' }
import { countText } from '../../core/util/format.ts'
import { addWords } from '../i18n/add-words.ts'

addWords(import.meta.glob('../../locales/*/arrival-score.json', { eager: true, import: 'default' }))

const cases = scores.arrivals.reduce((sum, each) => sum + each.cases, 0)
const within = scores.arrivals.reduce((sum, each) => sum + each.cases * each.withinPercent, 0)

/** Measured accuracy of arrival forecasts, shown beside each of them. */
export function ArrivalScore({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('arrival-score')
  const told = { percent: Math.round(within / cases), cases: countText(cases), events: scores.events.length }
  return <p className={className}>{t('score', told)}</p>
}

import scores from '../../../data/nowcast-scores.json' with { type: 'json' }
import { countText } from '../../core/util/format.ts'
import { useWords } from '../i18n/use-words.ts'
import { arrivalScoreStrings } from './arrival-score-strings.ts'

const cases = scores.arrivals.reduce((sum, each) => sum + each.cases, 0)
const within = scores.arrivals.reduce((sum, each) => sum + each.cases * each.withinPercent, 0)

/** Measured accuracy of arrival forecasts, shown beside each of them. */
export function ArrivalScore({ className }: { className?: string | undefined }) {
  const t = useWords('arrival-score', arrivalScoreStrings)
  const told = { percent: Math.round(within / cases), cases: countText(cases), events: scores.events.length }
  return <p className={className}>{t('score', told)}</p>
}

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { lowestVisibilityM } from '../../../core/metar/flight-category.ts'
import { hasThunderstorm } from '../../../core/metar/report.ts'
import { holdText } from '../../airport/level-words.ts'
import { comingBriefly, comingText } from '../../airport/outlook-words.ts'
import { type LadderGlance, type LevelsGlance, useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { checkText } from './board-cells.tsx'
import styles from './worst-list.module.css'

addWords(import.meta.glob('../../../locales/*/outlook.json', { eager: true, import: 'default' }))

const VISIBILITY_TOLD_BELOW_M = 5_000

interface TroubleProps {
  row: BoardRow
  /** Has the fixed size of a countdown. */
  isFitted?: boolean
}

/**
 * The most urgent condition: lightning, then an approaching storm, then missing data, then the report: thunderstorms,
 * low visibility or weather.
 */
export function Trouble({
  row: { airport, check, report, category, coming, isComing },
  isFitted = false,
}: TroubleProps) {
  const { t } = useTranslation('board')
  const { t: o } = useTranslation('outlook')
  const { visibility } = useFormat()
  const fitted = isFitted ? `${styles.toned} ${styles.fitted}` : styles.toned
  const { tone, text, ladder } = useLevelsGlance(airport.icao)
  const headline = ladder && <Headline ladder={ladder} tone={tone} text={text} fitted={fitted} />
  if (ladder?.state.state === 'on') return headline
  if (isComing) {
    const { arrival, chance } = comingText(coming, ladder?.state ?? null, o)
    const hasArrival = coming.kind === 'coming' && arrival !== ''
    const told = hasArrival ? arrival : o('briefChance', { chance })
    return (
      <span className={fitted} data-tone="warn" title={told}>
        {hasArrival ? comingBriefly(coming, o) : told}
      </span>
    )
  }
  if (ladder?.state.state === 'expected') return headline
  if (check) {
    return (
      <span className={fitted} data-tone="warn">
        {checkText(check, t as TFunction<'board'>)}
      </span>
    )
  }
  if (!report) return <span className={styles.faint}>{t('noReport')}</span>
  const lowestM = lowestVisibilityM(report)
  const isLow = lowestM !== null && lowestM < VISIBILITY_TOLD_BELOW_M
  const hasTs = hasThunderstorm(report)
  return (
    <span className={styles.said} data-tone={hasTs ? 'warn' : undefined}>
      {isFitted || category === 'unknown' ? null : `${t(`category.${category}`)} `}
      {isLow && !hasTs ? quantityText(visibility(lowestM)) : report.weather.join(' ')}
    </span>
  )
}

interface HeadlineProps extends Pick<LevelsGlance, 'tone' | 'text'> {
  ladder: LadderGlance
  fitted: string | undefined
}

/** The headline of the levels: a count-down whole, other words in its room. */
function Headline({ ladder: { state, nowMs, teller }, tone, text, fitted }: HeadlineProps) {
  const level = state.levels.find(({ id }) => id === state.level)
  const isCounting = level && holdText(level, nowMs, teller) !== null
  return (
    <span className={isCounting ? styles.toned : fitted} data-tone={tone} title={text}>
      {text}
    </span>
  )
}

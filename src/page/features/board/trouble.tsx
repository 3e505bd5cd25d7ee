import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { CATEGORY_PRESETS, limitingElement } from '../../../core/metar/flight-category.ts'
import { hasThunderstorm, type Report } from '../../../core/metar/report.ts'
import { metres } from '../../../core/util/units.ts'
import { comingBriefly, comingText } from '../../airport/outlook-words.ts'
import { type LadderGlance, type LevelsGlance, useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { endingLevel } from '../../airport/wall-row.tsx'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import { checkText } from './board-cells.tsx'
import styles from './worst-list.module.css'

/** In the fixed size of a countdown. */
const FITTED = `${styles.toned} ${styles.fitted}`

/**
 * The most urgent condition: lightning, then an approaching storm, then missing data, then the report: thunderstorms,
 * the visibility or ceiling that limits its category, or weather.
 */
export function Trouble({ row: { airport, check, report, coming, isComing, isPlace } }: { row: BoardRow }) {
  const { t } = useTranslation('board')
  const { t: o } = useTranslation('outlook')
  const weatherText = useWeatherText()
  const { tone, text, ladder } = useLevelsGlance(airport.icao)
  const headline = ladder && <Headline ladder={ladder} tone={tone} text={text} />
  if (ladder?.state.state === 'on') return headline
  if (isComing) {
    const { arrival, chance } = comingText(coming, ladder?.state ?? null, o)
    const hasArrival = coming.kind === 'coming' && arrival !== ''
    const told = hasArrival ? arrival : o('briefChance', { chance })
    return (
      <span className={FITTED} data-tone="warn" title={told}>
        {hasArrival ? comingBriefly(coming, o) : told}
      </span>
    )
  }
  if (ladder?.state.state === 'expected') return headline
  if (check) {
    return (
      <span className={FITTED} data-tone="warn">
        {checkText(check, t as TFunction<'board'>)}
      </span>
    )
  }
  if (isPlace) {
    return (
      <span className={styles.said} title={text}>
        {text}
      </span>
    )
  }
  if (!report) return <span className={styles.faint}>{t('noReport')}</span>
  return (
    <span className={styles.said} data-tone={hasThunderstorm(report) ? 'warn' : undefined}>
      {weatherText(report)}
    </span>
  )
}

interface HeadlineProps extends Pick<LevelsGlance, 'tone' | 'text'> {
  ladder: LadderGlance
}

/** The headline of the levels: a count-down whole, other words in its room. */
function Headline({ ladder, tone, text }: HeadlineProps) {
  return (
    <span className={endingLevel(ladder) ? styles.toned : FITTED} data-tone={tone} title={text}>
      {text}
    </span>
  )
}

/** The limiting weather with its value: thunderstorms, visibility, ceiling, else the weather as reported. */
export function useWeatherText(): (report: Report) => string {
  const { t } = useTranslation('board')
  const { visibility, height } = useFormat()
  const preset = CATEGORY_PRESETS[usePage((state) => state.categoryScheme)]
  return (report) => {
    if (hasThunderstorm(report)) return report.weather.join(' ')
    const limiting = limitingElement(report, preset)
    if (limiting?.kind === 'visibility') {
      return t('worst.visibility', { distance: quantityText(visibility(limiting.metres)) })
    }
    if (limiting?.kind === 'ceiling') return t('worst.ceiling', { height: quantityText(height(metres(limiting.feet))) })
    return report.weather.join(' ')
  }
}

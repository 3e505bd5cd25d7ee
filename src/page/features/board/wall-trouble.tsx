import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { hasThunderstorm } from '../../../core/metar/report.ts'
import { arrivesAtMs, isComingSoon } from '../../../core/nowcast/coming.ts'
import { clockText } from '../../../core/util/format.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { comingText } from '../../airport/outlook-words.ts'
import { type LadderGlance, type LevelsGlance, useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { RingMark, useEndingLevel } from '../../airport/wall-row.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { checkText } from './board-cells.tsx'
import { useWeatherText } from './trouble.tsx'

addWords(import.meta.glob('../../../locales/*/outlook.json', { eager: true, import: 'default' }))

interface WallTrouble {
  mark: ReactNode
  value: string
  tone: LevelsGlance['tone'] | undefined
  ladder: LadderGlance | null
}

/** The most urgent problem of an airport for a wall's row: a level, an approaching storm, a doubtful report, the weather. */
export function useWallTrouble(row: BoardRow): WallTrouble {
  const { t } = useTranslation('board')
  const { t: o } = useTranslation('outlook')
  const { zone } = useFormat()
  const weatherText = useWeatherText()
  const glance = useLevelsGlance(row.airport.icao)
  const ending = useEndingLevel(glance)
  const { ladder, tone, text } = glance
  const { coming, check, report, category, isPlace, isComing } = row
  const mark = isPlace ? null : <CategoryRing category={category} />
  if (ending) return { mark: ending.mark ?? mark, value: ending.value, tone, ladder }
  if (ladder?.state.state === 'on') return { mark, value: text, tone, ladder }
  if (isComing && coming.kind === 'coming' && isComingSoon(coming)) {
    const atMs = arrivesAtMs(coming)
    const value = atMs === null ? t('worst.there') : t('worst.about', { time: clockText(atMs, zone) })
    const ring = <RingMark km={coming.km} tone="warn" label={t('worst.ring', { km: coming.km })} />
    return { mark: ring, value, tone: 'warn', ladder }
  }
  if (isComing) {
    return {
      mark,
      value: o('briefChance', { chance: comingText(coming, ladder?.state ?? null, o).chance }),
      tone: 'warn',
      ladder,
    }
  }
  if (ladder?.state.state === 'expected') return { mark, value: text, tone, ladder }
  if (check) return { mark, value: checkText(check, t as TFunction<'board'>), tone: 'warn', ladder }
  if (!report) return { mark, value: t('noReport'), tone: undefined, ladder }
  return { mark, value: weatherText(report), tone: hasThunderstorm(report) ? 'warn' : undefined, ladder }
}

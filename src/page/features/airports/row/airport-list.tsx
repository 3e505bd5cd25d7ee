import { useTranslation } from 'react-i18next'
import { CATEGORY_PRESETS, type FlightCategory, flightCategory } from '../../core/flight-category.ts'
import { countText } from '../../core/format.ts'
import { isInside, viewBox } from '../../core/geo.ts'
import { reportAge } from '../../core/report.ts'
import { airportName } from '../../shell/airport-words.ts'
import { CategoryRing } from '../../shell/category-ring.tsx'
import { useMapSize } from '../../shell/map-size.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useStandingReports } from '../../shell/standing-reports.ts'
import { LISTED_MAX, ThingsInView } from '../../shell/things-in-view.tsx'
import { useWords } from '../../shell/use-words.ts'
import { airportListStrings } from './airport-list-strings.ts'

const WORST_FIRST: readonly FlightCategory[] = ['lifr', 'ifr', 'mvfr', 'vfr', 'unknown']

/** The airports in view, those with the lowest category first. */
export function AirportList() {
  const { t: airports } = useTranslation('airports')
  const t = useWords('airports-list', airportListStrings)
  const standing = useStandingReports()
  const { width, height } = useMapSize()
  const lang = useShell((state) => state.lang)
  const preset = CATEGORY_PRESETS[useShell((state) => state.categoryScheme)]

  function look() {
    const box = viewBox(useShell.getState().view, width, height)
    const inView = standing.airports().flatMap((airport) => {
      if (!isInside(box, airport)) return []
      const report = standing.latest(airport.icao)
      const isCurrent = report && reportAge(report.obsTimeMs, standing.nowMs()) !== 'outdated'
      return [{ airport, category: isCurrent ? flightCategory(report, preset) : ('unknown' as const) }]
    })
    inView.sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.category) - WORST_FIRST.indexOf(b.category) ||
        a.airport.icao.localeCompare(b.airport.icao),
    )
    const things = inView.slice(0, LISTED_MAX).map(({ airport, category }) => {
      const name = airportName(airport, lang)
      return {
        kind: 'airport',
        id: airport.icao,
        at: airport,
        said: airports(`category.${category}`),
        content: (
          <>
            <CategoryRing category={category} />
            <span>{airport.icao}</span>
            <span>{name}</span>
          </>
        ),
      }
    })
    return { things, all: inView.length }
  }

  return (
    <ThingsInView
      title={t('title')}
      look={look}
      note={(shown, all) => t('note', { shown: countText(shown), all: countText(all) })}
      none={t('none')}
    />
  )
}

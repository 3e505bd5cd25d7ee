import { useTranslation } from 'react-i18next'
import { isInside, viewBox } from '../../../../core/geo/geo.ts'
import {
  CATEGORY_PRESETS,
  type FlightCategory,
  flightCategory,
  presentCategory,
} from '../../../../core/metar/flight-category.ts'
import { reportAge } from '../../../../core/metar/report.ts'
import { airportTitle } from '../../../airport/airport-words.ts'
import { CategoryRing } from '../../../airport/category-ring.tsx'
import { FeaturesInViewList, LISTED_MAX } from '../../../desk/panels/features-in-view-list.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useAreReportsStale } from '../../../live/reports/stale-reports.ts'
import { useStandingReports } from '../../../live/reports/use-standing-reports.ts'
import { useMapSize } from '../../../map/map-size.ts'
import { usePage } from '../../../state/page-store.ts'

addWords(import.meta.glob('../../../../locales/*/airports-list.json', { eager: true, import: 'default' }))

const WORST_FIRST: readonly FlightCategory[] = ['lifr', 'ifr', 'mvfr', 'vfr', 'unknown']

/** The airports in view, those with the lowest category first. */
export function AirportList() {
  const { t: airports } = useTranslation('airports')
  const { t } = useTranslation('airports-list')
  const standing = useStandingReports()
  const { width, height } = useMapSize()
  const lang = usePage((state) => state.lang)
  const areReportsStale = useAreReportsStale()
  const preset = CATEGORY_PRESETS[usePage((state) => state.categoryScheme)]

  function look() {
    const box = viewBox(usePage.getState().view, width, height)
    const inView = standing.airports().flatMap((airport) => {
      if (!isInside(box, airport)) return []
      const report = standing.latest(airport.icao)
      if (!report) return [{ airport, category: 'unknown' as const }]
      const age = reportAge(report.obsTimeMs, standing.nowMs())
      return [{ airport, category: presentCategory(flightCategory(report, preset), age, areReportsStale) }]
    })
    inView.sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.category) - WORST_FIRST.indexOf(b.category) ||
        a.airport.icao.localeCompare(b.airport.icao),
    )
    const things = inView.slice(0, LISTED_MAX).map(({ airport, category }) => {
      const name = airportTitle(airport, lang)
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

  return <FeaturesInViewList title={t('title')} look={look} note={(counts) => t('note', counts)} none={t('none')} />
}

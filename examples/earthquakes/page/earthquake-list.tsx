import { useTranslation } from 'react-i18next'
import { isInside, viewBox } from '../../../core/geo/geo.ts'
import { countText, numberText, positionText } from '../../../core/util/format.ts'
import { FeaturesInViewList, LISTED_MAX } from '../../desk/panels/features-in-view-list.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import type { Earthquake } from './earthquake.ts'
import './words.ts'

/** The strongest in view. */
export function EarthquakeList({ earthquakes }: { earthquakes: readonly Earthquake[] }) {
  const { t } = useTranslation('earthquakes')
  const { utcDateTime } = useFormat()
  const { width, height } = useMapSize()

  function look() {
    const box = viewBox(usePage.getState().view, width, height)
    const inView = earthquakes.filter((each) => isInside(box, each))
    const strongest = inView.toSorted((a, b) => b.magnitude - a.magnitude).slice(0, LISTED_MAX)
    const things = strongest.map(({ id, lat, lon, magnitude, atMs }) => ({
      kind: 'earthquake',
      id,
      at: { lat, lon },
      said: positionText(lat, lon, 1),
      content: (
        <>
          <b>{numberText(magnitude)}</b>
          <span>{utcDateTime(atMs)}</span>
        </>
      ),
    }))
    return { things, all: inView.length }
  }

  return (
    <FeaturesInViewList
      title={t('inView')}
      look={look}
      note={(shown, all) => t('listed', { shown: countText(shown), all: countText(all) })}
      none={t('noneInView')}
    />
  )
}

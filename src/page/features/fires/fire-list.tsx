import { isInside, viewBox } from '../../../core/geo/geo.ts'
import { countText, positionText } from '../../../core/util/format.ts'
import { FeaturesInViewList, LISTED_MAX } from '../../desk/panels/features-in-view-list.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useWords } from '../../i18n/use-words.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { fireListStrings } from './fire-list-strings.ts'
import { useFires } from './use-fires.ts'

/** The youngest fires in view, from loaded cells. */
export function FireList() {
  const t = useWords('fires-list', fireListStrings)
  const { utcDateTime, age } = useFormat()
  const { fires } = useFires()
  const { width, height } = useMapSize()
  const now = useNow()

  function look() {
    const box = viewBox(usePage.getState().view, width, height)
    const inView = fires.filter((fire) => isInside(box, fire))
    const youngest = inView.toSorted((a, b) => b.detectedAtMs - a.detectedAtMs).slice(0, LISTED_MAX)
    const things = youngest.map(({ id, lat, lon, detectedAtMs }) => {
      const position = positionText(lat, lon, 2)
      const time = utcDateTime(detectedAtMs)
      const old = age(now - detectedAtMs)
      return {
        kind: 'fire',
        id,
        at: { lat, lon },
        said: time,
        content: (
          <>
            <span>{t('old', { age: old })}</span>
            <span>{position}</span>
          </>
        ),
      }
    })
    return { things, all: inView.length }
  }

  return (
    <FeaturesInViewList
      title={t('title')}
      look={look}
      note={(shown, all) => t('note', { shown: countText(shown), all: countText(all) })}
      none={t('none')}
    />
  )
}

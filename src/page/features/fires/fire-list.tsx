import { countText, positionText } from '../../core/format.ts'
import { isInside, viewBox } from '../../core/geo.ts'
import { useFormat } from '../../shell/format.ts'
import { useMapSize } from '../../shell/map-size.ts'
import { useShell } from '../../shell/shell-store.ts'
import { LISTED_MAX, ThingsInView } from '../../shell/things-in-view.tsx'
import { useNow } from '../../shell/use-now.ts'
import { useWords } from '../../shell/use-words.ts'
import { fireListStrings } from './fire-list-strings.ts'
import { useFires } from './use-fires.ts'

/** The youngest fires in view, as far as their cells are loaded. */
export function FireList() {
  const t = useWords('fires-list', fireListStrings)
  const { utcDateTime, age } = useFormat()
  const { fires } = useFires()
  const { width, height } = useMapSize()
  const now = useNow()

  function look() {
    const box = viewBox(useShell.getState().view, width, height)
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
    <ThingsInView
      title={t('title')}
      look={look}
      note={(shown, all) => t('note', { shown: countText(shown), all: countText(all) })}
      none={t('none')}
    />
  )
}

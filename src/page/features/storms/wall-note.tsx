import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isInside } from '../../../core/geo/geo.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { areaOfInterest } from '../../state/area-of-interest.ts'
import { usePage } from '../../state/page-store.ts'
import { useNamedPlaces } from '../../state/wall-places.ts'
import { rateText, type StormT } from './storm-words.ts'
import styles from './storms.module.css'
import { useListedStorms } from './use-listed-storms.ts'
import { useStormNames } from './use-storm-names.ts'

addWords(import.meta.glob('../../../locales/*/{storms,sentence}.json', { eager: true, import: 'default' }))

/** Along the bottom of a wall's map: the busiest storm of its area, or that none is detected. */
export default function WallStorms() {
  const isOn = usePage((state) => state.overlaysOn.includes('storms'))
  return isOn ? <Told /> : null
}

function Told() {
  const { t } = useTranslation('storms')
  const { t: sentence } = useTranslation('sentence')
  const say = t as StormT
  const isStale = useIsLightningStale()
  const { storms, all, isLoading, partlyMin, isUnknown } = useListedStorms()
  const named = useMemo(() => {
    const area = areaOfInterest()
    return storms.filter((storm) => isInside(area, storm)).slice(0, 1)
  }, [storms])
  const nameOf = useStormNames(named, 'short')
  useNamedPlaces('storm', named)
  if (isLoading) return null
  const [busiest] = named
  function none() {
    if (isUnknown) return sentence('unknown')
    return partlyMin === null ? sentence('none') : sentence('nonePartly', { watched: partlyMin })
  }
  return (
    <p className={styles.wall} data-stale={isStale || undefined}>
      {busiest ? (
        <>
          {t('wall.busiest')} <b>{rateText(busiest, say, 'short')}</b> {nameOf(busiest).replace('\n', ' ')}
        </>
      ) : storms.length > 0 ? (
        t('count', { count: 0, storms: 0, all })
      ) : (
        none()
      )}
      {partlyMin === null || storms.length === 0 ? null : (
        <span className={styles.partly}> · {t('partly', { watched: partlyMin })}</span>
      )}
    </p>
  )
}

import { useTranslation } from 'react-i18next'
import { freeBox } from '../../../core/geo/fit-view.ts'
import { type Box, viewBox } from '../../../core/geo/geo.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { useMapSize, useWallScale } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { useNamedPlaces } from '../../state/wall-places.ts'
import { strings } from './storm-strings.ts'
import { placeText, rateText, type StormT } from './storm-words.ts'
import styles from './storms.module.css'
import { useListedStorms } from './use-listed-storms.ts'
import { useStormFormat } from './use-storm-format.ts'

addWords('storms', strings)

/** A storm nearer to the edge of the map than this is not named: its mark would be cut. Map pixels. */
const EDGE_PX = 12

/** Along the bottom of a wall's map: the busiest storm in view, or that none is detected. */
export default function WallStorms() {
  const isOn = usePage((state) => state.overlaysOn.includes('storms'))
  return isOn ? <Told /> : null
}

function Told() {
  const { t } = useTranslation('storms')
  const say = t as StormT
  const format = useStormFormat()
  const isStale = useIsLightningStale()
  const { storms, listed, near, isLoading, partlyMin, isUnknown } = useListedStorms(useFreeBox())
  const [busiest] = listed
  useNamedPlaces('storm', busiest ? [busiest] : [])
  if (isLoading) return null
  const none = t(isUnknown ? 'unwatched' : 'none')
  return (
    <p className={styles.wall} data-stale={isStale || undefined}>
      {busiest ? (
        <>
          {t('wall.busiest')} <b>{rateText(busiest, say, 'short')}</b>{' '}
          {placeText(busiest, near, format, say, 'short').replace('\n', ' ')}
        </>
      ) : storms.length > 0 ? (
        t('count', { count: 0, storms: 0, all: storms.length })
      ) : (
        none
      )}
      {partlyMin === null ? null : <span className={styles.partly}> {t('partly', { watched: partlyMin })}</span>}
    </p>
  )
}

/** The free part of the map: the named storm is visible. */
function useFreeBox(): Box {
  const view = usePage((state) => state.view)
  const size = useMapSize()
  const inset = useWallScale()?.inset
  return inset ? freeBox(view, size, inset, EDGE_PX) : viewBox(view, size.width, size.height)
}

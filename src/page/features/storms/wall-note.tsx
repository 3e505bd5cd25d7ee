import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { useMapScale } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { RateLegend } from './rate-legend.tsx'
import { strings } from './storm-strings.ts'
import { placeText, rateText, type StormT } from './storm-words.ts'
import styles from './storms.module.css'
import { useListedStorms } from './use-listed-storms.ts'
import { useStormFormat } from './use-storm-format.ts'

addWords('storms', strings)

/** Along the bottom of a wall's map: the busiest storm in view, or that none is detected, and the legend. */
export default function WallStorms() {
  const isOn = usePage((state) => state.overlaysOn.includes('storms'))
  return isOn ? <Told /> : null
}

function Told() {
  const { t } = useTranslation('storms')
  const say = t as StormT
  const format = useStormFormat()
  const scale = useMapScale()
  const isStale = useIsLightningStale()
  const { storms, listed, near, isLoading, partlyMin, isUnknown } = useListedStorms()
  if (isLoading) return null
  const [busiest] = listed
  const none = t(isUnknown ? 'unwatched' : 'none')
  return (
    <div className={styles.wall} data-stale={isStale || undefined}>
      <div>
        {busiest ? (
          <p>
            {t('wall.busiest')} <b>{rateText(busiest, say)}</b>
            <br />
            {placeText(busiest, near, format, say)}
          </p>
        ) : (
          <p>{storms.length > 0 ? t('count', { count: 0, storms: 0, all: storms.length }) : none}</p>
        )}
        {partlyMin === null ? null : <p className={styles.partly}>{t('partly', { watched: partlyMin })}</p>}
      </div>
      {storms.length > 0 ? <RateLegend label={t('legendRate')} scale={scale} /> : null}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { HORIZONS_MIN, servedNowcastSchema } from '../../../contract/nowcast.ts'
import { placeIn } from '../../../core/nowcast/coming.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ArrivalScore } from '../../airport/arrival-score.tsx'
import { outlookText } from '../../airport/outlook-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { usePlaceLevels } from '../../live/levels/use-levels.ts'
import { useNowcast } from '../../live/nowcast/use-nowcast.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import styles from './hold-timer.module.css'

addWords(import.meta.glob('../../../locales/*/outlook.json', { eager: true, import: 'default' }))

const ASK_EVERY_MS = MINUTE_MS / 2

export function ComingNext({ icao }: { icao: string }) {
  const { t } = useTranslation('outlook')
  const told = useOutlook(icao, t)
  if (told.kind === 'sentence') return <p>{told.text}</p>
  const { text, chances } = told.glance
  return (
    <div>
      <p>{text}</p>
      <p className="small">{t('chanceIn')}</p>
      <dl className={styles.chances}>
        {chances.map((chance, h) => (
          <div key={HORIZONS_MIN[h]}>
            <dt>{t('chance', { minutes: HORIZONS_MIN[h] })}</dt> <dd>{chance}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function ComingNextByRing({ icao }: { icao: string }) {
  const { t } = useTranslation('outlook')
  const told = useOutlook(icao, t)
  if (told.kind !== 'rings') return null
  return (
    <div>
      <table className={styles.outlook}>
        <caption>{told.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ring')}</th>
            <th scope="col">{t('arrival')}</th>
            {HORIZONS_MIN.map((minutes) => (
              <th key={minutes} scope="col">
                {t('chance', { minutes })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {told.rings.map(({ km, arrival, chances }) => (
            <tr key={km}>
              <th scope="row">{t('km', { km })}</th>
              <td>{arrival}</td>
              {chances.map((chance, h) => (
                <td key={HORIZONS_MIN[h]}>{chance}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">{told.calibrated}</p>
      <ArrivalScore className="small" />
    </div>
  )
}

function useOutlook(icao: string, t: TFunction) {
  const { ask, config } = useServerConnection()
  const nowMs = useNow()
  const nowcast = useNowcast()
  const levels = usePlaceLevels(icao)
  const place = nowcast ? placeIn(nowcast, icao) : undefined
  // The server omits calm places unless requested.
  const { data } = useQuery({
    queryKey: ['nowcast', icao],
    queryFn: ({ signal }) =>
      ask(API_PATHS.nowcast, servedNowcastSchema, { query: { place: icao }, product: 'lightning', signal }),
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
    enabled: config.delivery === 'relay' && nowcast?.state === 'known' && place === undefined,
  })
  const at = { nowMs, levels: levels.kind === 'told' ? levels.lightning : null }
  return place ? outlookText(nowcast, place, at, t) : outlookText(data ?? nowcast, data?.places[0], at, t)
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ANOTHER_STRIKE_PATH, anotherStrikeSchema } from '../../../../contract/verification/another-strike.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import styles from '../hold-timer.module.css'
import { againText, basisText, holdTimesOf, struckRing } from './again-words.ts'

addWords(import.meta.glob('../../../../locales/*/again.json', { eager: true, import: 'default' }))

interface AgainProps {
  icao: string
  holdTimer: HoldTimer
}

/** During a countdown: the probability of another strike after the present quiet time. */
export function AnotherStrike({ icao, holdTimer }: AgainProps) {
  const { t } = useTranslation('again')
  const { ring, data } = useAnotherStrike(icao, holdTimer)
  const told = data && ring ? againText(data, ring, holdTimer, t) : null
  return told ? <p className="faint">{told}</p> : null
}

/** Missed strikes and total time of shorter and longer hold times in past cases. */
export function PastHoldTimes({ icao, holdTimer }: AgainProps) {
  const { t } = useTranslation('again')
  const { data } = useAnotherStrike(icao, holdTimer)
  const rows = data ? holdTimesOf(data) : []
  if (!data || rows.length === 0) return null
  return (
    <div>
      <table className={styles.outlook}>
        <caption>{t('byHoldTime', { km: data.ringKm })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('holdTime')}</th>
            <th scope="col">{t('struck', { within: data.withinMin })}</th>
            <th scope="col">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ afterMin, struckPercent, heldPercent }) => (
            <tr key={afterMin}>
              <th scope="row">{t('minutes', { minutes: afterMin })}</th>
              <td>{t('percent', { percent: struckPercent })}</td>
              <td>{t('percent', { percent: heldPercent })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">{basisText(data, t)}</p>
    </div>
  )
}

function useAnotherStrike(icao: string, holdTimer: HoldTimer) {
  const { ask, config } = useServerConnection()
  const ring = struckRing(holdTimer)
  const query = { place: icao, ring: String(ring?.km ?? '') }
  const { data } = useQuery({
    queryKey: ['another strike', query],
    queryFn: ({ signal }) => ask(ANOTHER_STRIKE_PATH, anotherStrikeSchema, { query, product: 'lightning', signal }),
    // Recounted each hour.
    staleTime: HOUR_MS,
    enabled: ring !== undefined && config.delivery === 'relay',
  })
  return { ring, data }
}

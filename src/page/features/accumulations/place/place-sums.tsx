import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ContractError } from '../../../../client/http/contract-api.ts'
import {
  ACCUMULATED_PLACE_PATH,
  type AccumulatedPlace,
  accumulatedPlaceSchema,
} from '../../../../contract/verification/accumulations.ts'
import { placeProfile } from '../../../../core/accumulations/place-profile.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../core/time/durations.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { zoneOffsetMinutes } from '../../../../core/util/format.ts'
import { LocationErrorNote } from '../../../airport/location-error-note.tsx'
import { downloadCsv } from '../../../desk/download.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import styles from './place.module.css'
import { ThunderBars } from './thunder-bars.tsx'

addWords(import.meta.glob('../../../../locales/*/place-sums.json', { eager: true, import: 'default' }))

const ASK_AGAIN_MS = 10 * MINUTE_MS
const UNKNOWN_PLACE = 404

/** By hour of the day and by month in how many of the watched hours it thundered around a place, and how many were watched. */
export default function PlaceSums({ id }: { id: string }) {
  const { t } = useTranslation('place-sums')
  const { ask } = useServerConnection()
  const { data, error } = useQuery({
    queryKey: ['accumulated place', id],
    queryFn: ({ signal }) =>
      ask(ACCUMULATED_PLACE_PATH, accumulatedPlaceSchema, { query: { place: id }, product: 'lightning', signal }),
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
  })
  if (data) return data.state === 'known' ? <Known told={data} t={t} /> : <Notice tone="unknown" title={t('waiting')} />
  if (!error) return <Loading label={t('loading')} lines={9} />
  const isUnknown = error instanceof ContractError && error.status === UNKNOWN_PLACE
  return <Notice tone="unknown" title={t(isUnknown ? 'notGuarded' : 'failed')} />
}

function Known({ told, t }: { told: AccumulatedPlace; t: TFunction }) {
  const { zone, zoneName, utcDateTime } = useFormat()
  const { byHour, byMonth } = placeProfile(told)
  const toMs = Date.parse(told.to!)
  const aheadMin = zoneOffsetMinutes(toMs, zone)
  const aheadHours = (aheadMin * MINUTE_MS) % HOUR_MS === 0 && aheadMin !== 0 ? (aheadMin * MINUTE_MS) / HOUR_MS : null
  const hourOf = (hour: number) => String((hour + 24) % 24).padStart(2, '0')
  const months = byMonth.map((_, month) => t(`months.${month + 1}`))
  const save = () => {
    const head = ['month', 'hour_utc', 'watched_hours', 'thunder_hours', 'strokes']
    const rows = told.months.flatMap((hours, month) =>
      hours.map((each, hour) => [month + 1, hour, each.observedHours, each.thunderHours, each.strokes]),
    )
    downloadCsv(`thunder-${told.place}.csv`, csvText([head, ...rows]))
  }
  return (
    <div className={styles.sums}>
      <p className="faint">
        {t('basis', { km: told.withinKm, from: utcDateTime(Date.parse(told.from!)), to: utcDateTime(toMs) })}{' '}
        {told.simulated ? t('simulated') : null}
      </p>
      <LocationErrorNote />
      <ThunderBars
        title={aheadHours === null ? t('byHour') : t('byHourToo', { zone: zoneName })}
        bins={byHour}
        names={byHour.map((_, hour) => `${hourOf(hour)} UTC`)}
        ticks={[0, 6, 12, 18].map((at) => ({
          at,
          text: aheadHours === null ? hourOf(at) : `${hourOf(at)} (${hourOf(at + aheadHours)})`,
        }))}
        t={t}
      />
      <ThunderBars
        title={t('byMonth')}
        bins={byMonth}
        names={months}
        ticks={[0, 3, 6, 9].map((at) => ({ at, text: months[at] ?? '' }))}
        t={t}
      />
      <p className="faint">{t('explain')}</p>
      <p>
        <Button onClick={save}>{t('csv')}</Button>
      </p>
    </div>
  )
}

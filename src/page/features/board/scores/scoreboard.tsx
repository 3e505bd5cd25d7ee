import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import shipped from '../../../../../data/nowcast-scores.json' with { type: 'json' }
import { API_PATHS } from '../../../../contract/api-paths.ts'
import {
  type HorizonScores,
  SEASONS,
  type Verification,
  verificationSchema,
} from '../../../../contract/verification/verification.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { PlaceChoice } from '../../../airport/place-choice.tsx'
import { usePlaceTitle } from '../../../airport/use-place-title.ts'
import { downloadCsv } from '../../../desk/download.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { LabelledSelect } from '../../../ui/field/select.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ReliabilityDiagram } from './reliability-diagram.tsx'
import styles from './scores.module.css'

addWords(import.meta.glob('../../../../locales/*/scores.json', { eager: true, import: 'default' }))

const SHIPPED_COLUMNS = ['event', 'onsets', 'csi', 'motion', 'halo', 'calibration', 'skill', 'arrivals'] as const
const ASK_AGAIN_MS = 10 * MINUTE_MS
const COLUMNS = [
  'horizon',
  'cases',
  'came',
  'pod',
  'far',
  'csi',
  'onset',
  'persistence',
  'brier',
  'skill',
  'climate',
  'lead',
] as const

/** Verification of this server's forecasts: scores by place and season, or in total. */
export function Scoreboard() {
  const { t } = useTranslation('scores')
  const { ask } = useServerConnection()
  const [place, setPlace] = useState<string | null>('')
  const [season, setSeason] = useState('')
  const { data, isError } = useQuery({
    queryKey: ['verification', place, season],
    enabled: place !== null,
    queryFn: ({ signal }) => {
      const query = { ...(place && { place }), ...(season && { season }) }
      return ask(API_PATHS.verification, verificationSchema, { query, product: 'lightning', signal })
    },
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
  })
  return (
    <section className={styles.scores} aria-label={t('title')}>
      <div className={`fields ${styles.controls}`}>
        <div className={styles.labelled}>
          <span aria-hidden="true">{t('place')}</span>
          <PlaceChoice label={t('place')} className={styles.choice} chosen={place} onChoose={setPlace} />
        </div>
        <LabelledSelect
          label={t('season')}
          value={season}
          options={['', ...SEASONS]}
          nameOf={(each) => t(`seasons.${each || 'all'}`)}
          onChange={setSeason}
        />
      </div>
      {data ? <Scores data={data} /> : null}
      {!data && isError ? <Notice tone="unknown" title={t('failed')} /> : null}
      {data || isError || place === null ? null : <Loading label={t('loading')} lines={6} />}
      <ShippedScores />
    </section>
  )
}

function Scores({ data }: { data: Verification }) {
  const { t } = useTranslation('scores')
  const [chosenKm, setKm] = useState<number | null>(null)
  const [minutes, setMinutes] = useState(30)
  const titleOf = usePlaceTitle()
  if (data.state === 'no-strikes') return <Notice tone="unknown" title={t('noStrikes')} />
  if (data.state === 'waiting') return <Notice tone="unknown" title={t('waiting')} />
  const ring = data.rings.find(({ km }) => km === chosenKm) ?? data.rings.at(-1)
  const horizon = ring?.horizons.find((each) => each.minutes === minutes)
  const { calibration, leftOut } = data
  const ofPlace = data.place === null ? t('allPlaces') : titleOf(data.place)
  const day = (iso: string | null) => iso?.slice(0, 10) ?? ''
  const rows = ring?.horizons.map((each) => cellsOf(each, (value) => value?.toFixed(2) ?? t('unknown'))) ?? []
  const told = rows.map(([first, ...rest]) => [t('minutes', { minutes: first }), ...rest])
  const names = COLUMNS.map((column) => t(`column.${column}`))
  const save = () => {
    const name = `scores-${data.place ?? 'all'}-${ring?.km}km-${data.season ?? 'all'}.csv`
    downloadCsv(name, csvText([names, ...rows]))
  }
  return (
    <>
      <p>
        {t('period', { from: day(data.from), to: day(data.to) })}{' '}
        {calibration.kind === 'recorded'
          ? t('recorded')
          : t('measured', { from: day(calibration.from), to: day(calibration.to) })}{' '}
        {data.simulated ? t('simulated') : null}
      </p>
      {ring ? (
        <>
          <div className={`fields ${styles.controls}`}>
            <LabelledSelect
              label={t('ring')}
              value={ring.km}
              options={data.rings.map(({ km }) => km)}
              nameOf={(km) => t('km', { km })}
              onChange={setKm}
            />
            <LabelledSelect
              label={t('column.horizon')}
              value={minutes}
              options={ring.horizons.map((each) => each.minutes)}
              nameOf={(each) => t('minutes', { minutes: each })}
              onChange={setMinutes}
            />
            <Button onClick={save}>{t('csv')}</Button>
            <Button onClick={() => print()}>{t('print')}</Button>
          </div>
          <p className={styles.paper}>
            {[ofPlace, t(`seasons.${data.season ?? 'all'}`), `${t('ring')} ${t('km', ring)}`].join(' · ')}
          </p>
          <FiguresTable names={names} rows={told} isTurnedWhenNarrow />
          {horizon ? <ReliabilityDiagram horizon={horizon} t={t} /> : null}
        </>
      ) : (
        <p>{t('none')}</p>
      )}
      <p className="faint">{t('explain')}</p>
      <p className="faint">
        {t('leftOut', {
          ...leftOut,
          unverified: leftOut.unverified
            .map(({ minutes: within, left }) => `${left} (${t('minutes', { minutes: within })})`)
            .join(', '),
        })}
      </p>
    </>
  )
}

/** In the order of `COLUMNS`. */
function cellsOf(each: HorizonScores, known: (value: number | null) => number | string): (number | string)[] {
  const { all, onset, persistence, lead } = each
  return [
    each.minutes,
    each.cases,
    each.came,
    known(all.pod),
    known(all.far),
    known(all.csi),
    known(onset.csi),
    known(persistence.csi),
    known(each.brier),
    known(each.skillOverPersistence),
    known(each.skillOverClimatology),
    known(lead.meanMin),
  ]
}

/**
 * Scores of the shipped weights on recorded storms, each excluded from its fit: available before this server has a
 * history.
 */
function ShippedScores() {
  const { t } = useTranslation('scores')
  const { events, ringKm, minutes } = shipped
  const rows = events.map((each) => [
    each.event,
    each.onsets,
    each.csi.toFixed(2),
    each.motionCsi.toFixed(2),
    each.haloCsi.toFixed(2),
    each.calibrationError.toFixed(3),
    each.brierSkill.toFixed(2),
    t('shipped.within', { percent: each.withinPercent, cases: each.arrivals }),
  ])
  return (
    <section aria-label={t('shipped.title')}>
      <h3>{t('shipped.title')}</h3>
      <p className="faint">{t('shipped.explain', { events: events.length, km: ringKm, minutes })}</p>
      <FiguresTable names={SHIPPED_COLUMNS.map((column) => t(`shipped.column.${column}`))} rows={rows} isWordy />
    </section>
  )
}

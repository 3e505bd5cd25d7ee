import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { API_PATHS } from '../../../../contract/api-paths.ts'
import {
  type HorizonScores,
  SEASONS,
  type Verification,
  verificationSchema,
} from '../../../../contract/verification/verification.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { download } from '../../../desk/download.ts'
import { useWords } from '../../../i18n/use-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ReliabilityDiagram } from './reliability-diagram.tsx'
import styles from './scores.module.css'
import { scoresStrings } from './scores-strings.ts'

const ASK_AGAIN_MS = 10 * MINUTE_MS
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const COLUMNS = [
  ...(['horizon', 'cases', 'came', 'pod', 'far', 'csi', 'onset'] as const),
  ...(['persistence', 'brier', 'skill', 'climate', 'lead'] as const),
]

/** How good what this server told turned out: the scores of its own past, of a place and a season or of all. */
export function Scoreboard() {
  const t = useWords('scores', scoresStrings)
  const { ask } = useServerConnection()
  const [place, setPlace] = useState('')
  const [season, setSeason] = useState('')
  const wanted = ID.test(place.trim()) ? place.trim() : ''
  const { data, isError } = useQuery({
    queryKey: ['verification', wanted, season],
    queryFn: ({ signal }) => {
      const query = { ...(wanted && { place: wanted }), ...(season && { season }) }
      return ask(API_PATHS.verification, verificationSchema, { query, product: 'lightning', signal })
    },
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
  })
  return (
    <section className={styles.scores} aria-label={t('title')}>
      <div className={`fields ${styles.controls}`}>
        <label>
          <span>{t('place')}</span>
          <input value={place} spellCheck={false} onChange={({ target }) => setPlace(target.value)} />
        </label>
        <label>
          <span>{t('season')}</span>
          <select value={season} onChange={({ target }) => setSeason(target.value)}>
            {['', ...SEASONS].map((each) => (
              <option key={each} value={each}>
                {t(`seasons.${each || 'all'}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {data ? <Scores data={data} /> : null}
      {!data && isError ? <Notice tone="unknown" title={t('failed')} /> : null}
      {data || isError ? null : <Loading label={t('loading')} lines={6} />}
    </section>
  )
}

function Scores({ data }: { data: Verification }) {
  const t = useWords('scores', scoresStrings)
  const [chosenKm, setKm] = useState<number | null>(null)
  const [minutes, setMinutes] = useState(30)
  if (data.state === 'no-strikes') return <Notice tone="unknown" title={t('noStrikes')} />
  if (data.state === 'waiting') return <Notice tone="unknown" title={t('waiting')} />
  const ring = data.rings.find(({ km }) => km === chosenKm) ?? data.rings.at(-1)
  const horizon = ring?.horizons.find((each) => each.minutes === minutes)
  const { calibration, leftOut } = data
  const day = (iso: string | null) => iso?.slice(0, 10) ?? ''
  const rows = ring?.horizons.map((each) => cellsOf(each, (value) => value?.toFixed(2) ?? t('unknown'))) ?? []
  const told = rows.map(([first, ...rest]) => [t('minutes', { minutes: first }), ...rest])
  const names = COLUMNS.map((column) => t(`column.${column}`))
  const save = () => {
    const name = `scores-${data.place ?? 'all'}-${ring?.km}km-${data.season ?? 'all'}.csv`
    download(name, new Blob([csvText([names, ...rows])], { type: 'text/csv' }))
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
            <label>
              <span>{t('ring')}</span>
              <select value={ring.km} onChange={({ target }) => setKm(Number(target.value))}>
                {data.rings.map(({ km }) => (
                  <option key={km} value={km}>
                    {t('km', { km })}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span>{t('column.horizon')}</span>
              <select value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
                {ring.horizons.map((each) => (
                  <option key={each.minutes} value={each.minutes}>
                    {t('minutes', each)}
                  </option>
                ))}
              </select>
            </label>
            <Button onClick={save}>{t('csv')}</Button>
            <Button onClick={() => print()}>{t('print')}</Button>
          </div>
          <FiguresTable names={names} rows={told} />
          {horizon ? <ReliabilityDiagram horizon={horizon} t={t} /> : null}
        </>
      ) : (
        <p>{t('none')}</p>
      )}
      <p className={styles.note}>{t('explain')}</p>
      <p className={styles.note}>
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
    ...[each.minutes, each.cases, each.came, known(all.pod), known(all.far), known(all.csi), known(onset.csi)],
    ...[known(persistence.csi), known(each.brier), known(each.skillOverPersistence), known(each.skillOverClimatology)],
    known(lead.meanMin),
  ]
}

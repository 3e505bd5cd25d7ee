import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { HORIZONS_MIN } from '../../../../contract/nowcast.ts'
import { ALARM_SHEET_PATH, type AlarmSheet, alarmSheetSchema } from '../../../../contract/verification/alarm-sheet.ts'
import { RING_KM_RANGE } from '../../../../contract/watch/places.ts'
import { HOLD_MINUTES, ruleOf } from '../../../../core/airports/rings.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { alarmSheetCsv } from '../../../../core/verification/alarm-sheet-csv.ts'
import { LocationErrorNote } from '../../../airport/location-error-note.tsx'
import { download } from '../../../desk/download.ts'
import { fieldStrings } from '../../../i18n/field-strings.ts'
import { useWords } from '../../../i18n/use-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberDraft } from '../../../ui/field/number-field.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import styles from './rules.module.css'
import { rulesStrings } from './rules-strings.ts'

const STRIKES = [1, 2, 3, 5]
/** None, and chances in %, of which 28 and 40 are those from which the scores count a place as warned. */
const CHANCES = [0, 5, 10, 20, 28, 40, 50, 60, 70, 80]
const WITHIN_MIN = 30

/** What any rule of alarms would have cost and missed at an airport, by the strikes that the server keeps. */
export default function RuleBench({ icao }: { icao: string }) {
  const t = useWords('rules', rulesStrings)
  const { ask } = useServerConnection()
  const rings = usePage((state) => ruleOf(icao, state).rings)
  const holdMinutes = usePage((state) => ruleOf(icao, state).holdMinutes)
  const [ring, setRing] = useState<number | null>(rings[0] ?? null)
  const [alarm, setAlarm] = useState<number | null>(rings.at(-1) ?? null)
  const [strikes, setStrikes] = useState(STRIKES[0]!)
  const [hold, setHold] = useState<number>(holdMinutes)
  const [chance, setChance] = useState(CHANCES[0]!)
  const [within, setWithin] = useState(WITHIN_MIN)
  const query = {
    ...{ place: icao, ring: String(ring), alarm: String(alarm), strikes: String(strikes), hold: String(hold) },
    ...(chance > 0 && { chance: String(chance), within: String(within) }),
  }
  const isSmaller = ring !== null && alarm !== null && alarm < ring
  const isRule = ring !== null && alarm !== null && !isSmaller
  const { data, isError } = useQuery({
    queryKey: ['alarm sheet', query],
    queryFn: ({ signal }) => ask(ALARM_SHEET_PATH, alarmSheetSchema, { query, product: 'lightning', signal }),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
    enabled: isRule,
  })
  return (
    <div className={styles.bench}>
      <div className={`fields ${styles.rule}`}>
        <Distance label={t('ring')} km={ring} onChange={setRing} t={t} />
        <Distance label={t('alarm')} km={alarm} onChange={setAlarm} t={t} />
        <Choice label={t('strikes')} value={strikes} options={STRIKES} onChange={setStrikes} />
        <Choice
          label={t('chance')}
          value={chance}
          options={CHANCES}
          onChange={setChance}
          told={(value) => (value === 0 ? t('noChance') : t('percent', { percent: value }))}
        />
        {chance > 0 ? (
          <Choice label={t('chanceWithin')} value={within} options={HORIZONS_MIN} onChange={setWithin} />
        ) : null}
        <Choice label={t('hold')} value={hold} options={HOLD_MINUTES} onChange={setHold} />
      </div>
      <LocationErrorNote className={styles.note} />
      {isSmaller ? <Notice tone="warn" title={t('smaller')} /> : null}
      {isRule && data && !isError ? <Sheet sheet={data} t={t} /> : null}
      {isRule && isError ? <Notice tone="unknown" title={t('failed')} /> : null}
      {!isRule || data || isError ? null : <Loading label={t('loading')} lines={9} />}
    </div>
  )
}

interface DistanceProps {
  label: string
  km: number | null
  onChange(km: number | null): void
  t: TFunction
}

function Distance({ label, km, onChange, t }: DistanceProps) {
  const f = useWords('fields', fieldStrings)
  return (
    <div>
      <span aria-hidden="true">{label}</span>
      <NumberDraft
        label={label}
        value={km}
        range={RING_KM_RANGE}
        step={1}
        allowed={t('allowed', { least: RING_KM_RANGE[0], most: RING_KM_RANGE[1] })}
        apply={f('apply')}
        onApply={onChange}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: number
  options: readonly number[]
  onChange(value: number): void
  /** How an option reads where that is not the number itself. */
  told?(value: number): string
}

function Choice({ label, value, options, onChange, told = String }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {options.map((each) => (
          <option key={each} value={each}>
            {told(each)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Sheet({ sheet, t }: { sheet: AlarmSheet; t: TFunction }) {
  const { place, rule, figures, leftOut, simulated } = sheet
  const time = (iso: string) => iso.slice(0, 16).replace('T', ' ')
  const save = () => {
    const { ringKm, alarmKm, holdMin, chance } = rule
    const ofChance = chance ? `-${chance.percent}percent-${chance.minutes}min` : ''
    const name = `alarms-${place}-${ringKm}km-${alarmKm}km${ofChance}-${holdMin}min.csv`
    download(name, new Blob([alarmSheetCsv(sheet)], { type: 'text/csv' }))
  }
  return (
    <>
      <p className={styles.paper}>{t('told', { ...rule, count: rule.strikes })}</p>
      {rule.chance ? <p className={styles.note}>{t('byChance', rule.chance)}</p> : null}
      <p className={styles.note}>{t('leftOut', leftOut)}</p>
      <table className={styles.sheet}>
        <caption>
          {t('title', { place, from: time(sheet.from), to: time(sheet.to) })}
          {simulated ? `, ${t('simulated')}` : ''}
        </caption>
        <tbody>
          {figuresTold(figures, t).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {figures.quiet.map((each) => (
        <p key={each.afterMin}>{t(each.cases > 0 ? 'again' : 'againNone', each)}</p>
      ))}
      <p className={styles.buttons}>
        <Button onClick={save}>{t('csv')}</Button>
        <Button onClick={() => print()}>{t('print')}</Button>
      </p>
    </>
  )
}

function figuresTold(figures: AlarmSheet['figures'], t: TFunction): [name: string, value: string | number][] {
  const { leadMin, dwellMin, strikesMissed, strikes, pod, far } = figures
  const share = (value: number | null) =>
    value === null ? t('unknown') : t('percent', { percent: Math.round(value * 100) })
  const minutes = (value: number | null) =>
    value === null ? t('unknown') : t('minutes', { minutes: Math.round(value * 10) / 10 })
  const lead = t('least', { median: minutes(leadMin.median), least: minutes(leadMin.least) })
  return [
    [t('figure.effective'), figures.effective],
    [t('figure.failures'), figures.failures],
    [t('figure.falseAlarms'), figures.falseAlarms],
    [t('figure.pod'), share(pod)],
    [t('figure.far'), share(far)],
    [t('figure.lead'), leadMin.median === null ? t('unknown') : lead],
    [t('figure.dwell'), minutes(dwellMin.median)],
    [t('figure.cost'), t('hours', { hours: Math.round(figures.alarmMin / 6) / 10 })],
    [t('figure.missed'), t('ofStrikes', { missed: strikesMissed, strikes })],
  ]
}

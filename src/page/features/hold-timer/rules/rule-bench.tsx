import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HORIZONS_MIN } from '../../../../contract/nowcast.ts'
import { ALARM_SHEET_PATH, type AlarmSheet, alarmSheetSchema } from '../../../../contract/verification/alarm-sheet.ts'
import type { Level } from '../../../../contract/watch/levels.ts'
import { RING_KM_RANGE } from '../../../../contract/watch/places.ts'
import { HOLD_MINUTES, ruleOf } from '../../../../core/airports/rings.ts'
import { levelsOfRings } from '../../../../core/levels/ladder-of.ts'
import { laddersOf } from '../../../../core/places/place.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { alarmSheetCsv } from '../../../../core/verification/alarm-sheet-csv.ts'
import { localName } from '../../../../locales/local-name.ts'
import { LocationErrorNote } from '../../../airport/location-error-note.tsx'
import { downloadCsv } from '../../../desk/download.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberDraft } from '../../../ui/field/number-field.tsx'
import { LabelledSelect } from '../../../ui/field/select.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { type BenchDraft, draftOf, judgedJson, ladderWith, levelOfDraft } from './bench-rule.ts'
import styles from './rules.module.css'
import { UseRule } from './use-rule.tsx'

addWords(import.meta.glob('../../../../locales/*/{fields,rules}.json', { eager: true, import: 'default' }))

const STRIKES = [1, 2, 3, 5, 10, 20]
const WITHIN_MIN = [1, 2, 5, 10, 15, 30]
/** No probability, and values in %, including 28 and 40, the warning thresholds of the scores. */
const CHANCES = [0, 5, 10, 20, 28, 40, 50, 60, 70, 80]

/** Cost and misses of an action level at a place, from the server's stored strikes. */
export default function RuleBench({ icao }: { icao: string }) {
  const { t } = useTranslation('rules')
  const lang = usePage((state) => state.lang)
  const levels = useLadder(icao)
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, levels.length - 1)
  return (
    <div className={styles.bench}>
      <div className={`fields ${styles.rule}`}>
        <Choice
          label={t('level')}
          value={index}
          options={[...levels.keys()]}
          onChange={setChosen}
          told={(at) => localName(levels[at]!, lang)}
        />
      </div>
      <Bench key={index} icao={icao} levels={levels} index={index} t={t} />
    </div>
  )
}

/** The lightning levels of a place; of an airport those derived from its rings. */
function useLadder(icao: string): readonly Level[] {
  const place = usePlaces((state) => state.byId.get(icao))
  const rings = usePage((state) => ruleOf(icao, state).rings)
  const holdMinutes = usePage((state) => ruleOf(icao, state).holdMinutes)
  return useMemo(
    () => (place ? laddersOf(place).lightning : levelsOfRings(rings, holdMinutes)),
    [place, rings, holdMinutes],
  )
}

function Bench({ icao, levels, index, t }: { icao: string; levels: readonly Level[]; index: number; t: TFunction }) {
  const { ask } = useServerConnection()
  const base = levels[index]!
  const [draft, setDraft] = useState(draftOf(base))
  const [ring, setRing] = useState<number | null>(draft.km ?? base.chance?.km ?? null)
  const change = (part: Partial<BenchDraft>) => setDraft({ ...draft, ...part })
  const level = levelOfDraft(base, draft)
  const isSmaller = ring !== null && level?.km !== undefined && level.km < ring
  const isRule = ring !== null && level !== null && !isSmaller
  const query = { place: icao, ring: String(ring), level: level ? judgedJson(level) : '' }
  const { data, isError } = useQuery({
    queryKey: ['alarm sheet', query],
    queryFn: ({ signal }) => ask(ALARM_SHEET_PATH, alarmSheetSchema, { query, product: 'lightning', signal }),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
    enabled: isRule,
  })
  const ladder = isRule ? ladderWith(levels, index, level) : null
  return (
    <>
      <div className={`fields ${styles.rule}`}>
        <Distance label={t('ring')} km={ring} onChange={setRing} t={t} />
        <Distance label={t('alarm')} km={draft.km} onChange={(km) => change({ km })} t={t} />
        <Choice
          label={t('strikes')}
          value={draft.strikes}
          options={STRIKES}
          onChange={(strikes) => change({ strikes })}
        />
        {draft.strikes > 1 ? (
          <Choice
            label={t('withinMin')}
            value={draft.withinMin}
            options={WITHIN_MIN}
            onChange={(withinMin) => change({ withinMin })}
          />
        ) : null}
        <Choice
          label={t('chance')}
          value={draft.chance}
          options={CHANCES}
          onChange={(chance) => change({ chance })}
          told={(value) => (value === 0 ? t('noChance') : t('percent', { percent: value }))}
        />
        {draft.chance > 0 ? (
          <Choice
            label={t('chanceWithin')}
            value={draft.chanceMin}
            options={HORIZONS_MIN}
            onChange={(chanceMin) => change({ chanceMin })}
          />
        ) : null}
        <Choice
          label={t('hold')}
          value={draft.holdMin}
          options={HOLD_MINUTES}
          onChange={(holdMin) => change({ holdMin })}
        />
      </div>
      <LocationErrorNote />
      {isSmaller ? <Notice tone="warn" title={t('smaller')} /> : null}
      {isRule && data && !isError ? <Sheet sheet={data} t={t} /> : null}
      {isRule && isError ? <Notice tone="unknown" title={t('failed')} /> : null}
      {!isRule || data || isError ? null : <Loading label={t('loading')} lines={9} />}
      {ladder ? <UseRule key={judgedJson(ladder[index]!)} icao={icao} levels={ladder} t={t} /> : null}
      {isRule && !ladder ? <p className="faint">{t('noLadder')}</p> : null}
    </>
  )
}

interface DistanceProps {
  label: string
  km: number | null
  onChange(km: number | null): void
  t: TFunction
}

function Distance({ label, km, onChange, t }: DistanceProps) {
  const { t: f } = useTranslation('fields')
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

interface ChoiceProps<Value extends number> {
  label: string
  value: Value
  options: readonly Value[]
  onChange(value: Value): void
  /** How an option reads where that is not the number itself. */
  told?(value: Value): string
}

/** A value other than the options, as from a file, becomes an option. */
function Choice<Value extends number>({ label, value, options, onChange, told = String }: ChoiceProps<Value>) {
  const all = options.includes(value) ? options : [...options, value].sort((a, b) => a - b)
  return <LabelledSelect label={label} value={value} options={all} nameOf={told} onChange={onChange} />
}

function Sheet({ sheet, t }: { sheet: AlarmSheet; t: TFunction }) {
  const { place, rule, figures, leftOut, simulated } = sheet
  const time = (iso: string) => iso.slice(0, 16).replace('T', ' ')
  const save = () => {
    const { ringKm, alarmKm, holdMin, chance } = rule
    const ofChance = chance ? `-${chance.percent}percent-${chance.minutes}min` : ''
    const ofKm = alarmKm === null ? '' : `-${alarmKm}km`
    const name = `alarms-${place}-${ringKm}km${ofKm}${ofChance}-${holdMin}min.csv`
    downloadCsv(name, alarmSheetCsv(sheet))
  }
  return (
    <>
      <p className={styles.paper}>
        {rule.alarmKm === null ? t('toldChance', rule) : t('told', { ...rule, count: rule.strikes })}
      </p>
      {rule.chance ? <p className="faint">{t('byChance', rule.chance)}</p> : null}
      <p className="faint">{t('leftOut', leftOut)}</p>
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

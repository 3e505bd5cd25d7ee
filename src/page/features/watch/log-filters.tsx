import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { STAGES } from '../../../contract/watch/alarms.ts'
import { STEPS } from '../../../contract/watch/place-states.ts'
import { localName } from '../../../locales/local-name.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { NO_FILTER, useLog, WATCHED } from './log-store.ts'
import { MomentField } from './moment-field.tsx'
import styles from './watch.module.css'

const SEEN = ['', 'open', 'done'] as const

export function LogFilters() {
  const { t } = useTranslation('watch')
  const { t: alarm } = useTranslation('alarm')
  const filter = useLog((state) => state.filter)
  const { setFilter } = useLog.getState()
  const places = usePlaces(filter.place)
  return (
    <search className={`fields ${styles.filters} ${styles.sideways}`} aria-label={t('filter')}>
      <TextField type="search" label={t('search')} value={filter.text} onChange={(text) => setFilter({ text })} />
      <Choice
        label={t('place')}
        value={filter.place}
        options={[['', t('allPlaces')], [WATCHED, t('watchedPlaces')], ...places]}
        onChange={(place) => setFilter({ place })}
      />
      <Choice
        label={t('stage')}
        value={filter.stage}
        options={[['', t('allStages')], ...STAGES.map((stage) => [stage, alarm(`stage.${stage}`)] as const)]}
        onChange={(value) => setFilter({ stage: STAGES.find((stage) => stage === value) ?? '' })}
      />
      <Choice
        label={t('step')}
        value={filter.step}
        options={[['', t('allSteps')], ...STEPS.map((step) => [step, t(`steps.${step}`)] as const)]}
        onChange={(value) => setFilter({ step: STEPS.find((step) => step === value) ?? '' })}
      />
      <Choice
        label={t('acknowledged')}
        value={filter.acknowledged}
        options={SEEN.map((seen) => [seen, t(`seen.${seen || 'all'}`)] as const)}
        onChange={(value) => setFilter({ acknowledged: SEEN.find((seen) => seen === value) ?? '' })}
      />
      <MomentField label={t('from')} ms={filter.fromMs} onChange={(fromMs) => setFilter({ fromMs })} />
      <MomentField label={t('to')} ms={filter.toMs} onChange={(toMs) => setFilter({ toMs })} />
      <Button onClick={() => setFilter(NO_FILTER)}>{t('clear')}</Button>
    </search>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange(value: string): void
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} title={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The places with loaded rows, by name; and the selected one. */
function usePlaces(chosen: string): (readonly [id: string, name: string])[] {
  const lang = usePage((state) => state.lang)
  const alarms = useAlarmLog((state) => state.alarms)
  return useMemo(() => {
    const names = new Map(chosen && chosen !== WATCHED ? [[chosen, chosen]] : [])
    for (const { place } of alarms) {
      if (place) names.set(place.id, `${localName(place, lang)} (${place.id})`)
    }
    return [...names].sort(([, a], [, b]) => a.localeCompare(b, lang))
  }, [alarms, chosen, lang])
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { feet, knots, metres, metresPerSecond } from '../../../../core/util/units.ts'
import { addWords } from '../../../i18n/add-words.ts'
import type { UnitSystem } from '../../../state/choices.ts'
import { usePage } from '../../../state/page-store.ts'
import { NumberDraft } from '../../../ui/field/number-field.tsx'
import { Section } from '../../../ui/panel.tsx'
import { ALERT_OFF, useAlerts } from '../alert-store.ts'
import styles from '../alerts.module.css'
import { chime } from '../chime.ts'
import { askToNotify } from '../tell-alerts.ts'
import { choiceOf, MEASURES, type Measure, WEATHER_LIMITS } from '../weather-choice.ts'
import { PushSetting } from './push-setting.tsx'

addWords(import.meta.glob('../../../../locales/*/fields.json', { eager: true, import: 'default' }))

/** The limits that users can set, by quantity, stored in m/s and m. */
const LIMITS = {
  wind: 'windMps',
  visibility: 'visibilityM',
  ceiling: 'ceilingM',
} as const satisfies Partial<Record<Measure, string>>

type Limited = keyof typeof LIMITS

/** How a limit is shown and typed in the units that were chosen. */
interface LimitField {
  unit: string
  range: readonly [least: number, most: number]
  step: number
  /** A stored value in this unit: as typed if typed in it, else rounded to significant digits. */
  shown(kept: number): number
  /** A typed value in m/s or m. */
  kept(typed: number): number
}

const same = (value: number) => value

const METRIC: Record<Limited, LimitField> = {
  wind: { unit: 'm/s', range: WEATHER_LIMITS.windMps, step: 1, shown: shownBy(same, 1), kept: same },
  // Metres, as in aerodrome reports, independent of the selected units.
  visibility: { unit: 'm', range: WEATHER_LIMITS.visibilityM, step: 50, shown: shownBy(same, 0), kept: same },
  ceiling: { unit: 'm', range: WEATHER_LIMITS.ceilingM, step: 10, shown: shownBy(same, 0), kept: same },
}

const AVIATION: Record<Limited, LimitField> = {
  ...METRIC,
  wind: { unit: 'kt', range: [2, 116], step: 1, shown: shownBy(knots, 1), kept: metresPerSecond },
  ceiling: { unit: 'ft', range: [100, 9_800], step: 100, shown: shownBy(feet, 0), kept: metres },
}

/** Maximum significant digits of a typed limit. */
const TYPED_DIGITS_MAX = 3

/** Far less than a typed digit, and more than the error of a conversion and back. */
const CONVERTED_EXACTLY = 1e-9

/** Viewer rules for reports, other alerts of pinned airports, and notification settings. */
export function AlertSettingsSection() {
  const { t } = useTranslation('alerts')
  const off = useAlerts((state) => state.off)
  const toggle = useAlerts((state) => state.toggle)
  return (
    <>
      <Section title={t('weather')} note={t('weatherNote')}>
        <WeatherLevels />
      </Section>
      <Section title={t('settings')} note={t('settingsNote')}>
        <ul className={styles.kinds}>
          {ALERT_OFF.map((kind) => (
            <li key={kind}>
              <label>
                <input type="checkbox" checked={!off.includes(kind)} onChange={() => toggle(kind)} />{' '}
                {t(`kind.${kind}`)}
              </label>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('how')}>
        <How />
        <p className={styles.faint}>{t('steps')}</p>
        <p className={styles.faint}>{t('notice')}</p>
      </Section>
    </>
  )
}

function WeatherLevels() {
  const { t } = useTranslation('alerts')
  const weather = useAlerts((state) => state.weather)
  const setWeather = useAlerts((state) => state.setWeather)
  const { off } = choiceOf(weather)
  const toggle = (measure: Measure) =>
    setWeather({ off: off.includes(measure) ? off.filter((each) => each !== measure) : [...off, measure] })
  return (
    <>
      <p className={styles.faint}>{t(weather === null ? 'weatherOfServer' : 'weatherOwn')}</p>
      <ul className={styles.kinds}>
        {MEASURES.map((measure) => (
          <li key={measure}>
            <label>
              <input type="checkbox" checked={!off.includes(measure)} onChange={() => toggle(measure)} />{' '}
              {t(`measure.${measure}`)}
            </label>
            {isLimited(measure) && !off.includes(measure) ? <Limit measure={measure} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function isLimited(measure: Measure): measure is Limited {
  return measure in LIMITS
}

function Limit({ measure }: { measure: Limited }) {
  const { t } = useTranslation('alerts')
  const { t: f } = useTranslation('fields')
  const units = usePage((state) => state.units)
  const name = LIMITS[measure]
  const limit = useAlerts((state) => choiceOf(state.weather)[name])
  const setWeather = useAlerts((state) => state.setWeather)
  const { unit, range, step, shown, kept } = limitField(measure, units)
  const [least, most] = range
  return (
    <span className={`fields ${styles.limit}`}>
      <NumberDraft
        key={unit}
        label={`${t(`measure.${measure}`)} (${unit})`}
        value={shown(limit)}
        range={range}
        step={step}
        allowed={t('allowed', { least, most, unit })}
        apply={f('apply')}
        onApply={(typed) => setWeather({ [name]: kept(typed) })}
      />
      <span>{unit}</span>
    </span>
  )
}

function How() {
  const { t } = useTranslation('alerts')
  const sound = useAlerts((state) => state.sound)
  const system = useAlerts((state) => state.system)
  const set = useAlerts((state) => state.set)
  const [isDenied, setDenied] = useState(false)

  async function switchSystem(on: boolean) {
    const allowed = on && (await askToNotify())
    setDenied(on && !allowed)
    set({ system: allowed })
  }

  return (
    <ul className={styles.ways}>
      <li>
        <label>
          <input
            type="checkbox"
            checked={sound}
            onChange={({ target }) => {
              set({ sound: target.checked })
              if (target.checked) chime() // the click permits sound in the browser, and plays an example
            }}
          />{' '}
          {t('sound')}
        </label>
        <span className={styles.faint}>{t('soundNote')}</span>
      </li>
      <li>
        <label>
          <input type="checkbox" checked={system} onChange={({ target }) => void switchSystem(target.checked)} />{' '}
          {t('system')}
        </label>
        <span className={styles.faint} role={isDenied ? 'alert' : undefined}>
          {t(isDenied ? 'systemDenied' : 'systemNote')}
        </span>
      </li>
      <PushSetting />
    </ul>
  )
}

function limitField(kind: Limited, units: UnitSystem): LimitField {
  return (units === 'aviation' ? AVIATION : METRIC)[kind]
}

function shownBy(convert: (kept: number) => number, digits: number): (kept: number) => number {
  return (kept) => {
    const value = convert(kept)
    const typed = Number(value.toFixed(TYPED_DIGITS_MAX))
    return Math.abs(typed - value) < CONVERTED_EXACTLY ? typed : Number(value.toFixed(digits))
  }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERT_KINDS, type AlertKind, COOL_DOWN_MS } from '../../../../core/airports/alert-rules.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { fieldStrings } from '../../../i18n/field-strings.ts'
import { useWords } from '../../../i18n/use-words.ts'
import { usePage } from '../../../state/page-store.ts'
import { NumberDraft } from '../../../ui/field/number-field.tsx'
import { Section } from '../../../ui/panel.tsx'
import { useAlerts } from '../alert-store.ts'
import styles from '../alerts.module.css'
import { chime } from '../chime.ts'
import { askToNotify } from '../tell-alerts.ts'
import { LIMITS, type Limited, limitField } from './limit-field.ts'
import { PushSetting } from './push-setting.tsx'

/** What is told of the watched airports, from which numbers on, and how. */
export function AlertSettingsSection() {
  const { t } = useTranslation('alerts')
  const off = useAlerts((state) => state.settings.off)
  const toggle = useAlerts((state) => state.toggleKind)
  return (
    <>
      <Section title={t('settings')} note={t('settingsNote')}>
        <ul className={styles.kinds}>
          {ALERT_KINDS.map((kind) => (
            <li key={kind}>
              <label>
                <input type="checkbox" checked={!off.includes(kind)} onChange={() => toggle(kind)} />{' '}
                {t(`kind.${kind}`)}
              </label>
              {isLimited(kind) ? <Limit kind={kind} /> : null}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('how')}>
        <How />
        <p className={styles.faint}>{t('coolDown', { minutes: COOL_DOWN_MS / MINUTE_MS })}</p>
        <p className={styles.faint}>{t('notice')}</p>
      </Section>
    </>
  )
}

function isLimited(kind: AlertKind): kind is Limited {
  return kind in LIMITS
}

function Limit({ kind }: { kind: Limited }) {
  const { t } = useTranslation('alerts')
  const f = useWords('fields', fieldStrings)
  const units = usePage((state) => state.units)
  const name = LIMITS[kind]
  const limit = useAlerts((state) => state.settings[name])
  const setSettings = useAlerts((state) => state.setSettings)
  const { unit, range, step, shown, kept } = limitField(kind, units)
  const [least, most] = range
  return (
    <span className={`fields ${styles.limit}`}>
      <NumberDraft
        key={unit}
        label={`${t(`kind.${kind}`)} (${unit})`}
        value={shown(limit)}
        range={range}
        step={step}
        allowed={t('allowed', { least, most, unit })}
        apply={f('apply')}
        onApply={(typed) => setSettings({ [name]: kept(typed) })}
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
              if (target.checked) chime() // the click lets the browser sound, and says what it sounds like
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

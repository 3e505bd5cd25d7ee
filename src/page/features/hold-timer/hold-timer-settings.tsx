import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOLD_MINUTES, parseRings, RING_PRESETS, ringsText, ruleOf } from '../../../core/airports/rings.ts'
import { usePage } from '../../state/page-store.ts'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './hold-timer.module.css'

type Preset = keyof typeof RING_PRESETS
const PRESETS = Object.keys(RING_PRESETS) as Preset[]

/** Which rings, and how long a ring has to be quiet: for all airports or for this one, and part of the address. */
export function HoldTimerSettings({ icao }: { icao: string }) {
  const { t } = useTranslation('clock')
  const id = useId()
  const isOwn = usePage((state) => icao in state.ownRules)
  const rings = usePage((state) => ruleOf(icao, state).rings)
  const holdMinutes = usePage((state) => ruleOf(icao, state).holdMinutes)
  const { setRule, setOwnRule } = usePage.getState()
  const setRings = (km: readonly number[]) => setRule(icao, { rings: km })
  const [text, setText] = useState<string | null>(null)
  const preset = PRESETS.find((name) => ringsText(RING_PRESETS[name]) === ringsText(rings)) ?? 'own'
  const isWrong = text !== null && parseRings(text) === null

  function take(written: string) {
    setText(written)
    const read = parseRings(written)
    if (read) setRings(read)
  }

  return (
    <div className={`fields ${styles.settings}`}>
      <label className={styles.own}>
        <input type="checkbox" checked={isOwn} onChange={({ target }) => setOwnRule(icao, target.checked)} />
        <span>{t('settings.only', { icao })}</span>
      </label>
      <label>
        <span>{t('settings.preset')}</span>
        <select
          value={preset}
          onChange={({ target }) => {
            setText(null)
            if (target.value !== 'own') setRings(RING_PRESETS[target.value as Preset])
          }}
        >
          {PRESETS.map((name) => (
            <option key={name} value={name}>
              {t(`settings.${name}`)}
            </option>
          ))}
          {preset === 'own' ? <option value="own">{t('settings.own')}</option> : null}
        </select>
      </label>
      <label>
        <span>{t('settings.rings')}</span>
        <input
          type="text"
          value={text ?? rings.join(', ')}
          aria-invalid={isWrong}
          aria-describedby={id}
          onChange={({ target }) => take(target.value)}
          // What is wrong stays, with what is allowed: else it would seem to have been taken.
          onBlur={() => setText(isWrong ? text : null)}
        />
      </label>
      <p id={id} className={styles.hint} data-wrong={isWrong || undefined}>
        {t(isWrong ? 'settings.ringsWrong' : 'settings.ringsHint')}
      </p>
      <span className={styles.label}>{t('settings.hold')}</span>
      <Segmented
        label={t('settings.hold')}
        value={holdMinutes}
        options={HOLD_MINUTES.map((minutes) => ({ value: minutes, label: t('settings.minutes', { minutes }) }))}
        onChange={(minutes) => setRule(icao, { holdMinutes: minutes })}
      />
    </div>
  )
}

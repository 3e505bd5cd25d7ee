import { useTranslation } from 'react-i18next'
import { HOLD_MINUTES, parseRings, RING_PRESETS, ringsText, ruleOf } from '../../../core/airports/rings.ts'
import { addWords } from '../../i18n/add-words.ts'
import { usePage } from '../../state/page-store.ts'
import { DraftField } from '../../ui/field/draft-field.tsx'
import { LabelledSelect } from '../../ui/field/select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './hold-timer.module.css'

addWords(import.meta.glob('../../../locales/*/fields.json', { eager: true, import: 'default' }))

type Preset = keyof typeof RING_PRESETS
const PRESETS = Object.keys(RING_PRESETS) as Preset[]

/** Which rings, and how long a ring has to be quiet: for all airports or for this one, and part of the address. */
export function HoldTimerSettings({ icao }: { icao: string }) {
  const { t } = useTranslation('clock')
  const { t: f } = useTranslation('fields')
  const isOwn = usePage((state) => icao in state.ownRules)
  const rings = usePage((state) => ruleOf(icao, state).rings)
  const holdMinutes = usePage((state) => ruleOf(icao, state).holdMinutes)
  const { setRule, setOwnRule } = usePage.getState()
  const setRings = (km: readonly number[]) => setRule(icao, { rings: km })
  const preset = PRESETS.find((name) => ringsText(RING_PRESETS[name]) === ringsText(rings)) ?? 'own'

  return (
    <div className={`fields ${styles.settings}`}>
      <label className={styles.own}>
        <input type="checkbox" checked={isOwn} onChange={({ target }) => setOwnRule(icao, target.checked)} />
        <span>{t('settings.only', { icao })}</span>
      </label>
      <LabelledSelect
        label={t('settings.preset')}
        value={preset}
        options={preset === 'own' ? [...PRESETS, preset] : PRESETS}
        nameOf={(name) => t(`settings.${name}`)}
        onChange={(name) => name !== 'own' && setRings(RING_PRESETS[name])}
      />
      <div className={styles.ringField}>
        <span aria-hidden="true">{t('settings.rings')}</span>
        <DraftField
          key={icao}
          label={t('settings.rings')}
          text={rings.join(', ')}
          parse={parseRings}
          allowed={t('settings.ringsWrong')}
          apply={f('apply')}
          onApply={setRings}
        />
      </div>
      <p className="small">{t('settings.ringsHint')}</p>
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

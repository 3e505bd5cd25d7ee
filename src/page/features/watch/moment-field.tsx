import { useTranslation } from 'react-i18next'
import { parseUtcMinute, utcMinuteText } from '../../../core/time/utc-minute.ts'
import { addWords } from '../../i18n/add-words.ts'
import { DraftField } from '../../ui/field/draft-field.tsx'
import styles from './watch.module.css'

addWords(import.meta.glob('../../../locales/*/fields.json', { eager: true, import: 'default' }))

interface MomentFieldProps {
  label: string
  /** Unix ms; null where the field is empty. */
  ms: number | null
  onChange(ms: number | null): void
}

/** A moment in UTC to the minute, as text: the browser's own field would show it in the order and the 12 hours of its language. */
export function MomentField({ label, ms, onChange }: MomentFieldProps) {
  const { t } = useTranslation('fields')
  return (
    <div className={styles.moment}>
      <span aria-hidden="true">{label}</span>
      <DraftField
        label={label}
        text={ms === null ? '' : utcMinuteText(ms)}
        parse={(text) => {
          if (text.trim() === '') return { ms: null }
          const read = parseUtcMinute(text)
          return read === null ? null : { ms: read }
        }}
        allowed={t('momentWrong')}
        apply={t('apply')}
        onApply={(read) => onChange(read.ms)}
        input={{ placeholder: 'YYYY-MM-DD HH:MM', autoComplete: 'off' }}
      />
    </div>
  )
}

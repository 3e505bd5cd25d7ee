import { useId, useState } from 'react'
import { DraftField, type DraftFieldProps } from './draft-field.tsx'
import styles from './number-field.module.css'

interface NumberFieldProps extends Pick<DraftFieldProps<number>, 'label' | 'allowed'> {
  /** Null while the text is invalid. */
  value: number | null
  range: readonly [least: number, most: number]
  /** How far its arrows lead. */
  step: number
  isWhole?: boolean
  onChange(value: number | null): void
}

/** A number of a form while typed: invalid text stays, with the allowed range below it, and has no value. */
export function NumberField({ label, value, range, step, isWhole = false, allowed, onChange }: NumberFieldProps) {
  const [least, most] = range
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(value ?? '')
  // A value from elsewhere counts as valid.
  const isWrong = (typed !== null || value === null) && allowedNumber(shown, range, isWhole) === null

  return (
    <span className={styles.field}>
      <input
        type="number"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        min={least}
        max={most}
        step={step}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(allowedNumber(target.value, range, isWhole))
        }}
        onBlur={() => setTyped(isWrong ? shown : null)}
        // The mouse wheel scrolls the panel and leaves the number unchanged.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      {isWrong ? (
        <span id={id} role="alert" className={styles.allowed}>
          {allowed}
        </span>
      ) : null}
    </span>
  )
}

type NumberDraftProps = Omit<NumberFieldProps, 'onChange'> & Pick<DraftFieldProps<number>, 'apply' | 'onApply'>

/** A number that takes effect when applied, by Enter or by its button. */
export function NumberDraft({ label, value, range, step, isWhole = false, allowed, apply, onApply }: NumberDraftProps) {
  const [min, max] = range
  return (
    <DraftField
      label={label}
      allowed={allowed}
      apply={apply}
      onApply={onApply}
      text={String(value ?? '')}
      parse={(text) => allowedNumber(text, range, isWhole)}
      input={{ type: 'number', inputMode: isWhole ? 'numeric' : 'decimal', min, max, step }}
    />
  )
}

function allowedNumber(text: string, [least, most]: readonly [number, number], isWhole: boolean): number | null {
  const number = Number(text)
  if (text.trim() === '' || !(number >= least && number <= most)) return null
  return isWhole && !Number.isInteger(number) ? null : number
}

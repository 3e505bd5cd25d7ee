import { useId } from 'react'
import styles from '../watch.module.css'

interface CheckedFieldProps {
  label: string
  value: string
  maxLength: number
  /** The allowed range, for an invalid value. */
  problem: string | null
  inputMode?: 'numeric' | 'decimal' | undefined
  required?: boolean
  onChange(value: string): void
}

/** A field with its problem below it. */
export function CheckedField({ label, value, maxLength, problem, inputMode, required, onChange }: CheckedFieldProps) {
  const id = useId()
  return (
    <div className={styles.formField}>
      <label>
        <span>{label}</span>
        <input
          required={required}
          maxLength={maxLength}
          inputMode={inputMode}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <Problem id={id} problem={problem} />
    </div>
  )
}

export function Problem({ id, problem }: { id: string; problem: string | null }) {
  if (problem === null) return null
  return (
    <p id={id} role="alert" className={styles.wrong}>
      {problem}
    </p>
  )
}

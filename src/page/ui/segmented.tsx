import { useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedProps<T extends string | number> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange(value: T): void
}

/** A choice among a few visible options: radio buttons that look like one control. */
export function Segmented<T extends string | number>({ label, value, options, onChange }: SegmentedProps<T>) {
  const name = useId() // two groups on a screen may be called the same
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            // An opened dialog focuses its first control: that must be the selected option, not the first one.
            tabIndex={option.value === value ? 0 : -1}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

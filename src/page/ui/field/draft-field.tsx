import { type InputHTMLAttributes, useId, useState } from 'react'
import styles from './draft-field.module.css'

export interface DraftFieldProps<Value> {
  /** Accessible name; the visible label is beside it. */
  label: string
  /** The present value as text. */
  text: string
  /** Parses a text; null if invalid. */
  parse(text: string): Value | null
  /** The allowed range, shown after an invalid value. */
  allowed: string
  /** Label of the apply button. */
  apply: string
  onApply(value: Value): void
  input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'min' | 'max' | 'step' | 'placeholder' | 'autoComplete'
  >
}

/**
 * A text that takes effect when applied, by Enter or by the button that appears beside it. An invalid text has no
 * effect and shows the allowed range; Escape restores the present value.
 */
export function DraftField<Value>({ label, text, parse, allowed, apply, onApply, input }: DraftFieldProps<Value>) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)

  function write(next: string | null) {
    setDraft(next === text ? null : next)
    setWrong(false)
  }

  function take() {
    if (draft === null) return
    const value = parse(draft)
    if (value === null) return setWrong(true)
    write(null)
    onApply(value)
  }

  return (
    <span className={styles.field}>
      <span className={styles.row}>
        <input
          type="text"
          {...input}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          value={draft ?? text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              take()
            } else if (event.key === 'Escape' && draft !== null) {
              event.stopPropagation()
              event.nativeEvent.stopImmediatePropagation()
              write(null)
            }
          }}
          // The mouse wheel scrolls the panel and leaves the number unchanged.
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
        {draft === null ? null : (
          <button type="button" className={styles.apply} onClick={take}>
            {apply}
          </button>
        )}
      </span>
      {isWrong ? (
        <span id={id} role="alert" className={styles.allowed}>
          {allowed}
        </span>
      ) : null}
    </span>
  )
}

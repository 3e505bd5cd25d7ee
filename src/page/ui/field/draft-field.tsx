import { type InputHTMLAttributes, useId, useState } from 'react'
import styles from './draft-field.module.css'

interface DraftFieldProps<Value> {
  /** Its accessible name; what is seen of it stands beside. */
  label: string
  /** What counts at present, as text. */
  text: string
  /** What a text means; null where it is not allowed. */
  parse(text: string): Value | null
  /** What is allowed, told once something else was to be applied. */
  allowed: string
  /** The word of the button that applies what was typed. */
  apply: string
  onApply(value: Value): void
  input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'min' | 'max' | 'step' | 'placeholder' | 'autoComplete'
  >
}

/**
 * A text that counts once it is applied, by Enter or by the button that appears beside it, and not while it is typed.
 * A wrong text changes nothing and says what is allowed; Escape brings back what counts.
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
          // Who turns the wheel moves the panel: a number that was typed before stays as it is.
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

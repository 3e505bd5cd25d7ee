import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
 * A text that takes effect when applied: by Enter, by the button that appears beside it, or with its form. An invalid
 * text has no effect, shows the allowed range, and keeps its form from being sent; Escape restores the present value.
 */
export function DraftField<Value>({ label, text, parse, allowed, apply, onApply, input }: DraftFieldProps<Value>) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)

  function write(next: string | null) {
    setDraft(next === text ? null : next)
    setWrong(false)
  }

  /** False if the text is invalid. */
  function take(): boolean {
    const value = draft === null ? null : parse(draft)
    if (value === null) {
      setWrong(draft !== null)
      return draft === null
    }
    write(null)
    onApply(value)
    return true
  }

  // Before the form's own handler, which sends what its fields show.
  useEffect(() => {
    const form = field.current?.form
    const applyFirst = (event: Event) => {
      if (flushSync(take)) return
      event.preventDefault()
      event.stopPropagation()
    }
    form?.addEventListener('submit', applyFirst, true)
    return () => form?.removeEventListener('submit', applyFirst, true)
  })

  return (
    <span className={styles.field}>
      <span className={styles.row}>
        <input
          ref={field}
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
          <button type="button" className={styles.apply} onClick={() => take()}>
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

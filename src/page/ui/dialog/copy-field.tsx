import { useRef, useState } from 'react'
import { Button } from '../button.tsx'
import form from './form.module.css'

interface CopyFieldProps {
  label: string
  text: string
  words: { copy: string; copied: string; copyFailed: string }
}

/** A text to copy: selected as a whole on focus, with a copy button that reports the result. */
export function CopyField({ label, text, words }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<{ of: string; word: 'copied' | 'copyFailed' } | null>(null)
  const word = said?.of === text ? said.word : null

  async function copy() {
    field.current?.select()
    await navigator.clipboard.writeText(text).then(
      () => setSaid({ of: text, word: 'copied' }),
      () => setSaid({ of: text, word: 'copyFailed' }),
    )
  }

  return (
    <>
      <label className={form.field}>
        <span>{label}</span>
        <input ref={field} readOnly value={text} onFocus={(event) => event.target.select()} />
      </label>
      <Button onClick={() => void copy()}>{word === 'copied' ? words.copied : words.copy}</Button>
      <p role="status" className={word === 'copied' ? 'visually-hidden' : form.said}>
        {word ? words[word] : ''}
      </p>
    </>
  )
}

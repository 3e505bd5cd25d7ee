import { type FormEvent, useId, useState } from 'react'
import { usePage } from '../../../state/page-store.ts'
import styles from './point-panel.module.css'
import { usePointWords } from './use-point-words.ts'

/** Opens a station by number: a response by coordinates lacks the number. */
export function StationEntry() {
  const t = usePointWords()
  const select = usePage((state) => state.select)
  const [number, setNumber] = useState('')
  const id = useId()
  const open = (event: FormEvent) => {
    event.preventDefault()
    const wanted = number.trim()
    if (wanted) select({ kind: 'station', id: wanted })
  }
  return (
    <form className={styles.entry} onSubmit={open}>
      <label htmlFor={id}>{t('byNumber')}</label>
      <input
        id={id}
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <button type="submit" className={styles.open} disabled={number.trim() === ''}>
        {t('openStation')}
      </button>
    </form>
  )
}

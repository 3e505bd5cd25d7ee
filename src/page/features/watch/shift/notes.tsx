import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { MINUTE_MS, SECOND_MS } from '../../../../core/time/durations.ts'
import { useFormat } from '../../../i18n/format.ts'
import { authorField } from '../../../live/alarms/own-name.ts'
import { useRights, useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { tabStorage } from '../../../state/browser-storage.ts'
import { usePage } from '../../../state/page-store.ts'
import { Section } from '../../../ui/panel.tsx'
import { WhyNotNote } from '../acknowledge-form.tsx'
import styles from '../watch.module.css'
import { ChangeForm } from './change-form.tsx'
import { ListState } from './list-state.tsx'

const useNoteDraft = create<{ text: string }>()(
  persist(() => ({ text: '' }), { name: 'brontide.note', storage: createJSONStorage(tabStorage) }),
)

const SHOWN_MAX = 50
const ASK_EVERY_MS = 30 * SECOND_MS

/** Handover between shifts: the situation, a note to write, and the last notes. */
export function Notes() {
  const { t } = useTranslation('shift')
  const { utcDateTime } = useFormat()
  const rights = useRights()
  const { data, isError } = useWatchQuery(
    ['journal', 'note'],
    (access, signal) => access.journal({ kind: 'note', limit: String(SHOWN_MAX) }, signal),
    ASK_EVERY_MS,
  )
  return (
    <>
      <SituationText />
      <WhyNotNote to="note" why={rights?.acknowledge ?? null} />
      {rights?.acknowledge === null ? <NoteForm signedIn={rights.name} /> : null}
      <ListState list={data} isError={isError} label={t('title.notes')} lines={6} none={t('noNotes')} />
      <ol aria-label={t('lastNotes')}>
        {data?.map(({ at, by, text }) => (
          <li key={`${at} ${by} ${text}`} className={styles.row}>
            <div>
              <p className="faint">{[utcDateTime(Date.parse(at)), by].filter(Boolean).join(' · ')}</p>
              <p className={styles.told}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function NoteForm({ signedIn }: { signedIn: string | null }) {
  const { t } = useTranslation('shift')
  // Kept while other panels are open, and by a suspended tab.
  const text = useNoteDraft((state) => state.text)
  const setText = (next: string) => useNoteDraft.setState({ text: next })
  return (
    <ChangeForm
      send={(access) => access.leaveNote({ ...authorField(signedIn), text: text.trim() })}
      signedIn={signedIn}
      submit={t('leave')}
      isComplete={text.trim() !== ''}
      // Text typed while sending stays in the field.
      onDone={() => useNoteDraft.getState().text === text && setText('')}
      t={t}
    >
      <textarea
        aria-label={t('note')}
        placeholder={t('noteHint')}
        required
        rows={4}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </ChangeForm>
  )
}

/** The server's summary of the situation, renewed each minute; announced when more than the time has changed. */
function SituationText() {
  const { t } = useTranslation('shift')
  const lang = usePage((state) => state.lang)
  const { data, isError } = useWatchQuery(
    ['situation', lang],
    (access, signal) => access.situation({ lang }, signal),
    MINUTE_MS,
  )
  const text = data?.text ?? (isError ? t('noSituation') : '')
  const [announced, setAnnounced] = useState('')
  if (isNewSituation(announced, text)) setAnnounced(text)
  return (
    <Section title={t('situation')}>
      <p className={styles.told}>{text}</p>
      <p aria-live="polite" className="visually-hidden">
        {announced}
      </p>
    </Section>
  )
}

/** Whether a text of the situation changed beyond the passing of time: its start time, ages, and observed shares. */
export function isNewSituation(before: string, after: string): boolean {
  return withoutTimes(before) !== withoutTimes(after)
}

function withoutTimes(text: string): string {
  return text.replace(/^[\d :-]+ UTC/, '').replace(/\d+(?= min ago|分钟，未记录|%)/g, '')
}

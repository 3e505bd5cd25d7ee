import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import type { WorkStop } from '../../../../contract/watch/place-states.ts'
import { localName } from '../../../../locales/local-name.ts'
import { PlaceChoice } from '../../../airport/place-choice.tsx'
import { useOpenedFields } from '../../../input/use-opened-fields.ts'
import { authorField } from '../../../live/alarms/own-name.ts'
import { keyOf, useLevels } from '../../../live/levels/level-store.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WhoField } from '../acknowledge-form.tsx'
import { Choice } from '../log-filters.tsx'
import { MomentField } from '../moment-field.tsx'
import { useChange } from '../shift/use-change.ts'
import styles from '../watch.module.css'

interface FormProps {
  signedIn: string | null
  onDone?: (() => void) | undefined
}

/** Records that work stops: at `place`, or at one that is to be chosen. */
export function StopForm({ place, signedIn, onDone }: FormProps & { place?: string }) {
  const { t } = useTranslation('stop')
  const [chosen, setChosen] = useState<string | null>('')
  const [work, setWork] = useState('')
  const [level, setLevel] = useState<string | null>(null)
  const [resumeMs, setResumeMs] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const meant = place ?? chosen
  const levels = useTriggered(meant ?? '')
  // The most severe one by default.
  const reason = level ?? levels[0]?.id ?? ''
  const done = () => {
    setWork('')
    setLevel(null)
    setResumeMs(null)
    setNote('')
    onDone?.()
  }
  const send = (access: WatchAccess) =>
    access.stopWork({
      ...authorField(signedIn),
      place: meant ?? '',
      work: work.trim(),
      level: reason === '' ? null : reason,
      earliestResume: utcOf(resumeMs),
      note: note.trim(),
    })
  return (
    <Form
      of={{ send, signedIn, onDone, isComplete: Boolean(meant) && work.trim() !== '' }}
      submit={t('record')}
      done={done}
    >
      {place === undefined ? (
        <PlaceChoice label={t('place')} className={styles.choice} chosen={chosen} required onChoose={setChosen} />
      ) : null}
      <WorkField work={work} onChange={setWork} />
      {levels.length > 0 ? (
        <Choice
          label={t('level')}
          value={reason}
          options={[...levels.map(({ id, name }) => [id, name] as const), ['', t('noLevel')] as const]}
          onChange={setLevel}
        />
      ) : null}
      <span className={styles.when}>
        <MomentField label={t('earliestResume')} ms={resumeMs} onChange={setResumeMs} />
      </span>
      <NoteField note={note} onChange={setNote} />
    </Form>
  )
}

export function ChangeStopForm({ stop, signedIn, onDone }: FormProps & { stop: WorkStop }) {
  const { t } = useTranslation('stop')
  const [work, setWork] = useState(stop.work)
  const [resumeMs, setResumeMs] = useState(stop.earliestResume === null ? null : Date.parse(stop.earliestResume))
  const [note, setNote] = useState('')
  const send = (access: WatchAccess) =>
    access.changeStop(stop.id, {
      ...authorField(signedIn),
      work: work.trim(),
      earliestResume: utcOf(resumeMs),
      note: note.trim(),
    })
  return (
    <Form of={{ send, signedIn, onDone, isComplete: work.trim() !== '' }} submit={t('save')}>
      <WorkField work={work} onChange={setWork} />
      <span className={styles.when}>
        <MomentField label={t('earliestResume')} ms={resumeMs} onChange={setResumeMs} />
      </span>
      <NoteField note={note} onChange={setNote} />
    </Form>
  )
}

export function ResumeForm({ stop, signedIn, onDone }: FormProps & { stop: WorkStop }) {
  const { t } = useTranslation('stop')
  const [note, setNote] = useState('')
  const send = (access: WatchAccess) => access.endStop(stop.id, { ...authorField(signedIn), note: note.trim() })
  return (
    <Form of={{ send, signedIn, onDone, isComplete: true }} submit={t('recordResume')}>
      <NoteField note={note} onChange={setNote} />
    </Form>
  )
}

/** The levels of lightning that are triggered at a place, the most severe first. */
function useTriggered(place: string): { id: string; name: string }[] {
  const lang = usePage((state) => state.lang)
  const told = useLevels((state) => state.told.get(keyOf('lightning', place)))
  const on = told?.levels.filter(({ state }) => state === 'on') ?? []
  return on.map((level) => ({ id: level.id, name: localName(level, lang) }))
}

interface FormParts {
  of: FormProps & { send(access: WatchAccess): Promise<void>; isComplete: boolean }
  submit: string
  /** Called instead of `onDone`. */
  done?: () => void
  children: ReactNode
}

function Form({ of: { send, signedIn, onDone, isComplete }, submit: label, done, children }: FormParts) {
  const { t } = useTranslation('stop')
  const fields = useOpenedFields<HTMLFormElement>({ onClose: onDone, takesFocus: onDone !== undefined })
  const { submit, isSending, isFailed } = useChange(send, done ?? onDone)
  return (
    <form {...fields} className={`fields ${styles.form}`} onSubmit={submit}>
      {children}
      <WhoField signedIn={signedIn} />
      <button type="submit" className={styles.submit} disabled={isSending || !isComplete}>
        {label}
      </button>
      {onDone ? <Button onClick={onDone}>{t('cancel')}</Button> : null}
      {isFailed ? <Notice tone="bad" title={t('notSaved')} detail={t('notSavedDetail')} /> : null}
    </form>
  )
}

function WorkField({ work, onChange }: { work: string; onChange(work: string): void }) {
  const { t } = useTranslation('stop')
  return (
    <input
      aria-label={t('work')}
      placeholder={t('work')}
      required
      maxLength={120}
      value={work}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function NoteField({ note, onChange }: { note: string; onChange(note: string): void }) {
  const { t } = useTranslation('stop')
  return (
    <input
      aria-label={t('note')}
      placeholder={t('note')}
      maxLength={500}
      value={note}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function utcOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

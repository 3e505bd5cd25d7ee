import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import type { WorkStop } from '../../../../contract/watch/place-states.ts'
import { isoOrNull } from '../../../../core/time/iso.ts'
import { localName } from '../../../../locales/local-name.ts'
import { PlaceChoice } from '../../../airport/place-choice.tsx'
import { authorField } from '../../../live/alarms/own-name.ts'
import { keyOf, useLevels } from '../../../live/levels/level-store.ts'
import { usePage } from '../../../state/page-store.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Choice } from '../log-filters.tsx'
import { MomentField } from '../moment-field.tsx'
import { ChangeForm } from '../shift/change-form.tsx'
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
      earliestResume: isoOrNull(resumeMs),
      note: note.trim(),
    })
  return (
    <ChangeForm
      send={send}
      signedIn={signedIn}
      submit={t('record')}
      isComplete={Boolean(meant) && work.trim() !== ''}
      onCancel={onDone}
      onDone={done}
      t={t}
    >
      {place === undefined ? (
        <PlaceChoice label={t('place')} className={styles.choice} chosen={chosen} required onChoose={setChosen} />
      ) : null}
      <TextField label={t('work')} required maxLength={120} value={work} onChange={setWork} />
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
      <TextField label={t('note')} maxLength={500} value={note} onChange={setNote} />
    </ChangeForm>
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
      earliestResume: isoOrNull(resumeMs),
      note: note.trim(),
    })
  return (
    <ChangeForm
      send={send}
      signedIn={signedIn}
      submit={t('save')}
      isComplete={work.trim() !== ''}
      onCancel={onDone}
      t={t}
    >
      <TextField label={t('work')} required maxLength={120} value={work} onChange={setWork} />
      <span className={styles.when}>
        <MomentField label={t('earliestResume')} ms={resumeMs} onChange={setResumeMs} />
      </span>
      <TextField label={t('note')} maxLength={500} value={note} onChange={setNote} />
    </ChangeForm>
  )
}

export function ResumeForm({ stop, signedIn, onDone }: FormProps & { stop: WorkStop }) {
  const { t } = useTranslation('stop')
  const [note, setNote] = useState('')
  const send = (access: WatchAccess) => access.endStop(stop.id, { ...authorField(signedIn), note: note.trim() })
  return (
    <ChangeForm send={send} signedIn={signedIn} submit={t('recordResume')} isComplete onCancel={onDone} t={t}>
      <TextField label={t('note')} maxLength={500} value={note} onChange={setNote} />
    </ChangeForm>
  )
}

/** The levels of lightning that are triggered at a place, the most severe first. */
function useTriggered(place: string): { id: string; name: string }[] {
  const lang = usePage((state) => state.lang)
  const told = useLevels((state) => state.told.get(keyOf('lightning', place)))
  const on = told?.levels.filter(({ state }) => state === 'on') ?? []
  return on.map((level) => ({ id: level.id, name: localName(level, lang) }))
}

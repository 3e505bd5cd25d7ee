import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import { SNOOZE_MIN_RANGE, type Snooze } from '../../../../contract/watch/journal.ts'
import { SECOND_MS } from '../../../../core/time/durations.ts'
import { PlaceChoice } from '../../../airport/place-choice.tsx'
import { usePlaceTitle } from '../../../airport/use-place-title.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { authorField } from '../../../live/alarms/own-name.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import { useLevels } from '../../../live/levels/level-store.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { NumberField } from '../../../ui/field/number-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WhoField, WhyNotNote } from '../acknowledge-form.tsx'
import styles from '../watch.module.css'
import { ChangeForm } from './change-form.tsx'
import { ListState } from './list-state.tsx'
import { useChange } from './use-change.ts'

const MINUTES = 30

/** The active snoozes; expire without a new request; undefined before the first response. */
export function useSnoozes(): Snooze[] | undefined {
  const nowMs = useNow()
  const snoozes = useLevels((state) => state.snoozes)
  return snoozes?.filter(({ until }) => Date.parse(until) > nowMs)
}

/** Sends a change of a snooze, and updates all views of this page. */
async function renewing(access: WatchAccess, change: (access: WatchAccess) => Promise<void>): Promise<void> {
  await change(access)
  useLevels.setState({ snoozes: await access.snoozes() })
}

export function Snoozes() {
  const { t } = useTranslation('shift')
  const rights = useRights()
  const snoozes = useSnoozes()
  const isError = useAlarmLog(({ line }) => line.kind === 'broken')
  const may = rights?.acknowledge === null
  return (
    <>
      <p className="faint">{t('whatSnooze')}</p>
      <WhyNotNote to="snooze" why={rights?.acknowledge ?? null} />
      {may ? <SnoozeForm signedIn={rights.name} /> : null}
      <ListState list={snoozes} isError={isError} label={t('title.snoozes')} lines={4} none={t('noSnoozes')} />
      <ul aria-label={t('running')}>
        {snoozes?.map((snooze) => (
          <li key={snooze.place} className={styles.row}>
            <Running snooze={snooze} isNamed />
            {may ? <TakeBack place={snooze.place} signedIn={rights.name} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

export function Running({ snooze, isNamed }: { snooze: Snooze; isNamed?: boolean }) {
  const { place, by, until, note, levels } = snooze
  const { t } = useTranslation('shift')
  const { utcTime } = useFormat()
  const titleOf = usePlaceTitle()
  const nowMs = useNow()
  const untilMs = Date.parse(until)
  const minutes = Math.max(1, Math.ceil((untilMs - nowMs) / (60 * SECOND_MS)))
  return (
    <div>
      {isNamed ? <strong>{titleOf(place)}</strong> : null}
      <p>
        {t('until', { time: utcTime(untilMs), count: minutes })}
        {levels ? ` (${t('onlyLevels', { levels: levels.join(', ') })})` : null}
      </p>
      <p className="faint">{[by, note].filter(Boolean).join(': ')}</p>
    </div>
  )
}

/** Ends a snooze; without a signed-in name the user enters one first. */
export function TakeBack({ place, signedIn }: { place: string; signedIn: string | null }) {
  const { t } = useTranslation('shift')
  const { submit, isSending, isFailed } = useChange((access) =>
    renewing(access, () => access.endSnooze(place, authorField(signedIn))),
  )
  return (
    <form className={`fields ${styles.form}`} onSubmit={submit}>
      {signedIn === null ? <WhoField signedIn={null} /> : null}
      <button type="submit" className={styles.submit} disabled={isSending}>
        {t('takeBack')}
      </button>
      {isFailed ? <Notice tone="bad" title={t('notSaved')} detail={t('notSavedDetail')} /> : null}
    </form>
  )
}

interface SnoozeFormProps {
  signedIn: string | null
  /** The snoozed place; without it the form has a field. */
  place?: string
  onDone?: () => void
}

export function SnoozeForm({ signedIn, place, onDone }: SnoozeFormProps) {
  const { t } = useTranslation('shift')
  const [chosen, setChosen] = useState<string | null>('')
  const [minutes, setMinutes] = useState<number | null>(MINUTES)
  const [note, setNote] = useState('')
  const [named, setNamed] = useState('')
  const meant = place ?? chosen
  const levels = named.split(/[\s,，]+/).filter(Boolean)
  const send = (access: WatchAccess) =>
    access.snooze(meant ?? '', {
      ...authorField(signedIn),
      minutes: minutes ?? MINUTES,
      note: note.trim(),
      ...(levels.length > 0 && { levels }),
    })
  const done = () => {
    setNote('')
    setNamed('')
    onDone?.()
  }
  return (
    <ChangeForm
      send={(access) => renewing(access, send)}
      signedIn={signedIn}
      submit={t('snooze')}
      isComplete={Boolean(meant) && minutes !== null}
      onCancel={onDone}
      onDone={done}
      t={t}
    >
      {place === undefined ? (
        <PlaceChoice label={t('place')} className={styles.choice} chosen={chosen} required onChoose={setChosen} />
      ) : null}
      <span className={styles.moment}>
        <span aria-hidden="true">{t('minutes')}</span>
        <NumberField
          label={t('minutes')}
          value={minutes}
          range={SNOOZE_MIN_RANGE}
          step={1}
          isWhole
          allowed={t('minutesAllowed', { least: SNOOZE_MIN_RANGE[0], most: SNOOZE_MIN_RANGE[1] })}
          onChange={setMinutes}
        />
      </span>
      <TextField label={t('reason')} required maxLength={500} value={note} onChange={setNote} />
      <TextField label={t('levels')} pattern="[a-z0-9\-,， ]*" maxLength={200} value={named} onChange={setNamed} />
    </ChangeForm>
  )
}

import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WhyNot } from '../../../contract/watch/rights.ts'
import { useOpenedFields } from '../../input/use-opened-fields.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { authorField, useOwnName } from '../../live/alarms/own-name.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './watch.module.css'

interface AcknowledgeFormProps {
  /** Of the alarm. */
  id: string
  /** The signed-in name; null if the user enters one. */
  signedIn: string | null
  onDone(): void
}

export function AcknowledgeForm({ id, signedIn, onDone }: AcknowledgeFormProps) {
  const { t } = useTranslation('watch')
  const { watch } = useServerConnection()
  const fields = useOpenedFields<HTMLFormElement>({ onClose: onDone })
  const [note, setNote] = useState('')
  const [state, setState] = useState<'asked' | 'sending' | 'failed'>('asked')

  async function acknowledge() {
    const access = await watch!()
    const alarm = await access.acknowledge(id, { ...authorField(signedIn), note: note.trim() })
    useAlarmLog.getState().take([alarm])
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (state === 'sending') return
    setState('sending')
    acknowledge().catch(() => setState('failed'))
  }

  return (
    <form {...fields} className={`fields ${styles.form}`} onSubmit={submit}>
      <WhoField signedIn={signedIn} />
      <TextField label={t('note')} maxLength={500} value={note} onChange={setNote} />
      <button type="submit" className={styles.submit}>
        {t(state === 'sending' ? 'acknowledging' : 'confirm')}
      </button>
      {state === 'failed' ? (
        <Notice tone="bad" title={t('acknowledgeFailed')} detail={t('acknowledgeFailedDetail')} />
      ) : null}
    </form>
  )
}

/** The author: a field without a signed-in name, else that name. */
export function WhoField({ signedIn }: Pick<AcknowledgeFormProps, 'signedIn'>) {
  const { t } = useTranslation('watch')
  const { name, setName } = useOwnName()
  if (signedIn !== null) return <p>{t('as', { name: signedIn })}</p>
  return <TextField label={t('name')} required maxLength={60} autoComplete="name" value={name} onChange={setName} />
}

type Refused = 'acknowledge' | 'configure' | 'note' | 'snooze' | 'stop' | 'test'

/** Why an action is unavailable; nothing if it is available. */
export function WhyNotNote({ to, why }: { to: Refused; why: WhyNot | null }) {
  const { t } = useTranslation('watch')
  return why === null ? null : <p className="faint">{t(`whyNot.${to}`, { why: t(`why.${why}`) })}</p>
}

import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import { useOpenedFields } from '../../../input/use-opened-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WhoField } from '../acknowledge-form.tsx'
import styles from '../watch.module.css'
import { useChange } from './use-change.ts'

interface ChangeFormProps {
  send(access: WatchAccess): Promise<void>
  /** The signed-in name; null if the user enters one. */
  signedIn: string | null
  /** Label of the button that sends it. */
  submit: string
  isComplete: boolean
  /** Closes a form that the user opened. */
  onCancel?: (() => void) | undefined
  onDone?: (() => void) | undefined
  /** Of the namespace with the words for a failure. */
  t: TFunction
  children: ReactNode
}

/** Fields of a change with its author. */
export function ChangeForm(props: ChangeFormProps) {
  const { send, signedIn, submit: label, isComplete, onCancel, onDone = onCancel, t, children } = props
  const fields = useOpenedFields<HTMLFormElement>({ onClose: onCancel, takesFocus: onCancel !== undefined })
  const { submit, isSending, isFailed } = useChange(send, onDone)
  return (
    <form {...fields} className={`fields ${styles.form}`} onSubmit={submit}>
      {children}
      <WhoField signedIn={signedIn} />
      <button type="submit" className={styles.submit} disabled={isSending || !isComplete}>
        {label}
      </button>
      {onCancel ? <Button onClick={onCancel}>{t('cancel')}</Button> : null}
      {isFailed ? <Notice tone="bad" title={t('notSaved')} detail={t('notSavedDetail')} /> : null}
    </form>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { usePage } from '../../../state/page-store.ts'
import { Section } from '../../../ui/panel.tsx'
import styles from '../watch.module.css'
import { isNewSituation } from './new-situation.ts'

/** The situation in sentences, as the server has it, renewed each minute; read out when more than the time has changed. */
export function SituationText() {
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

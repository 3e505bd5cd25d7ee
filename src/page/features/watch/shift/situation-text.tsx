import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { usePage } from '../../../state/page-store.ts'
import { Section } from '../../../ui/panel.tsx'
import styles from '../watch.module.css'

/** The situation in sentences, as the server has it, renewed each minute; read out where somebody listens. */
export function SituationText() {
  const { t } = useTranslation('shift')
  const lang = usePage((state) => state.lang)
  const { data, isError } = useWatchQuery(
    ['situation', lang],
    (access, signal) => access.situation({ lang }, signal),
    MINUTE_MS,
  )
  return (
    <Section title={t('situation')}>
      <p aria-live="polite" className={styles.told}>
        {data?.text ?? (isError ? t('noSituation') : '')}
      </p>
    </Section>
  )
}

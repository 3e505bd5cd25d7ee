import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { WhyNotNote } from '../acknowledge-form.tsx'
import styles from '../watch.module.css'
import { StopForm } from './stop-forms.tsx'
import { StopList, useStops, whyNoStops } from './stop-list.tsx'
import { stopStrings } from './stop-strings.ts'

addWords('stop', stopStrings)

/** All work that rests, wherever it does. */
export function Stops() {
  const { t } = useTranslation('stop')
  const rights = useRights()
  const { stops, isError } = useStops()
  const why = rights ? whyNoStops(rights) : null
  const mayStop = rights !== undefined && why === null
  return (
    <>
      <p className={styles.faint}>{t('what')}</p>
      <WhyNotNote to="stop" why={why} />
      {mayStop ? <StopForm signedIn={rights.name} /> : null}
      {isError ? <Notice tone="warn" title={t('notHad')} /> : null}
      {stops || isError ? null : <Loading label={t('title')} lines={4} />}
      {stops?.length === 0 ? <p className={styles.faint}>{t('none')}</p> : null}
      {stops && stops.length > 0 ? <StopList stops={stops} rights={mayStop ? rights : null} isNamed /> : null}
    </>
  )
}

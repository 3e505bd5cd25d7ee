import { ClipboardList } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { countRelevantHere, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { useLog } from './log-store.ts'
import styles from './watch.module.css'

addWords(import.meta.glob('../../../locales/*/watch.json', { eager: true, import: 'default' }))

/** Larger counts are not displayed exactly. */
const COUNTED_MAX = 99

/** The log button, with its shortcut and the number of unacknowledged rows. */
export default function LogTool() {
  const { t } = useTranslation('watch')
  const { watch } = useServerConnection()
  const isShown = useLog((state) => state.shown !== null)
  const watched = usePage((state) => state.watched)
  const count = useAlarmLog(({ alarms }) => countRelevantHere(alarms, watched))
  const isBroken = useAlarmLog(({ line }) => line.kind === 'broken')
  const toggle = () => useLog.getState().show(useLog.getState().shown === null ? 'log' : null)
  useShortcuts({ j: toggle })
  if (!watch) return null
  const label = isBroken ? t('openBroken') : count > 0 ? t('openCount', { count }) : t('open')
  const told = isBroken ? '?' : count > COUNTED_MAX ? `${COUNTED_MAX}+` : String(count)
  return (
    <div className={styles.tool}>
      <IconButton label={label} icon={<ClipboardList size={16} />} pressed={isShown} onClick={toggle} />
      {count > 0 || isBroken ? (
        <span className={styles.count} data-broken={isBroken || undefined} aria-hidden="true">
          {told}
        </span>
      ) : null}
    </div>
  )
}

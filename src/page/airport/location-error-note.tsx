import { holdTimerStrings } from '../i18n/hold-timer-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import { useServerConnection } from '../live/server-connection.ts'

/** That what may be in a ring counts as inside it, where the operator says how well strikes are located. */
export function LocationErrorNote({ className }: { className: string | undefined }) {
  const t = useWords('clock', holdTimerStrings)
  const { locationErrorKm } = useServerConnection().config
  return locationErrorKm ? <p className={className}>{t('locationError', { km: locationErrorKm })}</p> : null
}

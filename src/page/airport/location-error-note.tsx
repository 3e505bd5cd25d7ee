import { holdTimerStrings } from '../i18n/hold-timer-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import { useServerConnection } from '../live/server-connection.ts'

/** Explains that strikes which may be in a ring count as inside, if the operator states the location error. */
export function LocationErrorNote({ className }: { className: string | undefined }) {
  const t = useWords('clock', holdTimerStrings)
  const { locationErrorKm } = useServerConnection().config
  return locationErrorKm ? <p className={className}>{t('locationError', { km: locationErrorKm })}</p> : null
}

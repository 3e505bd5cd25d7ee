import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { useServerConnection } from '../live/server-connection.ts'

addWords(import.meta.glob('../../locales/*/clock.json', { eager: true, import: 'default' }))

/** Explains that strikes which may be in a ring count as inside, if the operator states the location error. */
export function LocationErrorNote() {
  const { t } = useTranslation('clock')
  const { locationErrorKm } = useServerConnection().config
  return locationErrorKm ? <p className="faint">{t('locationError', { km: locationErrorKm })}</p> : null
}

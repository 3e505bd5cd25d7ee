import { useTranslation } from 'react-i18next'
import { useServerConnection } from '../../live/server-connection.ts'
import { useMapCredits } from './map-credits.ts'

export function Credits() {
  const { t } = useTranslation('page')
  const { config } = useServerConnection()
  const named = useMapCredits((state) => state.named)
  if (!config.basemapStyleUrl) return t('credits')
  return named.length > 0 ? t('creditsOf', { names: named.join(' · ') }) : null
}

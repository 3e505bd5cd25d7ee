import { useTranslation } from 'react-i18next'
import { useContract } from './contract-context.ts'
import { useMapCredits } from './map-credits.ts'

/** Whom the map is by. */
export function Credits() {
  const { t } = useTranslation('shell')
  const { config } = useContract()
  const named = useMapCredits((state) => state.named)
  if (!config.basemapStyleUrl) return t('credits')
  return named.length > 0 ? t('creditsOf', { names: named.join(' · ') }) : null
}

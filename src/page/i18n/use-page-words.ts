import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** The texts of the first frame. */
export function usePageWords(): TFunction<'page'> {
  return useTranslation('page').t
}

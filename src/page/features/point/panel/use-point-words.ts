import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'

addWords(import.meta.glob('../../../../locales/*/point-panel.json', { eager: true, import: 'default' }))

/** The words of the panels of a point and of a station. */
export const usePointWords = () => useTranslation('point-panel').t

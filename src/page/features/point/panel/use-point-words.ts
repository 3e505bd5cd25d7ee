import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'

addWords(import.meta.glob('../../../../locales/*/point-panel.json', { eager: true, import: 'default' }))

export const usePointWords = () => useTranslation('point-panel').t

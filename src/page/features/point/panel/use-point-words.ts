import { useWords } from '../../../i18n/use-words.ts'
import { panelStrings } from './panel-strings.ts'

/** The words of the panels of a point and of a station. */
export const usePointWords = () => useWords('point-panel', panelStrings)

import type { Lang } from '../../locales/languages.ts'
import { formatTexts } from '../util/format-texts.ts'

/** The 16-point compass name of a bearing. */
export function compassPoint(bearing: number, lang: Lang = 'en'): string {
  return formatTexts(lang).compass[Math.round(bearing / 22.5) % 16]!
}

/** The name of a compass point given by its letters, `NE`; the letters themselves if unknown. */
export function compassName(letters: string, lang: Lang): string {
  return formatTexts(lang).compass[formatTexts('en').compass.indexOf(letters)] ?? letters
}

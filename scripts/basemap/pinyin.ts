import { fold } from '../../src/core/airports/airport-search.ts'

/** A name in Chinese, and in Latin letters: of most places of China in Hanyu Pinyin. */
interface Named {
  zh: string
  en: string
}

const SYLLABLE =
  /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|iao|ian|uai|uan|ai|ei|ao|ou|an|en|er|in|ia|ie|iu|ua|uo|ui|un|ue|a|o|e|i|u)$/
const SYLLABLE_MAX = 6

/**
 * Returns a function that writes a Chinese name in Hanyu Pinyin without tones, `su zhou`; null where a reading is unknown. The
 * readings of characters are those of the names whose Latin form has a syllable for each character.
 */
export function pinyinOf(names: readonly Named[]): (name: Named) => string | null {
  const readings = new Map<string, Map<string, number>>()
  for (const name of names) {
    const [only, ...others] = splitsOf(name)
    if (!only || others.length > 0) continue
    for (const [i, char] of [...name.zh].entries()) {
      const known = readings.get(char) ?? new Map<string, number>()
      known.set(only[i]!, (known.get(only[i]!) ?? 0) + 1)
      readings.set(char, known)
    }
  }
  const usual = (char: string) => [...(readings.get(char) ?? [])].toSorted(([, a], [, b]) => b - a)[0]?.[0]
  return (name) => {
    const chars = [...name.zh]
    const known = (split: readonly string[]) => split.filter((syllable, i) => readings.get(chars[i]!)?.has(syllable))
    const [best] = splitsOf(name).toSorted((a, b) => known(b).length - known(a).length)
    const read = best ?? chars.map(usual)
    return read.every((syllable) => syllable !== undefined) ? read.join(' ') : null
  }
}

/** Every way to read the Latin name as one syllable a character. */
function splitsOf({ zh, en }: Named): string[][] {
  return splits(fold(en).replaceAll(' ', ''), [...zh].length)
}

function splits(text: string, syllables: number): string[][] {
  if (syllables === 0) return text === '' ? [[]] : []
  const found: string[][] = []
  for (let length = 1; length <= Math.min(SYLLABLE_MAX, text.length); length++) {
    const first = text.slice(0, length)
    if (SYLLABLE.test(first)) for (const rest of splits(text.slice(length), syllables - 1)) found.push([first, ...rest])
  }
  return found
}

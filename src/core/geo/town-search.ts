import { NAME_MAX } from '../../contract/display-text.ts'
import type { Lang } from '../../locales/languages.ts'
import { fold } from '../airports/airport-search.ts'
import { isSimilar } from '../util/edit-distance.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { ALL_TOWNS } from './all-towns.ts'
import { nameOf, type Town } from './towns.ts'

/** A town matching a text, with its name in the screen's language, abroad with its country. */
export interface FoundTown extends Town {
  name: string
}

interface Spellings {
  /** Both names, and the Chinese one in Pinyin. */
  names: readonly string[]
  /** `sz` of `su zhou`; empty without Pinyin. */
  initials: string
}

const TEXT_MIN = 2
/** What a division adds to the name of its town: 苏州市, 始兴县. */
const DIVISION = /(?<=..)[市县区旗镇]$/
const spelled = new WeakMap<Town, Spellings>()

/**
 * Towns by a name in either language, its Pinyin or the initials of that, or by the beginning of a name. Exact matches come first,
 * then initials; larger towns first among equals.
 */
export function searchTowns(text: string, lang: Lang, limit: number): FoundTown[] {
  const wanted = wantedOf(text)
  if (wanted.length < TEXT_MIN) return []
  const byRank: Town[][] = [[], [], []]
  for (const town of ALL_TOWNS) byRank[rankOf(town, wanted)]?.push(town)
  return named(byRank.flat(), lang, limit)
}

/** Towns with a similar name, larger ones first. */
export function nearTowns(text: string, lang: Lang, limit: number): FoundTown[] {
  const wanted = wantedOf(text)
  const found = ALL_TOWNS.filter((town) => spellings(town).names.some((name) => isSimilar(name, wanted)))
  return named(found, lang, limit)
}

function named(towns: readonly Town[], lang: Lang, limit: number): FoundTown[] {
  return towns.slice(0, limit).map((town) => ({ ...town, name: nameOf(town, lang) }))
}

const wantedOf = (text: string) => letters(text.slice(0, NAME_MAX)).replace(DIVISION, '')

function rankOf(town: Town, wanted: string): number {
  const { names, initials } = spellings(town)
  if (names.includes(wanted)) return 0
  if (initials === wanted) return 1
  return names.some((name) => name.startsWith(wanted)) ? 2 : -1
}

const letters = (text: string) => fold(text).replaceAll(' ', '')

const spellings = (town: Town) => heldOrMade(spelled, town, () => spellingsOf(town))

function spellingsOf({ en, zh, pinyin }: Town): Spellings {
  const syllables = pinyin?.split(' ') ?? []
  return {
    names: [letters(en), letters(zh ?? ''), syllables.join('')],
    initials: syllables.map((syllable) => syllable.slice(0, 1)).join(''),
  }
}

import { NAME_MAX } from '../../contract/display-text.ts'
import { fold } from '../airports/airport-search.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { nameOf, TOWNS, type Town } from './towns.ts'

/** A town matching a text, with its name in the screen's language, abroad with its country. */
export interface FoundTown extends Town {
  name: string
}

const TEXT_MIN = 2
const folded = new WeakMap<Town, readonly string[]>()

/** Towns whose name in either language begins with a text, exact matches first; larger ones first among equals. */
export function searchTowns(text: string, lang: 'en' | 'zh', limit: number): FoundTown[] {
  const wanted = fold(text.slice(0, NAME_MAX))
  if (wanted.length < TEXT_MIN) return []
  const namesOf = (town: Town) =>
    heldOrMade(folded, town, () => [town.en, town.zh].filter((name) => name !== null).map(fold))
  const same = TOWNS.filter((town) => namesOf(town).includes(wanted))
  const begun = TOWNS.filter((town) => {
    const names = namesOf(town)
    return !names.includes(wanted) && names.some((name) => name.startsWith(wanted))
  })
  return [...same, ...begun].slice(0, limit).map((town) => ({ ...town, name: nameOf(town, lang) }))
}

import type { Choice, ChoiceCodecs } from './choice-codecs.ts'
import type { Choices } from './choices.ts'
import { type Codecs, fieldsOf, readFields } from './codec.ts'
import { PREFERENCES_KEY } from './preferences-key.ts'

/** Storage key of `apart` choices. */
const APART_KEY = 'brontide.watched'

/** The valid stored choices. Stored and parsed as a URL query. */
export function readPreferences(storage: Pick<Storage, 'getItem'>, codecs: ChoiceCodecs): Partial<Choices> {
  const stored = (key: string) => new URLSearchParams(storage.getItem(key) ?? '')
  try {
    return {
      ...readFields<Choices>(keptIn(codecs, ['always', 'picture']), stored(PREFERENCES_KEY)),
      ...readFields<Choices>(keptIn(codecs, ['apart']), stored(APART_KEY)),
    }
  } catch {
    return {} // storage can be forbidden
  }
}

/**
 * The stored choices that remain for a link with a view: such a link defines the picture, with defaults for absent
 * choices.
 */
export function withoutPicture(kept: Partial<Choices>, codecs: ChoiceCodecs): Partial<Choices> {
  const others = { ...kept }
  for (const field of fieldsOf(codecs)) if (codecs[field].kept === 'picture') delete others[field]
  return others
}

/**
 * Stores choices: all of them, or those changed since `before`, since another window may have stored others. `apart`
 * choices are written in the second case only.
 */
export function writePreferences(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  codecs: ChoiceCodecs,
  choices: Choices,
  before?: Choices,
): void {
  const changed = (ways: readonly Choice<unknown>['kept'][]) => {
    return fieldsOf(keptIn(codecs, ways)).filter((field) => choices[field] !== before?.[field])
  }
  const here = changed(['always', 'picture'])
  try {
    if (here.length > 0) {
      const held = before && { ...choices, ...readPreferences(storage, codecs), ...pick(choices, here) }
      storage.setItem(PREFERENCES_KEY, keptText(keptIn(codecs, ['always', 'picture']), held ?? choices))
    }
    if (before && changed(['apart']).length > 0)
      storage.setItem(APART_KEY, keptText(keptIn(codecs, ['apart']), choices))
  } catch {
    // Full or forbidden: the choice then lives as long as the page.
  }
}

function pick(choices: Choices, fields: readonly (keyof Choices)[]): Partial<Choices> {
  return Object.fromEntries(fields.map((field) => [field, choices[field]]))
}

/** The codecs of choices with one of these storage kinds. */
function keptIn(codecs: ChoiceCodecs, ways: readonly Choice<unknown>['kept'][]): Partial<Codecs<Choices>> {
  const fields = fieldsOf(codecs).filter((field) => ways.includes(codecs[field].kept))
  return Object.fromEntries(fields.map((field) => [field, { ...codecs[field], ...codecs[field].keptAs }]))
}

function keptText(codecs: Partial<Codecs<Choices>>, choices: Choices): string {
  const said = fieldsOf(codecs).flatMap((field) => {
    const codec: Codecs<Choices>[typeof field] | undefined = codecs[field]
    return codec?.format(choices[field] as never) ?? []
  })
  return `?${new URLSearchParams(said.map((each) => [...each]))}`
}

import type { ChoiceCodecs } from './choice-codecs.ts'
import type { Choices } from './choices.ts'
import { queryText, readFields, writeFields } from './codec.ts'
import { readView, type View, viewText } from './view.ts'

/** All that an address can say: where the map looks, in its hash, and every choice, in its query. */
export interface Addressed extends Choices {
  view: View
}

/** Parses a URL; invalid parts count as absent. */
export function readUrl(url: Pick<Location, 'search' | 'hash'>, codecs: ChoiceCodecs): Partial<Addressed> {
  const view = readView(url.hash)
  const said: Partial<Addressed> = readFields<Choices>(codecs, new URLSearchParams(url.search))
  if (view) said.view = view
  if (said.wall) {
    said.wall = { ...said.wall, home: view }
    delete said.shownAtMs // a wall shows the present, ignoring the moment of the link
  }
  return said
}

/** The query and hash that reproduce the screen; defaults are omitted. */
export function writeUrl(state: Addressed, codecs: ChoiceCodecs): string {
  const query = queryText(writeFields<Choices>(codecs, state))
  // Where a tour has come to is no business of a wall's address: started again, it begins at its home.
  const view = state.wall ? state.wall.home : state.view
  return `${query ? `?${query}` : ''}${view ? `#${viewText(view)}` : ''}`
}

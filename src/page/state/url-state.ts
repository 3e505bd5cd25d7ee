import type { ChoiceCodecs } from './choice-codecs.ts'
import type { Choices } from './choices.ts'
import { queryText, readFields, writeFields } from './codec.ts'
import { readView, type View, viewText } from './view.ts'

/** The content of a URL: the view in its hash, and every choice in its query. */
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
  // The position of a tour is not part of a wall's URL: after a restart it begins at its default view.
  const view = state.wall ? state.wall.home : state.view
  return `${query ? `?${query}` : ''}${view ? `#${viewText(view)}` : ''}`
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headlineOf, rowText } from '../../core/levels/texts.ts'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import type { Lang } from '../../locales/languages.ts'
import type { Texts } from '../../locales/texts.ts'
import { addWords } from '../../page/i18n/add-words.ts'
import { readChannels } from '../../server/watch/channels/channels-file.ts'
import { levelState, rowOf } from '../channels/rows.ts'

const ENGLISH = join(import.meta.dirname, '..', '..', 'locales', 'en')

/** A text of the made-up language: the English one in brackets. */
export const madeUp = (text: string) => `⟦${text}⟧`

function translated(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      if (typeof text === 'string') return [key, madeUp(text)]
      return [key, Array.isArray(text) ? text.map(madeUp) : translated(text as Texts)]
    }),
  )
}

/** Adds the texts of a folder with that name: every English text in brackets. */
export function addMadeUpTexts(lang: string): void {
  for (const file of readdirSync(ENGLISH)) {
    const texts = JSON.parse(readFileSync(join(ENGLISH, file), 'utf8')) as Texts
    addWords({ [`locales/${lang}/${file}`]: translated(texts) })
  }
}

/** Texts of the server: a message, its title, a problem of a file; and the language of a channel. */
export function serverTextsIn(lang: Lang) {
  const row = rowOf({
    place: 'golf',
    levels: [levelState('red', 'on')],
    before: [levelState('red')],
    atMs: Date.UTC(2026, 6, 1, 8),
  })
  const channels = readChannels(
    JSON.stringify([{ id: 'gate', kind: 'webhook', url: 'https://example.com', secret: 's'.repeat(32), lang }]),
  )
  return {
    message: rowText(row, lang),
    title: headlineOf(row, lang),
    problem: problemText(problemAt(faultOf('json')), lang),
    channel: channels.ok ? channels.value[0]?.lang : channels,
  }
}

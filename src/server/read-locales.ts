import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGS } from '../locales/languages.ts'
import { addTexts, type Texts } from '../locales/texts.ts'

const LOCALES = join(import.meta.dirname, '..', 'locales')

/** Loads the texts of every language: messages and reports are written in any of them. */
export function readLocales(): void {
  for (const lang of LANGS) {
    for (const file of readdirSync(join(LOCALES, lang))) {
      const texts = JSON.parse(readFileSync(join(LOCALES, lang, file), 'utf8')) as Texts
      addTexts(lang, file.replace(/\.json$/, ''), texts)
    }
  }
}

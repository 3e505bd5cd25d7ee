import { getI18n } from 'react-i18next'
import { addTexts, type Texts } from '../../locales/texts.ts'

const FILE = /([^/]+)\/([^/]+)\.json$/

/** Adds the texts of a part of the page, which load with it: files by path, each a namespace of a language. */
export function addWords(files: Record<string, unknown>): void {
  for (const [path, file] of Object.entries(files)) {
    const [, lang = '', namespace = ''] = FILE.exec(path) ?? []
    addTexts(lang, namespace, file as Texts)
    getI18n()?.addResourceBundle(lang, namespace, file)
  }
}

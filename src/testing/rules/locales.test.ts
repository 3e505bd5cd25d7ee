import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGS, LANGUAGES } from '../../locales/languages.ts'
import type { Texts } from '../../locales/texts.ts'
import { filesOf, importsOf, isOfTests, readSource, resolveFrom, SRC } from './import-graph.ts'

/** Each language has the texts of English, and a text that is used is loaded with its user. */

const FORM = /_(zero|one|two|few|many|other)$/
/** Texts of a whole group that a language may lack; they have a fallback. */
const OWN_OF_A_LANGUAGE = /^weather\.whole\./
/** Placeholders that a language may leave out: English says "local" for the name of a zone. */
const OPTIONAL = new Set(['zone'])
/** The namespace of the texts that another one lacks, as in `i18n.ts`. */
const FALLBACK = 'desk'
/** Texts that every screen loads. */
const FIRST = ['page', 'formats']

const namespacesOf = (lang: string) =>
  readdirSync(join(SRC, 'locales', lang)).map((file) => file.replace(/\.json$/, ''))
const textsOf = (lang: string, namespace: string) =>
  JSON.parse(readFileSync(join(SRC, 'locales', lang, `${namespace}.json`), 'utf8')) as Texts

/** Each text by its path, `row.live_one`. */
function flat(texts: Texts, path = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat({ ...(value as Texts) }, `${path}${key}.`),
  )
}

/** Each key with the placeholders of its text; the forms of a plural are one key, and complement each other. */
function keysOf(texts: Texts): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [path, text] of flat(texts)) {
    const key = path.replace(FORM, '')
    if (OWN_OF_A_LANGUAGE.test(key)) continue
    const names = [...new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name))]
      .filter((name) => !OPTIONAL.has(name!))
      .sort()
      .join()
    keys.set(key, [keys.get(key) ?? '', names].sort((a, b) => b.length - a.length)[0]!)
  }
  return keys
}

/** Plurals whose forms are not those of the language. */
function wrongForms(lang: keyof typeof LANGUAGES, texts: Texts): string[] {
  const forms = Map.groupBy(
    flat(texts).filter(([path]) => FORM.test(path) && !path.endsWith('_zero')), // every language may have one for none
    ([path]) => path.replace(FORM, ''),
  )
  const own = new Intl.PluralRules(LANGUAGES[lang].tag).resolvedOptions().pluralCategories.toSorted().join()
  return [...forms].flatMap(([key, found]) => {
    const said = found.map(([path]) => FORM.exec(path)![1]!).sort()
    return said.join() === own ? [] : [`${lang} ${key}: ${said}, not ${own}`]
  })
}

const namespaces = namespacesOf('en')

it.each(LANGS)('%s has the namespaces of English', (lang) => {
  expect(namespacesOf(lang)).toEqual(namespaces)
})

it.each(namespaces)('%s has the keys and placeholders of English in every language', (namespace) => {
  const english = [...keysOf(textsOf('en', namespace))].sort()
  for (const lang of LANGS) expect([...keysOf(textsOf(lang, namespace))].sort(), lang).toEqual(english)
})

it.each(namespaces)('%s has the plural forms of each language', (namespace) => {
  expect(LANGS.flatMap((lang) => wrongForms(lang, textsOf(lang, namespace)))).toEqual([])
})

it('notices a missing text, placeholder and plural form', () => {
  expect(keysOf({ a: { b_one: '{{n}}', b_other: 'x' } })).toEqual(new Map([['a.b', 'n']]))
  expect(keysOf({ a: '{{n}}' })).not.toEqual(keysOf({ a: '{{m}}' }))
  expect(wrongForms('en', { rows_other: '{{count}} rows' })).toEqual(['en rows: other, not one,other'])
  expect(wrongForms('zh', { rows_one: '', rows_other: '' })).toEqual(['zh rows: one,other, not other'])
})

/** Namespaces of the calls of `addWords` in a file. */
function added(text: string): string[] {
  const globs = [...text.matchAll(/glob\('[./]+locales\/\*\/\{?([\w,-]+)\}?\.json'/g)]
  return globs.flatMap(([, names]) => names!.split(','))
}

/** Namespaces whose English text a file of core imports, itself or through others of core. */
function textsBehind(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const targets = importsOf(readSource(path))
    .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
    .map(({ specifier }) => resolveFrom(path, specifier))
  return targets.flatMap((target) => {
    const namespace = /^locales\/en\/([\w-]+)\.json$/.exec(target)?.[1]
    return namespace
      ? [namespace]
      : target.startsWith('core/') && target.endsWith('.ts')
        ? textsBehind(target, seen)
        : []
  })
}

const sources = filesOf(/\.tsx?$/).filter((path) => !isOfTests(path))
const pages = sources.filter((path) => path.startsWith('page/'))

it('uses each namespace', () => {
  const used = new Set(sources.flatMap((path) => [...added(readSource(path)), ...textsBehind(path)]))
  expect(namespaces.filter((namespace) => !used.has(namespace))).toEqual([])
})

/** Keys by which components call for texts that their namespace lacks: they would be shown themselves. */
function unknownKeys(text: string): string[] {
  const translators = [...text.matchAll(/\{ t(?:: (\w+))? \} = useTranslation\('([\w-]+)'\)/g)]
  const byName = Map.groupBy(translators, ([, name]) => name ?? 't')
  return [...byName].flatMap(([name, calls]) => {
    const known = calls.flatMap(([, , namespace]) => [namespace!, FALLBACK].flatMap((each) => englishKeys(each)))
    const used = [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\('([\\w.-]+)'(?!, \\{ ns)`, 'g'))]
    return used.map(([, key]) => key!).filter((key) => !known.includes(key))
  })
}

const englishKeys = (namespace: string) => [...keysOf(textsOf('en', namespace)).keys()]

it('has a text for each key that a component names', () => {
  expect(unknownKeys("const { t } = useTranslation('link')\nt('live'), t('settings'), t('link.live')")).toEqual([
    'link.live',
  ])
  expect(pages.flatMap((path) => unknownKeys(readSource(path)).map((key) => `src/${path}: ${key}`))).toEqual([])
})

it('loads the texts of functions of core in every language with the part of the page that calls them', () => {
  const missing = pages.flatMap((path) => {
    const text = readSource(path)
    const here = new Set([...FIRST, ...added(text)])
    const called = importsOf(text).filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
    const needed = called
      .map(({ specifier }) => resolveFrom(path, specifier))
      .filter((target) => /^core\/.*\.ts$/.test(target))
    const lacking = needed.flatMap((target) => textsBehind(target)).filter((namespace) => !here.has(namespace))
    return [...new Set(lacking)].map((namespace) => `src/${path}: ${namespace}`)
  })
  expect(missing).toEqual([])
})

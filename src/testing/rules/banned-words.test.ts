import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What a forecaster would not say, and what to say instead; looked for in every catalogue. */
const BANNED: [found: RegExp, instead: string][] = [
  [/what is said|is told|of now\b|not known\b/i, 'short words: "Alert me about", "current", "unknown"'],
  [/nothing (?:heard|arrives|received)|could not be had/i, '"no data", "not available"'],
  [/\basked\b|\basking\b|\banswers? of\b/i, '"data of 08:05 UTC", "loading"'],
  [/^Window$|time window/i, '"Range": a window is part of a screen'],
  [/\bsockets?\b|\bslots?\b/i, '"connection"'],
  [/雷电时钟/, '雷电停工计时'],
  [/等待时间/, '解除观察时间'],
  [/应答/, '数据时间, 响应'],
  [/闪击/, '闪电; 回击 in details alone'],
  [/无声/, '中断, 无数据'],
  [/时间窗/, '时段'],
  [/前最近一次/, '最近一次：3 秒前'],
  [/昼夜界线/, '晨昏线'],
  [/云幕/, '云底高'],
]
/** One discharge and its records are told apart where details of strikes are read, and nowhere else. */
const OF_DETAILS = /features\/lightning\/row\/(card|row)-strings\.ts$/

const page = join(import.meta.dirname, '../../page')
const catalogues = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /(?<!\.test)\.ts$/.test(path) && /^ {2}zh: \{/m.test(readFileSync(join(page, path), 'utf8')),
)

type Catalogue = { [key: string]: string | Catalogue }

const textsOf = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))

function bannedIn(texts: readonly string[], mayTellStrokes: boolean): string[] {
  const banned = mayTellStrokes ? BANNED : [...BANNED, [/回击/, '闪电'] as const]
  return texts.flatMap((text) => {
    const words = text.replace(/\{\{\w+\}\}/g, '')
    return banned.filter(([found]) => found.test(words)).map(([, instead]) => `${text} (say ${instead})`)
  })
}

it.each(catalogues)('%s speaks as a forecaster does', async (path) => {
  const exported = Object.values((await import(join(page, path))) as Record<string, unknown>)
  const texts = exported
    .filter((each): each is Catalogue => typeof each === 'object' && each !== null && 'en' in each)
    .flatMap(textsOf)
  expect(texts.length).toBeGreaterThan(0)
  expect(bannedIn(texts, OF_DETAILS.test(path))).toEqual([])
})

it('knows a banned word where it stands', () => {
  expect(bannedIn(['雷电时钟'], false)).toEqual(['雷电时钟 (say 雷电停工计时)'])
  expect(bannedIn(['回击', '{{asked}}'], true)).toEqual([])
  expect(bannedIn(['每分钟回击'], false)).toEqual(['每分钟回击 (say 闪电)'])
})

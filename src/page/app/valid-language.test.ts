// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { keepLanguageValid } from './valid-language.ts'

/** Reads through a prototype, as in a browser. */
const browserOf = (language: string, languages: string[]) =>
  Object.create({ language, languages }) as { language: string; languages: string[] }

it.each([
  ['C', ['C'], 'en', ['en']],
  ['C', ['C', 'zh-CN'], 'zh-CN', ['zh-CN']],
  ['', [], 'en', ['en']],
  ['zh-CN', ['zh-CN', 'en'], 'zh-CN', ['zh-CN', 'en']],
])('of a browser with %j, %j becomes %s, %j', (said, all, language, languages) => {
  const browser = browserOf(said, all)
  keepLanguageValid(browser)
  expect([browser.language, browser.languages]).toEqual([language, languages])
})

it('loads the chart library in a browser with an invalid language', async () => {
  Object.defineProperties(navigator, {
    language: { configurable: true, value: 'C' },
    languages: { configurable: true, value: ['C'] },
  })
  expect(() => new Intl.NumberFormat(navigator.language)).toThrow(RangeError)
  keepLanguageValid()
  await expect(import('uplot')).resolves.toBeTruthy()
  expect(navigator.language).toBe('en')
})

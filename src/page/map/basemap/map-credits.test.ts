import { expect, it } from 'vitest'
import { namedOnce } from './map-credits.ts'

it('names each source of a map once, and omits sources without a name', () => {
  const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')
  const attributions = ['<a href="https://a.example">© A</a>', undefined, '', '© B', ' © A ']
  expect(namedOnce(attributions, textOf)).toEqual(['© A', '© B'])
})

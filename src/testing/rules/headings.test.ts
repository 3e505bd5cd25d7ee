import { expect, it } from 'vitest'
import { filesOf, readSource } from './import-graph.ts'

it('finds no heading with the margins of the browser', () => {
  const [, reset = ''] = /((?:\w+,\n)+\w+) \{\n {2}margin: 0;/.exec(readSource('page/ui/styles/base.css')) ?? []
  const used = filesOf(/\.tsx$/).flatMap((path) => [...readSource(path).matchAll(/<(h[1-6])\b/g)].map(([, tag]) => tag))
  expect(used).toContain('h2')
  expect([...new Set(used)].filter((tag) => !reset.split(',\n').includes(tag!))).toEqual([])
})

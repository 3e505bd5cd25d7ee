import { expect, it } from 'vitest'
import { filesOf, readSource } from './import-graph.ts'

/** Blocks of a style sheet that scroll. */
const blocks = filesOf(/\.css$/).flatMap((path) =>
  [...readSource(path).matchAll(/([^{}]+)\{([^{}]*overflow(?:-[xy])?: (?:auto|scroll)[^{}]*)\}/g)].map(
    ([, selector = '', rules = '']) => ({ at: `${path} ${selector.trim()}`, rules }),
  ),
)

it('scrolling elements contain their visually hidden texts, which would otherwise extend the layout', () => {
  expect(blocks.length).toBeGreaterThan(10)
  expect(blocks.filter(({ rules }) => !/\bposition: /.test(rules)).map(({ at }) => at)).toEqual([])
})

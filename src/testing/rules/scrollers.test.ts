import { expect, it } from 'vitest'
import { filesOf, readSource } from './import-graph.ts'

/** Blocks of a style sheet that scroll. */
const blocks = filesOf(/\.css$/).flatMap((path) =>
  [...readSource(path).matchAll(/([^{}]+)\{([^{}]*overflow(?:-[xy])?: (?:auto|scroll)[^{}]*)\}/g)].map(
    ([, selector = '', rules = '']) => ({ at: `${path} ${selector.trim()}`, rules }),
  ),
)

it('what scrolls holds what is read out and not seen, which would else stretch what lies around it into a blank', () => {
  expect(blocks.length).toBeGreaterThan(10)
  expect(blocks.filter(({ rules }) => !/\bposition: /.test(rules)).map(({ at }) => at)).toEqual([])
})

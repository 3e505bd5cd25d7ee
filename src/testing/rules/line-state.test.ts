import { expect, it } from 'vitest'
import { filesOf, isOfTests, readSource } from './import-graph.ts'

/** Texts, marks, clocks and playback must agree about what is live: they all read `page/live/line-watch.ts`. */
const READ_THE_FEED = [
  'page/live/line-watch.ts',
  'page/wall/heal-watch.ts', // recovered faults of a wall, by cause
  'page/wall/use-renewal.ts', // sets the polling interval of a wall
]

it('the page derives the state of a feed in one place only', () => {
  const readers = filesOf(/\.tsx?$/)
    .filter((path) => path.startsWith('page/') && !isOfTests(path))
    .filter((path) =>
      /\bFeedState\b|status(\(\))?\.state\b|\bstate\b[^=\n]*\} = \w+\.status\(\)/.test(readSource(path)),
    )
  expect(readers.toSorted()).toEqual(READ_THE_FEED)
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, type ImportGraph, readGraph, SRC } from './import-graph.ts'

/**
 * Data flows of the page are documented file by file in `docs/architecture.md`: numbered lists whose items begin with a
 * file name. Each file imports the next.
 */

const DOCUMENT = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8')
const PAGE_FILES_MAX = 15

const graph = readGraph(filesOf(/\.tsx?$/), { types: true })

/** The files of a section's list, in order. */
function wayOf(document: string, section: string): string[] {
  const text = document.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? ''
  return [...text.matchAll(/^\d+\. `([\w./-]+\.tsx?)`/gm)].map(([, path = '']) => path)
}

/** The steps of a way that no import makes. */
function leapsIn(way: readonly string[], imports: ImportGraph): string[] {
  return way.slice(1).flatMap((to, i) => {
    const from = way[i]!
    return imports.get(from)?.has(to) || imports.get(to)?.has(from) ? [] : [`${from} → ${to}`]
  })
}

describe.each([['How does a strike get from socket to pixel?', 'client/feed/line/live-line.ts', 'strike-shaders.ts']])(
  '%s',
  (section, first, last) => {
    // The flow through upstream and server is documented in a separate list.
    const told = wayOf(DOCUMENT, section)
    const way = told.slice(told.indexOf(first))

    it('begins at the socket and ends on the screen', () => {
      expect(way[0]).toBe(first)
      expect(way.at(-1)).toContain(last)
    })

    it('names existing files, each importing the next, or imported by it', () => {
      expect(way.filter((path) => !existsSync(join(SRC, path)))).toEqual([])
      expect(leapsIn(way, graph)).toEqual([])
    })

    it(`passes at most ${PAGE_FILES_MAX} files of the page`, () => {
      const ofPage = new Set(way.filter((path) => path.startsWith('page/')))
      expect(ofPage.size).toBeGreaterThan(5)
      expect(ofPage.size).toBeLessThanOrEqual(PAGE_FILES_MAX)
    })
  },
)

it('parses a data flow from its section alone, and detects a step without an import', () => {
  const document = '## One\n\n1. `a.ts` begins.\n2. `b/c.tsx` goes on\n   with `d.ts`.\n\n## Two\n\n1. `e.ts`\n'
  expect(wayOf(document, 'One')).toEqual(['a.ts', 'b/c.tsx'])
  expect(wayOf(document, 'Three')).toEqual([])
  const imports = new Map([
    ['a.ts', new Set(['b.ts'])],
    ['b.ts', new Set<string>()],
    ['c.ts', new Set(['b.ts'])],
    ['d.ts', new Set<string>()],
  ])
  expect(leapsIn(['a.ts', 'b.ts', 'c.ts', 'd.ts'], imports)).toEqual(['c.ts → d.ts'])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

/** Users who prefer reduced motion see only the motion of the data: one CSS rule, and one module for scripts. */

const src = join(import.meta.dirname, '../..')
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
const pagesOf = (pattern: RegExp) =>
  files.filter((path) => pattern.test(path) && !/^server\/|\.test\.tsx?$|^testing\//.test(path))
const read = (path: string) => readFileSync(join(src, path), 'utf8')

/** Each matching line with its position. */
function linesWith(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`src/${path}:${i + 1} ${line.trim()}`] : [])),
  )
}

it('stops every animation, transition and smooth scroll of CSS with one rule', () => {
  const rule = /@media \(prefers-reduced-motion: reduce\) \{\s*\*,\s*\*::before,\s*\*::after \{([^}]*)\}/.exec(
    read('page/ui/styles/base.css'),
  )?.[1]
  for (const what of ['animation: none', 'transition: none', 'scroll-behavior: auto']) {
    expect(rule).toContain(`${what} !important;`)
  }
})

it('has no style that overrides that rule, and none that repeats it', () => {
  const styles = pagesOf(/\.css$/).filter((path) => path !== 'page/ui/styles/base.css')
  expect(styles.length).toBeGreaterThan(20)
  expect(linesWith(/(animation|transition|scroll-behavior)[^;]*!important|prefers-reduced-motion/, styles)).toEqual([])
})

it('reads the preference in one place', () => {
  const scripts = pagesOf(/\.tsx?$/).filter((path) => path !== 'page/ui/motion.ts')
  expect(linesWith(/prefers-reduced-motion/, scripts)).toEqual([])
})

it('moves the map in one way, which checks the preference', () => {
  const moves = /\.(easeTo|flyTo|fitBounds|panTo|panBy|zoomTo|zoomIn|zoomOut|rotateTo|fitScreenCoordinates)\(/
  const scripts = pagesOf(/\.tsx?$/)
  const moving = linesWith(moves, scripts).filter((line) => !/\b(camera|actions)\.flyTo\(/.test(line))
  expect(moving.length).toBeGreaterThan(1)
  for (const line of moving) expect(line).toMatch(/^src\/page\/map\/.*\.easeTo\(/)
  for (const path of new Set(moving.map((line) => line.slice('src/'.length).split(':')[0]!))) {
    const code = read(path)
    expect(code.match(/duration: flightMs\(\)/g)?.length, path).toBe(code.match(/\.easeTo\(/g)?.length)
  }
})

it('has no animation by script without that check', () => {
  const scripts = pagesOf(/\.tsx?$/)
  expect(linesWith(/\.animate\(|behavior: ?['"]smooth|startViewTransition/, scripts)).toEqual([])
  expect(linesWith(/fadeDuration=/, scripts)).toEqual([expect.stringContaining('fadeDuration={calm ? 0 : FADE_MS}')])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * A busy machine may take ten times as long. So tests do not sleep, read the machine's clock, or use their own
 * timeouts: time is passed in, and results are awaited.
 */

const root = join(import.meta.dirname, '../../..')
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => pattern.test(path) && !path.startsWith('src/testing/rules/'))
/** Measurements run separately, and consist of these files. */
const measures = /\.long\.test\.ts$|^src\/testing\/attacks\//
const unit = [...new Set([...filesIn('src', /\.test\.tsx?$/), ...filesIn('src/testing', /\.tsx?$/)])].filter(
  (path) => !measures.test(path),
)
const journeys = filesIn('e2e', /\.ts$/)

/** The matching lines of these files, except those listed with a reason. */
function linesWith(pattern: RegExp, paths: readonly string[], excepted: Record<string, string> = {}): string[] {
  const found = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [{ path, at: `${path}:${i + 1} ${line.trim()}` }] : [])),
  )
  for (const path of Object.keys(excepted)) expect(found.map((each) => each.path)).toContain(path)
  return found.filter(({ path }) => !(path in excepted)).map(({ at }) => at)
}

it('reads tests and journeys', () => {
  expect(unit.length).toBeGreaterThan(200)
  expect(journeys.length).toBeGreaterThan(30)
})

it('finds no sleeping test', () => {
  const sleeps = /(?<![.\w])(setTimeout|setInterval)\(|setTimeout.*timers\/promises|waitForTimeout/
  expect(
    linesWith(sleeps, [...unit, ...journeys], {
      'src/testing/history-kills.ts': 'a process is killed at any moment of its own',
      'src/testing/contract-suite/external-contract.ts': 'the server of somebody else lives in real time',
      'src/testing/fakes/clock-driver.ts': 'a turn of the event loop for real sockets',
      'src/testing/wire/memory-socket.ts': 'a method of sockets, which does nothing here',
      'e2e/drivers/wall.ts': 'by the clock of the page, which the journey moves',
      'e2e/catch-up-world.ts': 'a turn of the event loop for real sockets, in a server whose clock is moved',
      'e2e/process.ts': 'a program that hangs is ended',
      'e2e/quiet.ts': 'pictures are taken of pages that ask for nothing any more',
      'e2e/screenshots.ts': 'pictures for people to look at',
      'e2e/stack.ts': 'a server is asked again when it said',
    }),
  ).toEqual([])
})

it('measures nothing by the machine’s clock', () => {
  expect(linesWith(/performance\.now\(\)|hrtime/, [...unit, ...journeys])).toEqual([])
  expect(
    linesWith(/Date\.now\(\)|new Date\(\)/, unit, {
      'src/server/access/oidc.test.ts': 'the library’s own clock is moved on',
      'src/testing/contract-suite/external-contract.ts': 'the server of somebody else lives in real time',
    }),
  ).toEqual([])
})

it('counts no frames', () => {
  expect(
    linesWith(/requestAnimationFrame/, [...unit, ...journeys], {
      'e2e/drivers/frozen-viewer.ts': 'what has changed is drawn before a picture is taken',
    }),
  ).toEqual([])
})

it('has timeouts only for hanging tests, as configured', () => {
  // Vitest's default wait is a second, too short on a busy machine.
  expect(linesWith(/vi\.wait(For|Until)\(/, unit)).toEqual([])
  expect(
    linesWith(/^\s*\}, [1-9][\d_]{3,}\)$|\btimeout: [\d_]+/, [...unit, ...journeys], {
      'src/server/relay-faults.property.test.ts': 'as many faults as are wished for',
      'e2e/drivers/desk.ts': 'the pointer is moved again where no mark was there yet',
      'e2e/playwright.config.ts': 'the one for all journeys',
    }),
  ).toEqual([])
})

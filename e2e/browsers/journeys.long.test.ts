import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, it as every, expect } from 'vitest'
import { REPOSITORY } from '../../src/testing/server-process.ts'
import { type Brontide, startSimulated } from '../stack.ts'
import type { DrivenBrowser, Role } from './driven-browser.ts'
import { driveFirefox, FIREFOX } from './firefox.ts'
import { XVFB } from './screen-in-memory.ts'
import { driveWebKit, WEBKIT_DRIVER } from './webkit.ts'

/** The main journeys of the three user groups in the other browser engines, with Debian's browsers. */

const ENGINES = [
  { engine: 'Firefox', program: FIREFOX, drive: driveFirefox },
  { engine: 'WebKitGTK without a locale', program: WEBKIT_DRIVER, drive: driveWebKit },
]
const PICTURES = join(REPOSITORY, 'test-results', 'browsers')

describe.each(ENGINES)('$engine', ({ engine, program, drive }) => {
  const it = every.skipIf(!existsSync(program) || !existsSync(XVFB))
  let browser: DrivenBrowser
  let brontide: Brontide

  beforeAll(async () => {
    brontide = await startSimulated({ SIMULATOR_STORM: 'crossing' })
    browser = await drive()
    mkdirSync(PICTURES, { recursive: true })
    console.info(`${engine}: ${browser.name}`)
  })
  afterEach(async ({ task }) => {
    await browser.screenshot(join(PICTURES, `${engine}, ${task.name}.png`))
    expect(await browser.complaints()).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await brontide?.close()
  })

  const sees = (role: Role, name: RegExp, words: RegExp | string = '') =>
    expect.poll(async () => (await browser.texts(role, name))[0]).toMatch(words)
  /** Once visible and uncovered. */
  const clicks = (role: Role, name: RegExp) =>
    expect.poll(() => browser.click(role, name).then(() => 'clicked')).toBe('clicked')
  async function opens(address: string) {
    await browser.open(brontide.url + address)
    await sees('status', /^Connection$/, /Live/)
  }
  /** The tools are the last component of the desk to load. */
  async function opensTheDesk() {
    await opens('/')
    await sees('button', /^Zoom in$/)
  }

  it('an error of a page is noticed', async () => {
    await browser.open('data:text/html,<button onclick="console.error(`written`); thrown()">Break</button>')
    await clicks('button', /^Break$/)
    const heard: string[] = []
    await expect.poll(async () => heard.push(...(await browser.complaints()))).toBe(2)
    expect(heard.sort()).toEqual([expect.stringContaining('thrown'), 'written'])
  })

  it('duty officer: an airport by its code, its rings, report and charts; an alert is acknowledged', async () => {
    await opensTheDesk()
    await sees('button', /^All \d+ \(B\)$/)
    await browser.type('ZSPD')
    await sees(
      'region',
      /^Lightning hold timer$/,
      /5 km ring.*hold \d+\smin.*8 km ring.*hold \d+\smin.*16 km ring.*hold \d+\smin/s,
    )
    await sees('region', /^Latest report$/, /(METAR|SPECI) ZSPD /)
    await sees('chart', /^Wind, last 24 h$/)
    await clicks('button', /^Watch$/)
    await sees('navigation', /^Watched airports and places$/, /ZSPD.*◎5 hold \d+\smin/s)
    await sees('region', /^New alerts$/, /ZSPD.*5 km/s)
    await browser.type('a')
    await clicks('textbox', /^Your name/)
    await browser.type('Li')
    await clicks('button', /^Acknowledge all$/)
    await sees('region', /^Alerts$/, /Li\b/)
  })

  it('forecaster: the busiest storm and its card, the past, the board, the weather at a place', async () => {
    await opensTheDesk()
    await clicks('button', /^[\d,]+ strokes\/min/)
    await sees('region', /^Storm$/, /\d\/min/)
    await browser.type('[')
    await sees('region', /^Timeline$/, /NOT LIVE/)
    await browser.type('.')
    await sees('status', /^Connection$/, /Live/)
    await browser.type('b')
    await sees('region', /^Airport board$/)
    await sees('row', /ZSPD/, /◎5 /)
    await browser.type('b')
    await browser.type('/31.1, 121.8')
    await browser.press('Enter')
    await sees('chart', /^Meteogram, Next 72 hours$/)
  })

  it('wall: the worst airports with their times, and counts that are live', async () => {
    await opens('/?kiosk&layers=lightning')
    await sees('main', /^Wall display$/)
    // Includes the places pinned by the duty officer's journey in the same profile.
    await sees('region', /^Worst (?:airports now|of the others)$/, /\d+ km ring\s*[A-Z]{4}.*\d\d:\d\d/s)
    await sees('region', /^Lightning$/, /Live, [\d,]+ in the last minute/)
    expect(await browser.texts('alert', /./)).toEqual([])
  })
})

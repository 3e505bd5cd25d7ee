import { launch } from 'puppeteer-core'
import { type DrivenBrowser, findElements, SELECTORS, SIZE, wordsOf } from './driven-browser.ts'
import { startScreen } from './screen-in-memory.ts'

export const FIREFOX = '/usr/bin/firefox-esr'

/** Firefox by WebDriver BiDi, which it speaks itself. It has a screen, since headless it has no WebGL without a GPU. */
export async function driveFirefox(): Promise<DrivenBrowser> {
  const screen = await startScreen()
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: false,
    env: { ...process.env, ...screen.env },
    extraPrefsFirefox: { 'webgl.force-enabled': true, 'intl.accept_languages': 'en-GB' },
  })
  const [page] = await browser.pages()
  if (!page) throw new Error('Firefox opened no page.')
  await page.setViewport(SIZE)
  let complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const find = (...[role, name]: Parameters<DrivenBrowser['texts']>) =>
    page.evaluateHandle(findElements, SELECTORS[role], name.source)

  return {
    name: await browser.version(),
    async open(url) {
      await page.goto(url)
    },
    async texts(role, name) {
      return (await find(role, name)).evaluate(wordsOf)
    },
    async click(role, name) {
      const found = await find(role, name)
      const first = await found.evaluateHandle((elements) => {
        const [element] = elements
        if (!element) throw new Error('Nothing of this role and name is on the screen.')
        return element
      })
      await first.click()
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async screenshot(path) {
      await page.screenshot({ path: path as `${string}.png` })
    },
    async complaints() {
      const all = complaints
      complaints = []
      return all
    },
    async close() {
      await browser.close()
      await screen.close()
    },
  }
}

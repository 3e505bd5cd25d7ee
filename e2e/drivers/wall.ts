import { expect, type Page } from '@playwright/test'

/** Well again within ten seconds is the rule; a loaded machine that draws maps in software gets some more. */
const HEALS_WITHIN_MS = 40_000

/** A display that nobody touches, and what befalls it. */
export function createWall(page: Page) {
  const wall = page.getByRole('main', { name: 'Wall display' })
  const lightning = wall.getByRole('region', { name: 'Lightning' })
  const canvas = page.getByRole('region', { name: 'Map', exact: true })
  const mark = () => page.evaluate(() => Object.assign(globalThis, { marked: true }))
  const isMarked = () => page.evaluate(() => 'marked' in globalThis)

  return {
    given: {
      async hangsAt(url: string) {
        await page.clock.install()
        await page.goto(url)
        await expect(wall).toBeVisible()
      },
    },
    when: {
      /** As when a driver is reset, and the browser does not give the context back. */
      async losesItsGraphics() {
        const lost = await canvas.evaluate((element) => {
          const gl = (element as HTMLCanvasElement).getContext('webgl2')
          gl?.getExtension('WEBGL_lose_context')?.loseContext()
          return gl?.isContextLost() ?? false
        })
        expect(lost).toBe(true)
      },
      losesTheNetwork: () => page.context().setOffline(true),
      getsTheNetworkBack: () => page.context().setOffline(false),
      anHourPasses: () => page.clock.fastForward('01:00:00'),
      async itsClockIsSetWrong(minutes: number) {
        const now = await page.evaluate(() => Date.now())
        await page.clock.setSystemTime(now + minutes * 60_000)
      },
      isMarked: mark,
      isLeftByEscape: () => page.keyboard.press('Escape'),
    },
    sees: {
      async live() {
        await expect(wall.getByRole('status', { name: 'Connection' })).toHaveText(/Live/, { timeout: HEALS_WITHIN_MS })
        await expect(lightning).toContainText(/Live, [\d,]+ in the last minute/, { timeout: HEALS_WITHIN_MS })
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect
          .poll(() => canvas.evaluate(isDrawing).catch(() => false), {
            message: 'a map that is drawn',
            timeout: HEALS_WITHIN_MS,
          })
          .toBe(true)
      },
      thatItIsCutOff: () => expect(page.getByRole('alert')).toBeVisible({ timeout: HEALS_WITHIN_MS }),
      thatThePageIsAnotherOne: () =>
        expect.poll(() => isMarked().catch(() => true), { timeout: HEALS_WITHIN_MS }).toBe(false),
      async thatThePageIsTheSame() {
        expect(await isMarked()).toBe(true)
      },
      /** By the clock of the server, whatever the display's says. */
      async theRightTime() {
        const said = await wall
          .getByRole('region', { name: 'Clocks' })
          .getByRole('time')
          .first()
          .getAttribute('datetime')
        expect(Math.abs(Date.parse(said ?? '') - Date.now())).toBeLessThan(60_000)
      },
      theDesk: () => expect(page.getByRole('region', { name: 'Layers' })).toBeVisible(),
    },
  }
}

function isDrawing(element: Element): boolean {
  const gl = (element as HTMLCanvasElement).getContext('webgl2')
  return gl !== null && !gl.isContextLost()
}

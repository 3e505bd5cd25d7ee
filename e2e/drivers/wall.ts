import { expect, type Page } from '@playwright/test'
import { createMemoryMeter } from './wall-memory.ts'

/** A picture of one colour alone has fewer bytes. */
const PICTURE_OF_SOMETHING_BYTES = 4_000

/** An unattended display, and faults from which it must recover. */
export function createWall(page: Page) {
  const wall = page.getByRole('main', { name: 'Wall display' })
  const lightning = wall.getByRole('region', { name: 'Lightning' })
  const canvas = page.getByRole('region', { name: 'Map', exact: true })
  const memory = createMemoryMeter(page)
  const mark = () => page.evaluate(() => Object.assign(globalThis, { marked: true }))
  const isMarked = () => page.evaluate(() => 'marked' in globalThis)

  /** Its count of the last minute, which changes each second while strikes arrive. */
  const counted = async () => /Live, ([\d,]+) in the last minute/.exec((await lightning.textContent()) ?? '')?.[1]
  const map = async () => {
    const { width, height } = page.viewportSize()!
    const clip = { x: width * 0.55, y: height * 0.3, width: width * 0.4, height: height * 0.3 }
    return (await page.screenshot({ clip })).byteLength
  }

  return {
    given: {
      async hangsAt(url: string) {
        await page.clock.install()
        await page.goto(url)
        await expect(wall).toBeVisible()
      },
      /** From now on the browser's cache responds before the server. */
      hasKeptItsShell: () => page.evaluate(async () => void (await navigator.serviceWorker.ready)),
      isMarked: mark,
      holds: memory.held,
    },
    when: {
      /** As when a driver is reset: some browsers give the context back after a while, others never. */
      async losesItsGraphics(then: 'given back' | 'gone for good' = 'gone for good') {
        const lost = await canvas.evaluate((element, isGivenBack) => {
          const gl = (element as HTMLCanvasElement).getContext('webgl2')
          const reset = gl?.getExtension('WEBGL_lose_context')
          reset?.loseContext()
          if (isGivenBack) setTimeout(() => reset?.restoreContext(), 500)
          return gl?.isContextLost() ?? false
        }, then === 'given back')
        expect(lost).toBe(true)
        await page.clock.fastForward(1_000)
      },
      /** It is awake and tries again and again, by its own clock; most of the hour it is as on any other minute. */
      async isCutOffForAnHour() {
        for (let minute = 0; minute < 10; minute++) await page.clock.fastForward(60_000)
        await page.clock.fastForward(50 * 60_000)
      },
      /** Its timers are suspended. */
      sleepsForANight: () => page.clock.fastForward('08:00:00'),
      async itsClockIsSetWrong(minutes: number) {
        await page.clock.setSystemTime(Date.now() + minutes * 60_000)
      },
      isMarked: mark,
      isLeftByEscape: () => page.keyboard.press('Escape'),
    },
    sees: {
      /** Its feeds are connected, strikes arrive each second, and a map is drawn. */
      async live() {
        await expect(wall.getByRole('status', { name: 'Connection' })).toHaveText(/Live/)
        await expect(lightning).toContainText(/Live, [\d,]+ in the last minute/)
        await expect(page.getByRole('alert')).toHaveCount(0)
        const before = await counted()
        await expect.poll(counted, { message: 'another count' }).not.toBe(before)
        const isDrawn = async () =>
          (await canvas.evaluate(isDrawing).catch(() => false)) && (await map()) > PICTURE_OF_SOMETHING_BYTES
        await expect.poll(isDrawn, { message: 'a map that is drawn' }).toBe(true)
      },
      thatItIsCutOff: () => expect(wall.getByRole('alert')).toContainText(/No data since \d\d:\d\d Beijing, 1\sh/),
      thatThePageIsAnotherOne: () => expect.poll(() => isMarked().catch(() => true)).toBe(false),
      async thatThePageIsTheSame() {
        expect(await isMarked()).toBe(true)
      },
      thatItHoldsNoMoreThan: memory.holdsNoMoreThan,
      /** The server's time, independent of the display's clock. */
      async theRightTime() {
        const time = wall.getByRole('region', { name: 'Clocks' }).getByRole('time').first()
        const offBy = async () => Math.abs(Date.parse((await time.getAttribute('datetime')) ?? '') - Date.now())
        await expect.poll(offBy).toBeLessThan(60_000)
      },
      theDesk: () => expect(page.getByRole('region', { name: 'Layers' })).toBeVisible(),
    },
  }
}

function isDrawing(element: Element): boolean {
  const gl = (element as HTMLCanvasElement).getContext('webgl2')
  return gl !== null && !gl.isContextLost()
}

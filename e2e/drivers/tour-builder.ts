import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** Puts the tour of a wall together on the desk. */
export function createTourBuilder(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const dialog = page.getByRole('dialog', { name: 'Wall builder' })
  const places = dialog.getByRole('list', { name: 'Places of the tour, in their order' })
  const address = dialog.getByLabel('Address of the wall')
  const handleOf = (name: RegExp) =>
    places
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Move / })

  return {
    given: {
      opensTheMap: (path: string) => desk.open(path),
    },

    when: {
      async opensTheBuilder() {
        await page.getByRole('button', { name: 'Settings' }).click()
        await page.getByRole('button', { name: 'Wall builder…' }).click()
        await expect(dialog).toBeVisible()
        await dialog.getByText('Tour', { exact: true }).click()
      },
      async choosesLayersAndSize() {
        await dialog.getByRole('checkbox', { name: 'Fires' }).uncheck()
        const scale = dialog.getByLabel('Scale')
        await scale.fill('1.5')
        await scale.press('Enter')
      },
      previews: () => dialog.getByRole('button', { name: 'Preview' }).click(),
      addsThisView: () => dialog.getByRole('button', { name: 'Add this view' }).click(),
      async adds(text: string) {
        await dialog.getByLabel('Airport or place').fill(text)
        await page.keyboard.press('Enter')
      },
      async movesUpByKeyboard(name: RegExp) {
        await handleOf(name).focus()
        await page.keyboard.press('ArrowUp')
      },
      /** With the mouse, by its handle. */
      async dragsBelow(name: RegExp, below: RegExp) {
        const [from, to] = await Promise.all([handleOf(name).boundingBox(), handleOf(below).boundingBox()])
        if (!from || !to) throw new Error('There is no handle to drag.')
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
        await page.mouse.down()
        await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 })
        await page.mouse.up()
      },
      async setsTheDwellTo(seconds: number) {
        const field = dialog.getByLabel('Seconds at each place')
        await field.fill(String(seconds))
        await field.press('Enter')
      },
      async opensTheAddress() {
        await page.goto(await address.inputValue())
      },
    },

    sees: {
      thePlaces: (...names: RegExp[]) => expect(places.getByRole('listitem')).toHaveText(names),
      theFocusOnTheHandleOf: (name: RegExp) => expect(handleOf(name)).toBeFocused(),
      async thePreview(place: RegExp) {
        const wall = dialog.frameLocator('iframe').locator('main')
        await expect(wall).toContainText(place)
      },
      thatNothingIsFound: (text: string) => expect(dialog.getByText(`Nothing found for “${text}”`)).toBeVisible(),
      theAddress: (pattern: RegExp) => expect(address).toHaveValue(pattern),
      async aWallThatShows(place: RegExp) {
        const wall = page.getByRole('main', { name: 'Wall display' })
        await expect(wall).toBeVisible()
        await expect(wall).toContainText(place)
      },
    },
  }
}

import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** A person who must sign in before the map is shown. */
export function createNewcomer(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const dialog = page.getByRole('dialog', { name: /Sign in to Brontide|登录 Brontide/ })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const button = (name: string) => dialog.getByRole('button', { name })

  async function seesChoicesBesideTheirNames() {
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const choices = [
      settings.getByRole('group', { name: 'Theme' }),
      settings.getByRole('combobox', { name: 'Second clock' }),
    ]
    const edges = choices.map((choice) => choice.evaluate((element) => element.getBoundingClientRect().left))
    const [theme, clock] = await Promise.all(edges)
    expect(clock).toBe(theme)
  }

  const walls = page.getByRole('dialog', { name: /^(Walls|墙面大屏)$/ })

  return {
    walls,
    given: {
      opensTheMap: async (address = '/') => void (await page.goto(new URL(address, origin).href)),
    },
    when: {
      /** With the keyboard alone, from where the focus is. */
      async types(name: string, password: string) {
        await expect(field('Name')).toBeFocused()
        await page.keyboard.type(name)
        await page.keyboard.press('Tab')
        await page.keyboard.type(password)
        await page.keyboard.press('Enter')
      },
      /** Replaces the previous input. */
      async typesAgain(password: string) {
        await expect(field('Password')).toBeFocused()
        await page.keyboard.type(password)
        await page.keyboard.press('Enter')
      },
      async triesToGetAround() {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
      },
      changesTheLanguage: (to: string) => button(to).click(),
      comesBack: async () => void (await page.reload()),
      async opensTheWalls() {
        await page.getByRole('button', { name: /^(Settings|设置)$/ }).click()
        await page.getByRole('button', { name: /^(Walls…|墙面大屏…)$/ }).click()
        await expect(walls).toBeVisible()
      },
      /** Returns the link. */
      async letsIn(name: string): Promise<string> {
        await walls.getByRole('textbox', { name: /Name of the wall|大屏名称/ }).fill(name)
        await page.keyboard.press('Enter')
        return walls.getByRole('textbox', { name }).inputValue()
      },
      async turnsAway(name: string) {
        const row = walls.getByRole('listitem').filter({ hasText: name })
        await row.getByRole('button').click()
        await row.getByRole('button', { name: /Really turn away|确定移除/ }).click()
      },
      async signsOut() {
        await page.getByRole('button', { name: 'Settings' }).click()
        await seesChoicesBesideTheirNames()
        await page.getByRole('button', { name: 'Sign out' }).click()
      },
    },
    sees: {
      askedToSignIn: () => expect(dialog).toBeVisible(),
      async askedInChinese() {
        await expect(dialog).toHaveAccessibleName('登录 Brontide')
        await expect(field('密码')).toBeVisible()
      },
      refused: () => expect(dialog.getByRole('alert')).toHaveText(/Name or password is wrong/),
      async toldToWait() {
        await expect(
          dialog.getByRole('status').filter({ hasText: /Too many wrong attempts. Try again in \d+ s/ }),
        ).toBeVisible()
        await expect(button('Sign in')).toBeDisabled()
      },
      theWaitIsOver: () => expect(button('Sign in')).toBeEnabled(),
      wallListed: (name: string, words: RegExp) =>
        expect(walls.getByRole('listitem').filter({ hasText: name })).toContainText(words),
      noWallListed: () => expect(walls.getByText('No wall has access yet')).toBeVisible(),
      linkRefused: () => expect(dialog.getByRole('alert')).toHaveText(/link was already used, or has expired/),
      async lightningLive() {
        await expect(dialog).toBeHidden()
        await expect(desk.row('Lightning')).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
      },
    },
  }
}

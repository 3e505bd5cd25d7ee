import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface Looked {
  /** The parts that are looked at, as selectors; all of the page where none is named. */
  within?: readonly string[]
  /** Those rules alone. */
  rules?: string[]
}

/** Violations of accessibility rules, with their elements. Colour rules apply to the present theme. */
export async function findBreaches(page: Page, { within = ['html'], rules }: Looked = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate(
    async ({ include, chosen }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await inPage.run({ include }, chosen)
      return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }))
    },
    { include: [...within], chosen: options },
  )
}

/** The same of a page that is dark: by every rule; and in the light, which is other colours and nothing else, by those of colour. */
export async function findBreachesInBothThemes(page: Page, within?: readonly string[]) {
  const inTheDark = await findBreaches(page, { within })
  await wear(page, 'light')
  const inTheLight = await findBreaches(page, { within, rules: ['color-contrast', 'link-in-text-block'] })
  await wear(page, 'dark')
  return [...inTheDark, ...inTheLight]
}

function wear(page: Page, theme: string): Promise<void> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
}

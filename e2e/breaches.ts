import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface Looked {
  /** Selectors of the checked parts; by default the whole page. */
  within?: readonly string[]
  /** Those rules alone. */
  rules?: string[]
}

/** Violations of accessibility rules, with their elements. Colour rules apply to the present theme. */
export async function findBreaches(page: Page, { within = ['html'], rules }: Looked = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  // Off by default in axe; Lighthouse and WCAG 2.2 (AA) require it.
  const strict = { rules: { 'target-size': { enabled: true } } }
  const options: RunOptions = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : strict) }
  return page.evaluate(
    async ({ include, chosen }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await inPage.run({ include }, chosen)
      return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }))
    },
    { include: [...within], chosen: options },
  )
}

/**
 * Checks the page in both themes: in the dark by every rule, in the light, which differs by colours only, by the colour
 * rules.
 */
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

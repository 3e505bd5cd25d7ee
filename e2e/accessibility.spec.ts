import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { createDutyOfficer } from './drivers/duty-officer.ts'
import { createLooker } from './drivers/looker.ts'
import { expect, test } from './fixtures.ts'

for (const theme of ['dark', 'light']) {
  test(`the ${theme} desk with an open panel breaks no rule of accessibility`, async ({ page, simulated }) => {
    const { given, when, sees } = createDutyOfficer(page, simulated.url)
    await given.opensTheMap(`/?theme=${theme}`)
    await when.types('ZSPD')
    await sees.theReportRawAndDecoded('ZSPD')
    await sees.theHistoryCharted('ZSPD')
    expect(await breaches(page)).toEqual([])
  })

  test(`no other ${theme} screen breaks a rule of accessibility`, async ({ page, simulated }) => {
    const { SCREENS, shows } = createLooker(page, simulated.url)
    for (const screen of SCREENS) {
      await shows(screen, theme)
      expect(await breaches(page), screen).toEqual([])
    }
  })
}

async function breaches(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }))
}

import { AxeBuilder } from '@axe-core/playwright'
import { createDutyOfficer } from './drivers/duty-officer.ts'
import { expect, test } from './fixtures.ts'

for (const theme of ['dark', 'light']) {
  test(`the ${theme} desk with an open panel breaks no rule of accessibility`, async ({ page, simulated }) => {
    const { given, when, sees } = createDutyOfficer(page, simulated.url)
    await given.opensTheMap(`/?theme=${theme}`)
    await when.types('ZSPD')
    await sees.theReportRawAndDecoded('ZSPD')
    await sees.theHistoryCharted('ZSPD')

    const { violations } = await new AxeBuilder({ page }).analyze()
    const told = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target }) => target.join(' ')),
    }))
    expect(told).toEqual([])
  })
}

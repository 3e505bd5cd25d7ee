import { countActions } from './drivers/actions.ts'
import { createForecasterTasks } from './drivers/tasks-forecaster.ts'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './shift-watch.ts'

test.use({
  viewport: { width: 1280, height: 800 },
})

test('airports below limits or with thunder: no action, and no layout shift while loading', async ({
  page,
  stormy,
}) => {
  await page.addInitScript(watchShifts)
  const { given, sees } = createForecasterTasks(page, stormy.url, countActions('F2', 0))
  await given.opensTheMap()
  await sees.theWorstAirports()
  // Tolerates a shift below a pixel in the row of the worst airports, caused by an interrupted feed on a slow machine.
  const seen = (await page.evaluate(() => globalThis.shiftsSoFar())).filter(({ value }) => value > 0.0002)
  expect(seen).toEqual([])
})

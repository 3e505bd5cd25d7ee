import { countActions } from './drivers/actions.ts'
import { createForecasterTasks } from './drivers/tasks-forecaster.ts'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './shift-watch.ts'

test.use({
  viewport: { width: 1280, height: 800 },
  permissions: ['clipboard-read', 'clipboard-write'],
})

test('the densest storm, its rate, and growing storms: no action', async ({ page, remembering }) => {
  const { given, sees } = createForecasterTasks(page, remembering.url, countActions('F1', 0))
  await given.opensTheMap()
  await sees.stormsByTheirRate()
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

test('fires by age, and when one was seen: no click', async ({ page, remembering }) => {
  const { given, does, sees } = createForecasterTasks(page, remembering.url, countActions('F4', 1))
  await given.looksAtAFire()
  await does.pointsAtTheFire()
  await sees.whenTheFireWasSeen()
})

test('the exact view for a colleague, with its moment and its panel: one key', async ({
  page,
  remembering,
  anotherScreen,
}) => {
  const { storm } = remembering.past
  const moment = new Date(storm.atMs).toISOString()
  const forecaster = createForecasterTasks(page, remembering.url, countActions('F5', 1))
  await forecaster.given.opensTheMap(`/?layers=lightning&airport=ZSPD&t=${moment}#7.00/${storm.lat}/${storm.lon}`)
  await forecaster.sees.thePast()
  await forecaster.does.copiesTheLink()

  const colleague = createForecasterTasks(await anotherScreen(), remembering.url, countActions('a look', 0))
  await colleague.given.opensTheMap(await forecaster.get.copiedLink())
  await colleague.sees.thePast()
  await expect.poll(colleague.get.whatIsOnScreen).toEqual(await forecaster.get.whatIsOnScreen())
})

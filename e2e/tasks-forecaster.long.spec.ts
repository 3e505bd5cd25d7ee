import { countActions } from './drivers/actions.ts'
import { createForecasterTasks } from './drivers/tasks-forecaster.ts'
import { test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('present weather and forecast at a position, with the distance of the station: one click', async ({
  page,
  remembering,
}) => {
  const { given, does, sees } = createForecasterTasks(page, remembering.url, countActions('F3', 1))
  await given.opensTheMap('/?layers=airports#6/25.5/120.2')
  await does.clicksTheMiddleOfTheMap()
  await sees.theObservation()
  await sees.theForecast()
})

import { countActions } from './drivers/actions.ts'
import { createFrozenViewer } from './drivers/frozen-viewer.ts'
import { createDutyOfficerTasks } from './drivers/tasks-duty-officer.ts'
import { test } from './fixtures.ts'
import { STILL_AT_MS, startStill } from './stack.ts'

const DESK = { width: 1280, height: 800 }
const PHONE_ON_ITS_SIDE = { width: 844, height: 390 }

test.use({ viewport: DESK })

test('arrival and remaining stop of work: one click from a cold page, also on a phone in landscape', async ({
  page,
}) => {
  const still = await startStill()
  try {
    const world = await createFrozenViewer(page, still.url, STILL_AT_MS)
    const { does, sees } = createDutyOfficerTasks(page, still.url, countActions('D2 and arrival', 1))
    await world.opens('', DESK)
    await does.clicksTheWorst('ZSPD')
    await world.waits(sees.whenItArrives)
    for (const size of [DESK, PHONE_ON_ITS_SIDE]) await sees.howLongAndWhenItArrives(size)
    await page.close()
  } finally {
    await still.close()
  }
})

test('letters typed before the commands load are passed to them', async ({ page, stormy }) => {
  const { given, does, sees } = createDutyOfficerTasks(page, stormy.url, countActions('a code in the commands', 5))
  const commands = await given.commandsAreSlow()
  await given.opensTheMap()
  await does.opensTheCommands()
  await does.typesTheCode('ZSPD')
  commands.arrive()
  await sees.theCommandsFind('ZSPD')
  await sees.noViewSaved()
})

import { countActions } from './drivers/actions.ts'
import { createDutyOfficerTasks } from './drivers/tasks-duty-officer.ts'
import { shareAPage, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] })

const WATCHING = '/?watch=ZSPD,ZWWW'

test.describe
  .serial('at a glance, and with one click', () => {
    const page = shareAPage()

    test('present lightning in the ring, and its age: no action', async ({ stormy }) => {
      const { given, sees } = createDutyOfficerTasks(page(), stormy.url, countActions('D1', 0))
      await given.opensTheMap(WATCHING)
      await sees.howItStands('ZSPD', /◎(5|8|16) /)
      await sees.dataAtMostSecondsOld(2)
    })

    test('the triggered level, and its minimum duration: no action', async ({ stormy }) => {
      const { sees } = createDutyOfficerTasks(page(), stormy.url, countActions('D2', 0))
      await sees.howItStands('ZSPD', /◎(5|8|16) hold \d+\s(min|s)/)
      await sees.howItStands('ZWWW', /data \d+% of 30 min/)
    })

    test('the latest report, raw and decoded: one click', async ({ stormy }) => {
      const { does, sees } = createDutyOfficerTasks(page(), stormy.url, countActions('D3', 1))
      await does.clicksTheWatched('ZSPD')
      await sees.theReportRawAndDecoded('ZSPD')
    })

    test('what changed in 24 h: the same click', async ({ stormy }) => {
      const { sees } = createDutyOfficerTasks(page(), stormy.url, countActions('D4 after D3', 0))
      await sees.theHistoryCharted('ZSPD')
    })
  })

test('which level is triggered, not before when it ends, a report and what changed: by four letters, typed anywhere', async ({
  page,
  stormy,
}) => {
  const { given, does, sees } = createDutyOfficerTasks(page, stormy.url, countActions('D2, D3 and D4', 4))
  await given.opensTheMap()
  await does.typesTheCode('ZSPD')
  await sees.notBeforeWhen()
  await sees.theReportRawAndDecoded('ZSPD')
  await sees.theMapAt(8, 31.14, 121.81)
  await sees.whatTheGroupMeans('ZSPD', /^Q\d{4}/, /^Pressure reduced to sea level \(QNH\): \d+/)
  await sees.theHistoryCharted('ZSPD')
  await sees.theSearchLeft()
  await sees.noViewSaved()
})

test('companies are notified, and the log has it: one key', async ({ page, stormy }) => {
  const { given, does, sees } = createDutyOfficerTasks(page, stormy.url, countActions('D5', 1))
  await given.opensTheMap('/?airport=ZSPD&layers=lightning')
  await sees.theClockOf('ZSPD')
  await does.keepsTheEvidence()
  await sees.theEvidenceOf('ZSPD')
})

import { expect, it } from 'vitest'
import { alarmLoadSchema } from '../../contract/watch/sheets.ts'
import { HERE } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'

it('sums up the rows of a period, who acknowledged them and how soon', async () => {
  const { clock, history, watch, run, strike } = await setUpWatch()
  await run(60)
  strike(12)
  await run(60)
  const { request } = setUpAppServer({}, { clock, history, watch })
  const [kept] = await history.watch.alarms({ limit: 1 })
  const path = `/api/alarms/${kept!.alarm.id}/acknowledge`
  await request(path, { method: 'POST', headers: HERE, body: JSON.stringify({ by: 'Li' }) })
  const load = alarmLoadSchema.parse(await (await request('/api/alarms/load')).json())
  expect(load).toMatchObject({
    cut: false,
    rows: 1,
    places: [{ id: 'golf', rows: 1 }],
    persons: [{ by: 'Li', rows: 1 }],
    acknowledged: { rows: 1 },
    floods: [],
    late: [],
  })
  expect(load.hours.reduce((sum, { rows }) => sum + rows, 0)).toBe(1)
})

it('rejects an invalid period, or one longer than a month', async () => {
  const { clock, history, watch } = await setUpWatch()
  const { request } = setUpAppServer({}, { clock, history, watch })
  const status = async (query: string) => (await request(`/api/alarms/load?${query}`)).status
  expect(await status('from=2026-07-02T00:00:00Z&to=2026-07-01T00:00:00Z')).toBe(400)
  expect(await status('from=2026-05-01T00:00:00Z&to=2026-07-01T00:00:00Z')).toBe(400)
  expect(await status('from=yesterday')).toBe(400)
})

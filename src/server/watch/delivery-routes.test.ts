import { expect, it } from 'vitest'
import { API_PATHS } from '../../contract/api-paths.ts'
import { DELIVERIES_TOLD_MAX, deliveryListSchema } from '../../contract/watch/deliveries.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { channelsOf } from '../../testing/channels/channel-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'

const hook = (id: string) => ({ id, kind: 'webhook', url: `https://${id}.example.com/key`, secret: 'x'.repeat(32) })

async function setUp() {
  const world = await setUpWatch({
    channels: channelsOf([hook('gate'), hook('desk')]),
    async post({ url }) {
      if (url.includes('desk')) throw new Error('connection failed')
      return { status: 204, text: '' }
    },
  })
  const { clock, history, watch } = world
  const { request } = setUpAppServer({}, { clock, history, watch })
  const list = async (path: string) => deliveryListSchema.parse(await (await request(path)).json()).deliveries
  return { ...world, request, list }
}

it('lists the recipients of a row, and of a period by channel, also as a table', async () => {
  const { run, strike, history, list, request, clock } = await setUp()
  await run(5)
  strike(12)
  await run(5)
  const [kept] = await history.watch.alarms({ limit: 1 })
  const { id } = kept!.alarm
  const accepted = { row: id, channel: 'gate', attempts: 1, outcome: 'accepted', receipt: 'status 204' }
  expect(await list(`${API_PATHS.alarms}/${id}/deliveries`)).toMatchObject([accepted])
  expect(await list(`${API_PATHS.deliveries}?channel=gate`)).toMatchObject([accepted])
  expect(await list(`${API_PATHS.deliveries}?channel=desk`)).toEqual([])
  expect(await list(`${API_PATHS.deliveries}?to=${new Date(clock.now() - 60_000).toISOString()}`)).toEqual([])
  expect(await list(`${API_PATHS.alarms}/none/deliveries`)).toEqual([])
  const csv = await request(`${API_PATHS.deliveries}?format=csv`)
  expect(csv.headers.get('content-disposition')).toContain('deliveries.csv')
  const [head, row] = (await csv.text()).split('\r\n')
  expect(head).toContain('row,channel,finished_utc,attempts,outcome,receipt')
  expect(row).toMatch(new RegExp(`^${id},gate,2026-07-01T\\S+Z,1,accepted,status 204$`))
})

it('limits its response, and rejects invalid queries', async () => {
  const { history, list, request, clock } = await setUp()
  const finished = Array.from({ length: DELIVERIES_TOLD_MAX + 1 }, (_, at) => {
    const of = { row: `row-${at}`, channel: 'gate', attempts: 1, outcome: 'superseded', receipt: null } as const
    return { ...of, atMs: Math.floor(clock.now()) + at }
  })
  await history.watch.write({ finished })
  expect(await list(`${API_PATHS.deliveries}?limit=${DELIVERIES_TOLD_MAX}`)).toHaveLength(DELIVERIES_TOLD_MAX)
  expect((await list(`${API_PATHS.deliveries}?limit=1`))[0]).toMatchObject({ row: `row-${DELIVERIES_TOLD_MAX}` })
  for (const query of [`limit=${DELIVERIES_TOLD_MAX + 1}`, 'format=pdf', 'from=yesterday']) {
    expect((await request(`${API_PATHS.deliveries}?${query}`)).status).toBe(400)
  }
  expect((await request(API_PATHS.deliveries, { method: 'POST' })).status).toBe(405)
})

it('keeps deliveries as long as alarms', async () => {
  const { history, list, clock } = await setUp()
  const of = { channel: 'gate', attempts: 1, outcome: 'accepted', receipt: null } as const
  const nowMs = Math.floor(clock.now())
  await history.watch.write({
    finished: [
      { ...of, row: 'old', atMs: nowMs - 2 },
      { ...of, row: 'new', atMs: nowMs },
    ],
  })
  await history.watch.forget(nowMs - 1)
  expect((await list(API_PATHS.deliveries)).map(({ row }) => row)).toEqual(['new'])
})

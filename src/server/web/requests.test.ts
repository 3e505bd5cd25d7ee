import { expect, it } from 'vitest'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'

it.each(['alarms', 'deliveries', 'journal', 'stops'])(
  '%s of a period that ends before it begins are refused',
  async (of) => {
    const { clock, history, watch } = await setUpWatch()
    const { request } = setUpAppServer({}, { clock, history, watch })
    const refused = await request(`/api/${of}?from=2026-07-01T09:00:00Z&to=2026-07-01T08:00:00Z`)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { detail: 'to must be after from, got from=2026-07-01T09:00:00Z and to=2026-07-01T08:00:00Z' },
    ])
    expect((await request(`/api/${of}?from=2026-07-01T08:00:00Z&to=2026-07-01T09:00:00Z`)).status).toBe(200)
  },
)

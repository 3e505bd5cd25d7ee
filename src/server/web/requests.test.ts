import { expect, it } from 'vitest'
import { VIEWER_HEADER } from '../../contract/watch/private-levels.ts'
import { HERE } from '../../testing/access-kit.ts'
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

const LEVEL = { id: 'near', name: 'Near', km: 10, holdMin: 30 }
const GBK = Buffer.from([...Buffer.from('{"by": "Li", "text": "'), 0xc9, 0xcf, 0xba, 0xa3, ...Buffer.from('"}')])

it.each<[path: string, body: object | Buffer, detail: string]>([
  [
    'journal',
    GBK,
    'the body is not in UTF-8 from byte 24 (line 1), but in another encoding such as GBK: save it as UTF-8',
  ],
  ['journal', Buffer.from('{"by": "Li"\n'), 'the body is not valid JSON at line 2, column 1'],
  ['journal', { by: 'Li', text: 7 }, 'text must be a text, got 7'],
  ['journal', [], 'the body must be an object, got []'],
  ['stops', { by: 'Li', place: 'golf' }, 'work must be a text, got nothing'],
  [
    'stops',
    { by: 'Li', place: 'golf', work: 'towing', earliestResume: '2026-07-01T18:00:00' },
    'earliestResume must be a UTC time like 2026-07-01T08:00:00Z, got "2026-07-01T18:00:00"',
  ],
  ['alarms/none/acknowledge', { by: 'Li', note: 1 }, 'note must be a text, got 1'],
  ['alarms/none/acknowledge', { note: 'cleared' }, 'by must be your name'],
  [
    'private-levels',
    { ladders: [{ place: 'golf', levels: [LEVEL, LEVEL] }] },
    'ladders.0.levels must have a unique id for each level, got [{…}, {…}]',
  ],
])('refuses an invalid body of %s, quoting the received value: %#', async (path, body, detail) => {
  const { clock, history, watch } = await setUpWatch()
  const { request } = setUpAppServer({}, { clock, history, watch })
  const answer = await request(`/api/${path}`, {
    method: 'POST',
    headers: { ...HERE, [VIEWER_HEADER]: 'a'.repeat(22) },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  })
  expect([answer.status, await answer.json()]).toEqual([400, { detail }])
})

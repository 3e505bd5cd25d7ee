import { describe, expect, it } from 'vitest'
import type { LevelStateName } from '../../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { setUpDispatcher } from '../../../testing/channels/dispatcher-kit.ts'
import { feedRow, levelState, rowOf } from '../../../testing/channels/rows.ts'

const MINUTE_S = 60
const HOUR_S = 3_600
const CHAT = { kind: 'wecom', url: 'https://a.example.com/', secret: undefined }
const ON_OFF = { x: 'on', o: 'off', e: 'expected' } as const

/** A ladder in short, most severe level first: `xoo` is r5 on, the others off; `e` is expected. */
const levels = (text: string) =>
  ['r5', 'r8', 'r16'].map((id, at) => levelState(id, ON_OFF[text[at] as 'x' | 'o' | 'e'] as LevelStateName))

async function setUp(entry: object = {}, over: Parameters<typeof setUpDispatcher>[1] = {}) {
  const world = await setUpDispatcher([{ id: 'a', ...entry }], over)
  const before = new Map<string, string>()
  const rowFor = (
    states: string,
    { place = 'golf', ladder = 'lightning' as 'lightning' | 'weather', ...rest } = {},
  ) => {
    const key = `${place}/${ladder}`
    const was = before.get(key) ?? 'ooo'
    before.set(key, states)
    const of = { place, ladder, levels: levels(states), before: levels(was), atMs: Math.floor(world.clock.now()) }
    return rowOf({ ...of, ...rest })
  }
  return {
    ...world,
    rowFor,
    /** The ladder of a place becomes that. */
    async becomes(states: string, over: Parameters<typeof rowFor>[1] & { cause?: 'removed' } = {}) {
      const row = rowFor(states, over)
      await world.write(row)
      return row
    },
  }
}

describe('a channel sends each change of the levels that it sees', () => {
  it.each([
    [{}, ['up r16', 'up r5', 'down r16', 'end -']],
    [{ levels: ['r5'] }, ['up r5', 'end -']],
    [{ levels: ['outermost'] }, ['up r16', 'end -']],
    [{ levels: ['highest'] }, ['up r5', 'end -']],
    [{ levels: ['r8'] }, []],
    [{ events: ['up'] }, ['up r16', 'up r5']],
    [{ events: ['up', 'expected', 'end'] }, ['expected r16', 'up r16', 'expected r16', 'up r5', 'end r16', 'lapsed -']],
    [{ ladders: ['weather'] }, []],
    [{ stages: ['alarm', 'quiet'] }, ['up r5', 'end -']],
    [{ stages: ['alert', 'quiet'] }, ['up r16', 'end -']],
    [{ stages: ['approach'] }, ['expected r16', 'expected r16', 'lapsed -']],
    [{ stages: ['wind'] }, []],
  ])('%j: %j', async (entry, told) => {
    const world = await setUp(entry)
    const steps = ['ooe', 'oox', 'eox', 'xox', 'oox', 'ooe', 'ooo']
    for (const states of steps) {
      await world.becomes(states)
      await world.pass(MINUTE_S)
    }
    expect(world.told()).toEqual(told)
  })

  it('of weather every level that is on, up where one is added', async () => {
    const world = await setUp({ ladders: ['lightning', 'weather'] })
    for (const states of ['oxo', 'oxx', 'oox', 'ooo']) await world.becomes(states, { ladder: 'weather' })
    expect(world.told()).toEqual(['up r8', 'up r8', 'down r16', 'end -'])
  })

  it('with the headline, the levels and the step that it sees', async () => {
    const world = await setUp({ levels: ['r8', 'r16'] })
    await world.becomes('oox')
    await world.becomes('xxx')
    const [, second] = world.took()
    expect(second).toMatchObject({ step: 'up', level: 'r8', before: { level: 'r16', state: 'on' }, stage: 'alert' })
    expect(second!.levels!.map(({ id }) => id)).toEqual(['r8', 'r16'])
  })

  it('counts filtered messages as sent: the next step is compared with them', async () => {
    const world = await setUp({ events: ['up'] })
    for (const states of ['oox', 'xox', 'oox', 'xox', 'ooo', 'oox']) await world.becomes(states)
    expect(world.told()).toEqual(['up r16', 'up r5', 'up r5', 'up r16'])
  })
})

describe('a receiver that was away', () => {
  it('gets the newest alone where the channel sends not every row, and the others count as superseded', async () => {
    const world = await setUp(CHAT)
    world.answers('busy')
    const rows = [await world.becomes('oox'), await world.becomes('xox'), await world.becomes('oxx')]
    await world.pass(MINUTE_S)
    world.answers('takes')
    await world.pass(2 * MINUTE_S)
    expect(world.told()).toEqual(['up r8'])
    const log = await world.store.deliveries({ limit: 10 })
    expect(new Map(log.map(({ row, outcome }) => [row, outcome]))).toEqual(
      new Map([
        [rows[0]!.id, 'superseded'],
        [rows[1]!.id, 'superseded'],
        [rows[2]!.id, 'accepted'],
      ]),
    )
  })

  it('gets every row in order by a webhook', async () => {
    const world = await setUp()
    world.answers('refuses')
    for (const states of ['oox', 'xox', 'oox']) await world.becomes(states)
    await world.pass(MINUTE_S)
    world.answers('takes')
    await world.pass(15 * MINUTE_S)
    expect(world.told()).toEqual(['up r16', 'up r5', 'down r16'])
  })

  it('omits events that were over before they could be sent', async () => {
    const world = await setUp(CHAT)
    world.answers('busy')
    await world.becomes('xox')
    // A busy receiver was tried and responded: whether it accepted is uncertain.
    await world.becomes('ooo')
    world.answers('takes')
    await world.pass(15 * MINUTE_S)
    expect(world.told()).toEqual(['end -'])
  })

  it('receives the end of messages that it may have received without acknowledgement', async () => {
    const world = await setUp(CHAT)
    world.answers('lost')
    await world.becomes('oox')
    await world.becomes('ooo')
    world.answers('takes')
    await world.pass(15 * MINUTE_S)
    expect(world.told().at(-1)).toBe('end -')
  })

  it('receives after a kill the end of messages that it may have received before', async () => {
    const world = await setUp(CHAT)
    world.answers('lost')
    await world.becomes('oox')
    await world.kill()
    await world.becomes('ooo')
    world.answers('takes')
    await world.pass(15 * MINUTE_S)
    expect(world.told().at(-1)).toBe('end -')
  })
})

describe('quiet hours', () => {
  // The clock starts at 08:00 UTC.
  const QUIET = { quietHours: '08:10-14:00' }

  it('hold messages, and afterwards the present state is sent if it differs from the last message', async () => {
    const world = await setUp(QUIET)
    await world.becomes('xxx')
    await world.pass(20 * MINUTE_S)
    await world.becomes('oxx')
    await world.becomes('oox')
    await world.pass(5 * HOUR_S)
    expect(world.told()).toEqual(['up r5'])
    await world.pass(HOUR_S)
    expect(world.told()).toEqual(['up r5', 'down r16'])
    expect(world.took()[1]).toMatchObject({ before: { level: 'r5' } })
  })

  it('send nothing afterwards if the state is unchanged', async () => {
    const world = await setUp(QUIET)
    await world.becomes('xox')
    await world.pass(20 * MINUTE_S)
    await world.becomes('oox')
    await world.becomes('xox')
    await world.restart()
    await world.pass(6 * HOUR_S)
    expect(world.told()).toEqual(['up r5'])
  })

  it('let exempt messages through, with their end', async () => {
    const world = await setUp({ ...QUIET, quietBut: ['r5'] })
    await world.pass(20 * MINUTE_S)
    for (const states of ['oox', 'xox', 'oox', 'oxx']) await world.becomes(states)
    expect(world.told()).toEqual(['up r5', 'down r16'])
    await world.pass(6 * HOUR_S)
    expect(world.told()).toEqual(['up r5', 'down r16', 'up r8'])
  })

  it('hold pending messages', async () => {
    const world = await setUp(QUIET)
    world.answers('refuses')
    await world.becomes('xox')
    await world.pass(15 * MINUTE_S)
    world.answers('takes')
    await world.pass(HOUR_S)
    expect(world.told()).toEqual([])
    await world.pass(5 * HOUR_S)
    expect(world.told()).toEqual(['up r5'])
  })
})

describe('a snooze', () => {
  it('holds messages of its place, and its end tells the present state', async () => {
    const world = await setUp()
    await world.becomes('xox')
    await world.becomes('xox', { place: 'farm' })
    await world.pass(25 * MINUTE_S)
    await world.snooze('golf', 60)
    await world.becomes('ooo')
    await world.becomes('ooo', { place: 'farm' })
    await world.pass(30 * MINUTE_S)
    expect(world.told()).toEqual(['up r5', 'up r5', 'end -'])
    await world.pass(31 * MINUTE_S)
    expect(world.told()).toEqual(['up r5', 'up r5', 'end -', 'end -'])
    expect(world.took().at(-1)!.place!.id).toBe('golf')
  })

  it('of some levels holds the messages with these headlines alone', async () => {
    const world = await setUp()
    await world.snooze('golf', 60, ['r5'])
    for (const states of ['oox', 'xox']) await world.becomes(states)
    expect(world.told()).toEqual(['up r16'])
    await world.pass(61 * MINUTE_S)
    expect(world.told()).toEqual(['up r16', 'up r5'])
  })
})

it('the row of a removed place is sent although the place is gone', async () => {
  const world = await setUp(CHAT)
  await world.becomes('xox')
  world.remove('golf')
  await world.becomes('ooo', { cause: 'removed' })
  expect(world.told()).toEqual(['up r5', 'end -'])
})

describe('a gap of a feed', () => {
  const gap = async (world: Awaited<ReturnType<typeof setUp>>, seconds: number) => {
    const fromMs = Math.floor(world.clock.now())
    await world.pass(30)
    await world.write(feedRow('lightning', fromMs, null, Math.floor(world.clock.now())))
    await world.pass(seconds - 30)
    await world.write(feedRow('lightning', fromMs, fromMs + seconds * 1_000, Math.floor(world.clock.now())))
    await world.pass(1)
  }

  it('is sent after half a minute if the last message showed a level, and so is its end', async () => {
    const world = await setUp()
    await world.becomes('xox')
    await gap(world, 40)
    expect(world.took().map(({ id }) => id.split('.', 3).join('.'))).toEqual([
      expect.stringMatching(/^golf/),
      'observation.lightning.gap',
      'observation.lightning.seen',
    ])
  })

  it('is sent after a minute elsewhere, if it lasts', async () => {
    const world = await setUp()
    await gap(world, 50)
    expect(world.told()).toEqual([])
    const log = await world.store.deliveries({ limit: 5 })
    expect(log.map(({ outcome }) => outcome)).toEqual(['not-needed'])
    await gap(world, 90)
    expect(world.told()).toEqual(['observation -', 'observation -'])
  })

  it.each([[{ events: ['up', 'down', 'end'] }], [{ stages: ['alarm', 'quiet'] }]])(
    'is sent by no channel that filters it: %j',
    async (entry) => {
      const world = await setUp(entry)
      await gap(world, 90)
      expect(world.told()).toEqual([])
    },
  )

  it('within quiet hours is sent afterwards if it still lasts', async () => {
    const world = await setUp({ quietHours: '07:00-09:00' })
    await gap(world, 600)
    const fromMs = Math.floor(world.clock.now())
    await world.write(feedRow('lightning', fromMs, null, fromMs + 30_000))
    await world.pass(HOUR_S)
    expect(world.told()).toEqual(['observation -'])
  })
})

describe('an escalation', () => {
  it('sends unacknowledged rows, and only steps up', async () => {
    const world = await setUp({ ifUnacknowledged: 5 })
    await world.becomes('oox')
    await world.pass(4 * MINUTE_S)
    const up = await world.becomes('xox')
    await world.pass(MINUTE_S + 5)
    expect(world.told()).toEqual(['up r16'])
    await world.acknowledge(up.id)
    await world.becomes('ooo')
    await world.pass(HOUR_S)
    expect(world.told()).toEqual(['up r16'])
    expect((await world.store.deliveries({ rowId: up.id, limit: 5 })).map(({ outcome }) => outcome)).toEqual([
      'not-needed',
    ])
  })
})

it.each([-1, 1])('escalations and repeats keep their times when the clock is set by %i h', async (hours) => {
  const world = await setUp({ ifUnacknowledged: 5, repeatMin: 5 })
  await world.becomes('xox')
  await world.pass(MINUTE_S)
  world.clock.step(hours * HOUR_S * 1_000)
  await world.pass(5 * MINUTE_S)
  expect(world.took()).toHaveLength(1)
  await world.pass(4 * MINUTE_S)
  world.clock.step(hours * HOUR_S * 1_000)
  await world.pass(2 * MINUTE_S)
  expect(world.took()).toHaveLength(2)
})

describe('repeatMin', () => {
  it('repeats an up under its id, with the present state, until it is acknowledged', async () => {
    const world = await setUp({ repeatMin: 5 })
    const up = await world.becomes('xox')
    await world.pass(11 * MINUTE_S)
    expect(world.took().map(({ id }) => id)).toEqual([up.id, up.id, up.id])
    await world.restart()
    await world.pass(6 * MINUTE_S)
    expect(world.took()).toHaveLength(4)
    await world.acknowledge(up.id)
    await world.pass(11 * MINUTE_S)
    expect(world.took()).toHaveLength(4)
  })

  it('ends with the last level', async () => {
    const world = await setUp({ repeatMin: 5, events: ['up'] })
    await world.becomes('xox')
    await world.becomes('oox')
    await world.pass(6 * MINUTE_S)
    expect(world.took().map(({ level }) => level)).toEqual(['r5', 'r16'])
    await world.becomes('ooo')
    await world.pass(30 * MINUTE_S)
    expect(world.took()).toHaveLength(2)
  })
})

describe('after a receiver has been away for an hour', () => {
  async function setUpAway() {
    const world = await setUp()
    world.answers('refuses')
    await world.becomes('oox')
    await world.pass(HOUR_S)
    world.answers('takes')
    return world
  }

  it('a new message and the earlier ones arrive within seconds, in order', async () => {
    const world = await setUpAway()
    await world.becomes('xox')
    await world.pass(6)
    expect(world.told()).toEqual(['up r16', 'up r5'])
  })

  it('messages wait at most a minute and a quarter without a new one', async () => {
    const world = await setUpAway()
    await world.pass(1.25 * MINUTE_S)
    expect(world.told()).toEqual(['up r16'])
  })
})

it('a new channel, or one with other levels, sends the present state', async () => {
  const world = await setUp({ levels: ['r8'] })
  await world.pass(MINUTE_S)
  await world.becomes('xox')
  expect(world.told()).toEqual([])
  await world.setChannels([{ id: 'a' }, { id: 'b', levels: ['r16'] }])
  await world.pass(2)
  expect([world.told('a'), world.told('b')]).toEqual([['up r5'], ['up r16']])
  await world.restart()
  await world.pass(2 * MINUTE_S)
  expect([world.told('a'), world.told('b')]).toEqual([['up r5'], ['up r16']])
})

it.each([{ places: ['farm'] }, { ladders: ['weather'] }])(
  'a receiver gets the end of levels that its channel no longer has: %j',
  async (over) => {
    const world = await setUp()
    await world.pass(MINUTE_S)
    await world.becomes('xox')
    await world.setChannels([{ id: 'a', ...over }])
    await world.pass(2)
    expect(world.took().at(-1)).toMatchObject({ step: 'end', state: 'off', levels: [], cause: { kind: 'removed' } })
    await world.becomes('oox')
    await world.pass(MINUTE_S)
    expect(world.told()).toEqual(['up r5', 'end -'])
  },
)

it('a channel left out at a start, as invalid, sends the end of its messages once it is valid', async () => {
  const world = await setUp()
  await world.pass(MINUTE_S)
  await world.becomes('xox')
  await world.restartWithout()
  await world.becomes('ooo')
  await world.pass(2 * MINUTE_S)
  expect(world.told()).toEqual(['up r5'])
  await world.setChannels([{ id: 'a' }])
  await world.pass(MINUTE_S)
  expect(world.told()).toEqual(['up r5', 'end -'])
})

it('a channel of a version before levels sends the end of its earlier messages', async () => {
  const world = await setUp()
  const states = [
    ['place/golf', JSON.stringify({ stage: 'alarm' })],
    ['place/farm', JSON.stringify({ stage: 'calm' })],
    ['channel/a', JSON.stringify({ sinceMs: 0 })],
  ] as const
  await world.pass(1)
  await world.store.write({ states })
  await world.kill()
  for (const place of ['golf', 'farm']) {
    const row = world.rowFor('ooo', { place })
    await world.write({ ...row, id: `${place}.r5.off.1`, step: 'end' })
  }
  expect(world.took().map(({ place, step }) => `${place!.id} ${step}`)).toEqual(['golf end'])
})

it('updates tell once a minute that an end moved or that data stopped, in no log', async () => {
  const states = new Map<string, ReturnType<typeof rowOf>>()
  const world = await setUp(
    { updates: true },
    {
      levels: {
        stateOf: (place, ladder) => states.get(`${place}/${ladder}`) ?? null,
        observed: () => ({ lightning: { now: true, since: null }, reports: { now: true, since: null } }),
      },
    },
  )
  const row = await world.becomes('xox')
  const end = (minutes: number) => new Date(world.clock.now() + minutes * MINUTE_MS).toISOString()
  const stateOf = (minutes: number, now = true) => {
    const moved = row.levels.map((level) => ({ ...level, end: now ? end(minutes) : null }))
    states.set('golf/lightning', { ...row, levels: moved, observed: { now, since: null } })
  }
  for (let second = 0; second < 5 * MINUTE_S; second++) {
    stateOf(15)
    await world.pass(1)
  }
  expect(world.took().length).toBeGreaterThanOrEqual(4)
  expect(world.took().length).toBeLessThanOrEqual(6)
  stateOf(15, false)
  await world.pass(MINUTE_S)
  expect(world.took().at(-1)).toMatchObject({ id: row.id, step: 'other', observed: { now: false } })
  const count = world.took().length
  await world.pass(5 * MINUTE_S)
  expect(world.took()).toHaveLength(count)
  expect(await world.store.deliveries({ limit: 100 })).toHaveLength(1)
})

it('the log of deliveries has the receiver’s messages, with receipts', async () => {
  const world = await setUp()
  const rows = [await world.becomes('oox'), await world.becomes('xox')]
  world.answers('refuses')
  rows.push(await world.becomes('oox'))
  await world.pass(5)
  world.answers('takes')
  await world.pass(MINUTE_S)
  const log = await world.store.deliveries({ channel: 'a', limit: 10 })
  const accepted = { channel: 'a', outcome: 'accepted', receipt: 'status 204' }
  expect(log.map(({ atMs: _, ...rest }) => rest)).toEqual([
    { ...accepted, row: rows[2]!.id, attempts: expect.any(Number) },
    { ...accepted, row: rows[1]!.id, attempts: 1 },
    { ...accepted, row: rows[0]!.id, attempts: 1 },
  ])
  expect(log[0]!.attempts).toBeGreaterThan(1)
  expect(await world.store.waiting()).toEqual([])
})

import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { beginTerm } from './leadership.ts'
import type { LogEntry } from './log-entries.ts'

const NOTHING_AHEAD = {
  ...{
    readNumber: () => 0,
    takenNumber: () => 0,
    termNumber: () => 0,
    takeAhead: () => true,
    aheadAfter: () => [],
    hear() {},
  },
}
const NO_OTHERS = {
  pledges: { areHeld: () => true, areHeldLately: () => true, leastTaken: () => null },
  sayAhead() {},
}
const REPORT = {
  icao: 'ZSPD',
  raw_metar: 'METAR ZSPD 010800Z 12005MPS CAVOK 28/20 Q1010',
} as FakeSource['reports'][number]

/** A term that begins where the log has these reports already, and the source those. */
async function setUp({ logged, standing }: Record<'logged' | 'standing', FakeSource['reports']>) {
  const written: LogEntry[] = []
  const [followed, own] = [new FakeSource(), new FakeSource()]
  followed.reports = logged
  own.reports = standing
  const clock = createFakeClock()
  const term = beginTerm({
    ...NO_OTHERS,
    ...{
      id: 'a',
      clock,
      log: pino({ level: 'silent' }),
      isHeld: () => true,
      before: Promise.resolve(),
      onFenced() {},
      onStuck() {},
      onTooMuch() {},
      say() {},
    },
    eventLog: {
      bounds: async () => ({ first: 1, last: 0 }),
      async append(entries) {
        written.push(...entries)
        return written.length
      },
    },
    followed: { ...NOTHING_AHEAD, reached: async () => {}, latestReports: (icaos) => followed.latestReports(icaos) },
    openOwn: async () => own,
    isSimulated: () => true,
  })
  await clock.advance(1_000)
  await term.end()
  return written.flatMap((entry) => (entry.of === 'metar' && entry.event.kind === 'reports' ? entry.event.records : []))
}

it('a term begins with the reports that stand, where nobody has been told of any', async () => {
  expect(await setUp({ logged: [], standing: [REPORT] })).toEqual([REPORT])
  expect(await setUp({ logged: [REPORT], standing: [REPORT] })).toEqual([])
  expect(await setUp({ logged: [], standing: [] })).toEqual([])
})

it('keeps the lead while the servers answer nothing, asks for another one, and then goes on', async () => {
  const clock = createFakeClock()
  const source = new FakeSource()
  const written: LogEntry[] = []
  const heard = { fenced: 0, stuck: 0 }
  let isOut = true
  const unlessOut = <T>(value: T): Promise<T> => (isOut ? Promise.reject(new Error('503')) : Promise.resolve(value))
  const term = beginTerm({
    ...NO_OTHERS,
    ...{
      id: 'a',
      clock,
      log: pino({ level: 'silent' }),
      isHeld: () => true,
      before: Promise.resolve(),
      say() {},
      isSimulated: () => true,
    },
    onFenced: () => heard.fenced++,
    onStuck: () => heard.stuck++,
    onTooMuch() {},
    eventLog: {
      bounds: () => unlessOut({ first: 1, last: 0 }),
      append: (entries) => unlessOut(entries).then((those) => written.push(...those)),
    },
    followed: { ...NOTHING_AHEAD, reached: async () => {}, latestReports: async () => [REPORT] },
    openOwn: async () => source,
  })
  await clock.advance(3_000)
  isOut = false
  await clock.advance(1_000)
  expect([written.map(({ of }) => of), heard]).toEqual([['term'], { fenced: 0, stuck: 0 }])
  isOut = true
  source.batch(strikeRecord({}))
  await clock.advance(9_000)
  expect(heard).toEqual({ fenced: 0, stuck: 2 })
  isOut = false
  await clock.advance(1_000)
  expect(written.map(({ of }) => of)).toEqual(['term', 'lightning'])
  await term.end()
})

it('begins once what the same process led before is over, and ends though its own first message is read nowhere', async () => {
  const clock = createFakeClock()
  const written: LogEntry[] = []
  let endBefore = () => {}
  const before = new Promise<void>((resolve) => {
    endBefore = resolve
  })
  const term = beginTerm({
    ...NO_OTHERS,
    ...{
      id: 'a',
      clock,
      log: pino({ level: 'silent' }),
      isHeld: () => true,
      before,
      say() {},
      isSimulated: () => true,
    },
    ...{ onFenced() {}, onStuck() {}, onTooMuch() {}, openOwn: async () => new FakeSource() },
    eventLog: {
      bounds: async () => ({ first: 1, last: 0 }),
      append: async (entries) => written.push(...entries),
    },
    followed: { ...NOTHING_AHEAD, reached: () => new Promise(() => {}), latestReports: async () => [] },
  })
  await clock.advance(10_000)
  expect(written).toEqual([])
  endBefore()
  await clock.advance(1)
  expect(written).toEqual([{ of: 'term', holder: 'a' }])
  let isOver = false
  void term.end().then(() => {
    isOver = true
  })
  await clock.advance(1)
  expect(isOver).toBe(true)
})

it('says that it is too much where no more of it should be told ahead of the log', async () => {
  const clock = createFakeClock()
  const source = new FakeSource()
  let [isHeld, told, tooMuch] = [true, 0, 0]
  const term = beginTerm({
    ...NO_OTHERS,
    ...{ id: 'a', clock, log: pino({ level: 'silent' }), before: Promise.resolve(), isSimulated: () => true },
    ...{ isHeld: () => isHeld, say() {}, onFenced() {}, onStuck() {}, onTooMuch: () => tooMuch++ },
    eventLog: { bounds: async () => ({ first: 1, last: 0 }), append: async (_entries, after) => after + 1 },
    followed: {
      ...{ ...NOTHING_AHEAD, readNumber: () => 2, reached: async () => {}, latestReports: async () => [REPORT] },
      takeAhead: () => ++told < 3,
    },
    openOwn: async () => source,
  })
  await clock.advance(1_000)
  isHeld = false
  expect(term.hold(() => true)).toBe(true)
  for (const due of [0, 0, 1]) {
    source.batch(strikeRecord({}))
    await clock.advance(100)
    expect(tooMuch).toBe(due)
  }
  const ending = term.end()
  await clock.advance(1_000)
  await ending
})

it('writes what was told ahead only once it has read the log to its end, where another one may have begun since', async () => {
  const clock = createFakeClock()
  const written: LogEntry[][] = []
  const told = (number: number) =>
    ({ number, entries: [{ of: 'term', holder: `told ${number}` }], id: 'a', name: 'b' }) as const
  let readNumber = 3
  const term = beginTerm({
    ...NO_OTHERS,
    ...{ id: 'a', clock, log: pino({ level: 'silent' }), before: Promise.resolve(), isSimulated: () => true },
    ...{ isHeld: () => true, say() {}, onFenced() {}, onStuck() {}, onTooMuch() {} },
    eventLog: {
      bounds: async () => ({ first: 1, last: 5 }),
      append: async (entries, after) => {
        written.push([...entries])
        return after + 1
      },
    },
    followed: {
      ...{ ...NOTHING_AHEAD, reached: async () => {}, latestReports: async () => [REPORT] },
      ...{ readNumber: () => readNumber, aheadAfter: (number) => (number < 6 ? [told(6)] : []) },
    },
    openOwn: async () => new FakeSource(),
  })
  await clock.advance(5_000)
  expect(written).toEqual([])
  readNumber = 5
  await clock.advance(1_000)
  expect(written).toEqual([[{ of: 'term', holder: 'told 6' }], [{ of: 'term', holder: 'a' }]])
  const ending = term.end()
  await clock.advance(1_000)
  await ending
})

it('writes again what was read of the log, and is there no more, before it begins', async () => {
  const clock = createFakeClock()
  const written: LogEntry[][] = []
  const read = (number: number) =>
    ({ number, entries: [{ of: 'term', holder: `read ${number}` }], id: String(number), name: 'read' }) as const
  const term = beginTerm({
    ...NO_OTHERS,
    ...{ id: 'a', clock, log: pino({ level: 'silent' }), before: Promise.resolve(), isSimulated: () => true },
    ...{ isHeld: () => true, say() {}, onFenced() {}, onStuck() {}, onTooMuch() {} },
    eventLog: {
      bounds: async () => ({ first: 1, last: 3 }),
      append: async (entries, after) => {
        written.push([...entries])
        return after + 1
      },
    },
    followed: {
      ...{ ...NOTHING_AHEAD, reached: async () => {}, latestReports: async () => [], readNumber: () => 5 },
      aheadAfter: (number) => [4, 5].filter((each) => each > number).map(read),
    },
    openOwn: async () => new FakeSource(),
  })
  await clock.advance(1_000)
  expect(written).toEqual([...[4, 5].map((number) => read(number).entries), [{ of: 'term', holder: 'a' }]])
  const ending = term.end()
  await clock.advance(1_000)
  await ending
})

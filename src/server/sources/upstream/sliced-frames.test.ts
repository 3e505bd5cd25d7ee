import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setUpStrikeFeed } from '../../../testing/strike-feed-kit.ts'
import { createSlicedReader, parseInTurns, RECORDS_PER_SLICE, slicesOf, WAITING_MAX_CHARS } from './sliced-frames.ts'

const frameOf = (records: unknown[]) => JSON.stringify({ type: 'new_strikes', data: records })
const PADDING = 'x'.repeat(200)
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n, PADDING }))

function setUp() {
  const turns: (() => void)[] = []
  const heard: unknown[] = []
  const reader = createSlicedReader(
    (text) => {
      const { type, data } = JSON.parse(text)
      heard.push(data ? data.length : type)
    },
    (run) => turns.push(run),
  )
  return { reader, heard, turns, turn: () => turns.shift()!() }
}

it('parses a long list some records at a time, yielding after each', () => {
  const { reader, heard, turns, turn } = setUp()
  reader.take(frameOf(many(2 * RECORDS_PER_SLICE + 7)))
  expect([heard, turns.length]).toEqual([[RECORDS_PER_SLICE], 1])
  turn()
  expect([heard, turns.length]).toEqual([[RECORDS_PER_SLICE, RECORDS_PER_SLICE], 1])
  turn()
  turn()
  expect([heard, turns]).toEqual([[RECORDS_PER_SLICE, RECORDS_PER_SLICE, 7], []])
})

it('parses messages received meanwhile, and the end, after it', () => {
  const { reader, heard, turns, turn } = setUp()
  reader.take(frameOf(many(RECORDS_PER_SLICE + 1)))
  reader.take('{"type":"ping"}')
  reader.after(() => heard.push('the end'))
  expect(turns).toHaveLength(1)
  while (turns.length > 0) turn()
  expect(heard).toEqual([RECORDS_PER_SLICE, 1, 'ping', 'the end'])
  reader.take('{"type":"ping"}')
  reader.after(() => heard.push('at once'))
  expect([heard.slice(4), turns]).toEqual([['ping', 'at once'], []])
})

it('keeps a bounded length of messages, also if they arrive faster than there are turns', () => {
  const { reader, heard, turns, turn } = setUp()
  const chars = 40_000
  const count = Math.ceil((2 * WAITING_MAX_CHARS) / chars)
  for (let i = 0; i < count; i++) reader.take(JSON.stringify({ type: i, text: 'x'.repeat(chars) }))
  expect((count - heard.length) * chars).toBeLessThanOrEqual(WAITING_MAX_CHARS)
  expect(heard.length).toBeLessThan(count)
  while (turns.length > 0) turn()
  expect(heard).toEqual(Array.from({ length: count }, (_, i) => i))
})

it('reads all pending messages when it cannot wait longer', () => {
  const { reader, heard, turns, turn } = setUp()
  reader.take(frameOf(many(3 * RECORDS_PER_SLICE)))
  reader.flush()
  expect(heard).toEqual([RECORDS_PER_SLICE, RECORDS_PER_SLICE, RECORDS_PER_SLICE])
  while (turns.length > 0) turn()
  expect(heard).toHaveLength(3)
})

it('omits and changes no record of any content', () => {
  const record = fc.oneof(
    fc.json().map((text) => JSON.parse(text)),
    fc.string(),
    fc.constant('[{"\\'),
  )
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 999 }), (some, count) => {
      const records = Array.from({ length: count }, (_, i) => ({ is: some[i % some.length], PADDING }))
      const slices = [...slicesOf(frameOf(records))].map((text) => JSON.parse(text))
      expect(slices.flatMap(({ data }) => data)).toEqual(records)
      expect(Math.max(...slices.map(({ data }) => data.length))).toBeLessThanOrEqual(
        frameOf(records).length < 32 * 1024 ? count : RECORDS_PER_SLICE,
      )
    }),
  )
})

it.each([
  ['the type behind the list', (data: string) => `{"data":${data},"type":"new_strikes"}`],
  ['fields before the list', (data: string) => `{"type":"new_strikes","count":407,"at":"noon","data":${data}}`],
  [
    'fields on both sides',
    (data: string) => `{ "count": 407, "data": ${data}, "position":"a-1", "type":"new_strikes" }`,
  ],
])('splits a frame with %s, and leaves its other fields to the last part', (_what, write) => {
  const records = many(2 * RECORDS_PER_SLICE + 7)
  const text = write(JSON.stringify(records))
  const slices = [...slicesOf(text)].map((slice) => JSON.parse(slice))
  expect(slices.map(({ type, data }) => [type, data.length])).toEqual([
    ['new_strikes', RECORDS_PER_SLICE],
    ['new_strikes', RECORDS_PER_SLICE],
    ['new_strikes', 7],
  ])
  expect({ ...slices.at(-1), data: slices.flatMap(({ data }) => data) }).toEqual(JSON.parse(text))
  expect(Object.keys(slices[0]).sort()).toEqual(['data', 'type'])
})

it('keeps a frame whole whose only type is that of a record', () => {
  const text = `{"data":[${Array(400).fill(`{"type":"new_strikes","of":"${PADDING}"}`)}]}`
  expect([...slicesOf(text)]).toEqual([text])
})

it.each([
  ['what stands behind the list', `{"type":"new_strikes","data":${JSON.stringify(many(300))},"more":{"a":[1]}}`, true],
  ['a frame that is cut off', frameOf(many(300)).slice(0, -1), false],
  ['a list that is cut off', frameOf(many(300)).slice(0, -40), false],
])('keeps %s unchanged', (_what, text, isWhole) => {
  const [first, last] = [...slicesOf(text)] as [string, string]
  expect(JSON.parse(first).data).toHaveLength(RECORDS_PER_SLICE)
  if (isWhole) expect(JSON.parse(last)).toMatchObject({ more: { a: [1] } })
  else expect(() => JSON.parse(last)).toThrow()
})

it('keeps a frame without records whole', () => {
  const text = JSON.stringify({ type: 'server_notice', message: 'x'.repeat(50_000) })
  expect([...slicesOf(text)]).toEqual([text])
})

it('passes every strike of a long batch to a feed, some at a time, although its socket ends before all is read', async () => {
  const turns: (() => void)[] = []
  const { clock, server, live, ids, events, feed } = setUpStrikeFeed({
    readerOf: (read) => createSlicedReader(read, (run) => turns.push(run)),
  })
  await live()
  server.restUp = false
  for (let i = 0; i < 3 * RECORDS_PER_SLICE; i++) server.strike()
  await clock.advance(1_500)
  const batches = () => events.flatMap((event) => (event.kind === 'records' ? [event.records.length] : []))
  expect(batches().filter((length) => length > 0)).toEqual([RECORDS_PER_SLICE])
  turns.shift()!()
  expect(batches().filter((length) => length > 0)).toEqual([RECORDS_PER_SLICE, RECORDS_PER_SLICE])
  server.drop()
  expect(feed.status().state).toBe('live') // after all of it is parsed
  while (turns.length > 0) turns.shift()!()
  expect(ids('live')).toEqual(server.identities)
  expect(feed.status().state).not.toBe('live')
})

describe('a REST response', () => {
  const HEAD = { minutes: 5, from: '2026-07-01T08:00:00Z', buckets: ['202607010800'], count: null }

  async function parse(text: string) {
    let turns = 0
    const body = await parseInTurns(text, JSON.parse, async () => turns++)
    return { body, turns }
  }

  it('is parsed some records at a time, yielding in between', async () => {
    const answer = { ...HEAD, data: many(3 * RECORDS_PER_SLICE), checked_at: 'now' }
    expect(await parse(JSON.stringify(answer))).toEqual({ body: answer, turns: 2 })
  })

  it.each([
    ['short', { ...HEAD, data: many(3) }],
    ['of something else', { ...HEAD, data: { list: many(300) } }],
    ['with a list that stands elsewhere, too', { ...HEAD, more: { data: many(300) }, data: many(300) }],
    ['that is a list', many(300)],
  ])('%s has the same result', async (_what, answer) => {
    expect((await parse(JSON.stringify(answer))).body).toEqual(answer)
  })

  it('that breaks off is invalid', async () => {
    await expect(parse(JSON.stringify({ ...HEAD, data: many(300) }).slice(0, -40))).rejects.toThrow(SyntaxError)
  })
})

import { readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { strikeIdentity } from '../../../contract/lightning.ts'
import { writeFrame } from '../../../core/strikes/strike-chunks.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { foreignBlock } from '../../../testing/foreign-block.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'

// Files written by another version, or by a person with a tool.

const MINUTE = 60_000
const UNREADABLE = { head: { as: 'wavelet' }, bytes: new Uint8Array(3) }

/** A history with strikes of three minutes and two reports, whose file is modified while it is closed. */
async function setUp(change: string | ((db: DatabaseSync) => void)) {
  const kit = setUpHistory()
  const strikes = [2, 1, 0].map((minutes) => strikeAt(START_MS - minutes * MINUTE))
  for (const strike of strikes) await kit.batch(strike)
  await kit.batch(strikeAt(START_MS - 10 * MINUTE)) // late
  await kit.history.write(observed(START_MS - 60 * MINUTE, START_MS + MINUTE), {
    kind: 'reports',
    records: [reportRecord({ icao: 'ZSPD' }), reportRecord({ icao: 'ZBAA' })],
  })
  const before = { ids: await kit.ids(), reports: (await kit.history.memory.recall()).reports }
  await kit.history.close()
  const db = new DatabaseSync(kit.file)
  if (typeof change === 'string') db.exec(change)
  else change(db)
  db.close()
  return { ...kit, before, history: await kit.reopen() }
}

/** Puts strikes into the file as another build would. */
function insert(db: DatabaseSync, minute: number, columns: Parameters<typeof foreignBlock>[2], compact = 0) {
  const body = foreignBlock(minute * 60, 1, columns)
  const frames = writeFrame({ kind: 'strikes', packing: 'plain', body })
  db.prepare('INSERT INTO strikes (minute, compact, count, crc, frames) VALUES (?, ?, 1, ?, ?)').run(
    minute,
    compact,
    crc32(frames),
    frames,
  )
}

describe('a file with other tables', () => {
  it.each([
    [
      'columns that nobody here knows',
      'ALTER TABLE strikes ADD COLUMN source TEXT; ALTER TABLE notes ADD COLUMN at_ms',
    ],
    ['a table that nobody here knows', 'CREATE TABLE tracks (id INTEGER PRIMARY KEY, path BLOB NOT NULL)'],
    ['strikes without their checksums', 'ALTER TABLE strikes DROP COLUMN crc; ALTER TABLE late DROP COLUMN crc'],
    ['strikes without their counts', 'ALTER TABLE strikes DROP COLUMN count'],
    ['strikes of which nobody says whether they are compact', 'ALTER TABLE strikes DROP COLUMN compact'],
    [
      'reports without their airports',
      'DROP INDEX reports_by_airport; DROP INDEX reports_by_time; ALTER TABLE reports DROP COLUMN icao',
    ],
    [
      'reports without their times',
      'DROP INDEX reports_by_airport; DROP INDEX reports_by_time; ALTER TABLE reports DROP COLUMN observed_ms',
    ],
    ['no strikes by the minute at hand', 'DROP INDEX strikes_by_minute'],
  ])('is read if it has %s, and written', async (_what, change) => {
    const { history, before, ids, batch, reopen, deps } = await setUp(change)
    expect(await ids()).toEqual(before.ids)
    expect((await history.memory.recall()).reports).toEqual(before.reports)
    expect(await history.strikes.counts(0, START_MS + MINUTE)).toEqual(
      new Map([10, 2, 1, 0].map((minutes) => [START_MS / MINUTE - minutes, 1])),
    )
    expect(await history.status()).toMatchObject({ state: 'ok', strikes: 4, reports: 2, damagedMinutes: 0 })
    const next = strikeAt(START_MS)
    await batch(next)
    await history.write({ kind: 'reports', records: [reportRecord({ icao: 'ZGGG' })] })
    await reopen()
    expect(await ids()).toEqual([...before.ids, strikeIdentity(next)])
    expect(readdirSync(deps.dir).filter((name) => name.includes('damaged'))).toEqual([])
  })

  it('has missing parts added, and that reported', async () => {
    const { history } = await setUp('ALTER TABLE strikes DROP COLUMN crc')
    expect((await history.status()).notice).toBe('the file lacked strikes.crc, which was filled in')
  })

  it('is whole again where a table is missing that may be empty', async () => {
    const { ids, before, history } = await setUp('DROP TABLE late; DROP TABLE notes')
    expect(await ids()).toEqual(before.ids)
    expect(await history.status()).toMatchObject({ state: 'ok' })
  })

  it.each([
    ['strikes by another name', 'ALTER TABLE strikes RENAME COLUMN frames TO payload', 'it lacks strikes.frames'],
    ['no minutes', 'DROP INDEX strikes_by_minute; ALTER TABLE strikes DROP COLUMN minute', 'it lacks strikes.minute'],
    ['no strikes', 'DROP TABLE strikes', 'it lacks strikes'],
    ['a column by another name', 'ALTER TABLE reports RENAME COLUMN observed_ms TO at', 'it requires reports.at'],
    [
      'a column that nobody here can fill',
      'DROP TABLE notes; CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL, owner TEXT NOT NULL)',
      'it requires notes.owner',
    ],
  ])('is set aside if it has %s, and the start continues', async (_what, change, why) => {
    const { history, ids, batch, deps, said } = await setUp(change)
    expect(await ids()).toEqual([])
    expect(await history.missing('lightning', START_MS - MINUTE, START_MS)).toHaveLength(1)
    expect((await history.status()).notice).toContain(why)
    expect(readdirSync(deps.dir)).toContain('test.sqlite.damaged-20260701T080000Z')
    expect(said.filter(({ level }) => Number(level) >= 50)).toHaveLength(1)
    await batch(strikeAt(START_MS))
    expect(await ids()).toHaveLength(1)
  })
})

describe('strikes of another build', () => {
  it('are read without unknown parts, with missing ones absent', async () => {
    const minute = START_MS / MINUTE + 1
    const places = { lat: [1.5], charge: [70_000], lon: [2.5] }
    const { ids, before, clock, history } = await setUp((db) => insert(db, minute, places))
    expect(await ids()).toEqual([...before.ids, `${minute * 60}000000000/1.5/2.5`])
    await clock.advance(30 * MINUTE)
    await history.maintain()
    expect(await ids()).toHaveLength(5)
  })

  it.each([
    ['as it came', 0],
    ['compact', 1],
  ])('that can not be read, %s, are left as they are, and their minute is not observed', async (_form, compact) => {
    const minute = START_MS / MINUTE + 1
    const { ids, before, clock, history, file, batch, said } = await setUp((db) => {
      insert(db, minute, { form: UNREADABLE, lat: [1], lon: [2] }, compact)
    })
    expect(await ids()).toEqual(before.ids)
    expect(await history.strikes.frames(minute)).toBeNull()
    expect(await history.strikes.sealedFrames(minute)).toBeNull()
    expect(await history.missing('lightning', START_MS, START_MS + 3 * MINUTE)).toEqual([
      { fromMs: START_MS + MINUTE, toMs: START_MS + 3 * MINUTE },
    ])
    expect(await history.status()).toMatchObject({ state: 'ok', damagedMinutes: 1 })
    expect(said.filter(({ msg }) => String(msg).includes('unreadable'))).toHaveLength(1)

    // Later strikes of the same minute are stored beside them, and compacted as usual.
    const beside = strikeAt(START_MS + MINUTE)
    await batch(beside)
    await clock.advance(30 * MINUTE)
    await batch(strikeAt(clock.now()))
    await history.maintain()
    expect(await ids()).toContain(strikeIdentity(beside))
    expect(await history.strikes.isSealed(minute)).toBe(true)
    await history.close()
    const db = new DatabaseSync(file, { readOnly: true })
    const { left } = db.prepare('SELECT count(*) AS left FROM strikes WHERE minute = ?').get(minute)!
    db.close()
    expect(left).toBe(2)
  })
})

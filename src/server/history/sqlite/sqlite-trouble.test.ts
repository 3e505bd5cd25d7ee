import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { strikeIdentity } from '../../../contract/lightning.ts'
import { ALARM } from '../../../testing/channels/channel-kit.ts'
import { observed, START_MS, setUpHistory, strikeAt, temporaryFolder } from '../../../testing/history-kit.ts'
import type { SqliteHistoryDeps } from './sqlite-history.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a file that is damaged', () => {
  it.each([
    ['overwritten from its beginning', () => Buffer.from('no database at all, but words'.repeat(99))],
    ['scrambled in its pages', (bytes: Buffer) => bytes.fill(0xa5, 4_096)],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5_000)],
    ['of another version', (bytes: Buffer) => Buffer.from(bytes.with(63, 99))],
  ])('is set aside if it is %s, and reported', async (_how, damage) => {
    const { history, batch, file, reopen, ids, deps, said } = setUpHistory()
    for (let i = 0; i < 300; i++) batch(strikeAt(START_MS - i * SECOND))
    await history.close()
    writeFileSync(file, damage(readFileSync(file)))
    const again = await reopen()
    expect(await ids()).toEqual([])
    expect(await again.status()).toMatchObject({ state: 'ok' })
    expect((await again.status()).notice).toMatch(/set aside as test\.sqlite\.damaged-20260701T080000Z/)
    expect(readdirSync(deps.dir)).toContain('test.sqlite.damaged-20260701T080000Z')
    expect(said.filter(({ level }) => Number(level) >= 50)).toHaveLength(1)
    batch(strikeAt(START_MS))
    expect(await ids()).toHaveLength(1)
  })

  it.each([
    ['alarms_by_rev', 'all data recovered', true, []],
    ['forecasts', 'not wholly recovered: forecasts', true, []],
    ['strikes', 'not wholly recovered: strikes, observed', false, [HOUR]],
    ['reports', 'not wholly recovered: reports, observed', true, [HOUR]],
  ])(
    'in a page of %s costs that table only, and the observed periods of its records',
    async (name, lost, has, gaps) => {
      const { history, batch, file, reopen, ids } = setUpHistory()
      batch(strikeAt(START_MS))
      await history.watch.write({ states: [['drawn/east', '{}']] })
      await history.write(observed(START_MS - HOUR, START_MS))
      await history.close()
      const db = new DatabaseSync(file)
      const page = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)!.rootpage)
      db.close()
      writeFileSync(file, readFileSync(file).fill(0xa5, (page - 1) * 4_096, page * 4_096))
      const again = await reopen()
      expect((await again.status()).notice).toMatch(new RegExp(`set aside as test.sqlite.damaged-.*; ${lost}$`))
      expect([...(await again.watch.states('drawn'))]).toEqual([['/east', '{}']])
      expect(await ids()).toHaveLength(has ? 1 : 0)
      const missing = await again.missing('lightning', START_MS - HOUR, START_MS)
      expect(missing.map(({ fromMs, toMs }) => toMs - fromMs)).toEqual(gaps)
    },
  )

  it('in one page of the log of alarms costs the rows of that page only', async () => {
    const { history, file, reopen } = setUpHistory()
    const alarmOf = (i: number) => ({ ...ALARM, id: `golf.${i}`, at: new Date(START_MS + i * MINUTE).toISOString() })
    await history.watch.write({ alarms: Array.from({ length: 500 }, (_, i) => ({ alarm: alarmOf(i), channels: [] })) })
    await history.close()
    const bytes = readFileSync(file)
    const page = Math.floor(bytes.indexOf('"golf.250"') / 4_096)
    writeFileSync(file, bytes.fill(0xa5, page * 4_096, (page + 1) * 4_096))
    const again = await reopen()
    expect((await again.status()).notice).toMatch(/not wholly recovered: alarms$/)
    const ids = (await again.watch.alarms({ limit: 1_000 })).map(({ alarm }) => alarm.id)
    expect(ids).toEqual(expect.arrayContaining(['golf.0', 'golf.499']))
    expect(ids.length).toBeGreaterThan(450)
    expect(ids).not.toContain('golf.250')
  })

  it('to zero is set aside, and reported, since SQLite treats it as a new one', async () => {
    const { history, batch, file, reopen, deps } = setUpHistory()
    batch(strikeAt(START_MS))
    await history.close()
    writeFileSync(file, '')
    expect((await (await reopen()).status()).notice).toMatch(/empty.*set aside as test\.sqlite\.empty-20260701T080000Z/)
    expect(readdirSync(deps.dir)).toContain('test.sqlite.empty-20260701T080000Z')
  })

  it('in the last writes loses those only, sets them aside and reports it, since SQLite skips them', async () => {
    const { history, batch, file, reopen, ids, deps } = setUpHistory()
    const strike = strikeAt(START_MS)
    batch(strike)
    await history.close()
    writeFileSync(`${file}-wal`, 'no log at all, but words'.repeat(99))
    expect((await (await reopen()).status()).notice).toMatch(/set aside as test\.sqlite-wal\.damaged-20260701T080000Z/)
    expect(readdirSync(deps.dir)).toContain('test.sqlite-wal.damaged-20260701T080000Z')
    expect(await ids()).toEqual([strikeIdentity(strike)])
    expect((await (await reopen()).status()).notice).toBeNull()
  })

  it('in one place, undetected by SQLite, costs that minute, which is then unobserved', async () => {
    const { history, batch, file, reopen, ids } = setUpHistory()
    const good = strikeAt(START_MS - 5 * MINUTE)
    batch(good)
    batch(...Array.from({ length: 2_000 }, () => strikeAt(START_MS)))
    history.write(observed(START_MS - HOUR, START_MS + MINUTE))
    await history.close()
    const db = new DatabaseSync(file)
    db.exec('UPDATE strikes SET frames = zeroblob(length(frames)) WHERE count = 2000')
    db.close()
    const again = await reopen()
    expect(await ids(0)).toEqual([strikeIdentity(good)])
    expect(await again.status()).toMatchObject({ damagedMinutes: 1 })
    expect(await again.missing('lightning', START_MS - HOUR, START_MS + MINUTE)).toEqual([
      { fromMs: START_MS, toMs: START_MS + MINUTE },
    ])
  })

  it('in a minute that a source resumes from is known before its observed time is reported', async () => {
    const { history, batch, file, reopen } = setUpHistory()
    batch(strikeAt(START_MS - 2 * MINUTE), strikeAt(START_MS))
    history.write(observed(START_MS - 4 * MINUTE, START_MS))
    await history.close()
    const db = new DatabaseSync(file)
    db.exec(`UPDATE strikes SET frames = zeroblob(length(frames)) WHERE minute = ${START_MS / MINUTE - 2}`)
    db.close()
    const { strikes, observed: known } = await (await reopen()).memory.recall()
    expect(strikes).toHaveLength(1)
    expect(known).toEqual([
      { fromMs: START_MS - 4 * MINUTE, toMs: START_MS - 2 * MINUTE },
      { fromMs: START_MS - MINUTE, toMs: START_MS },
    ])
  })

  it('in use by another process is left alone: history is in memory, and reported so', async () => {
    const { batch, ids, deps, file } = setUpHistory()
    batch(strikeAt(START_MS))
    const other = setUpHistory({ dir: deps.dir, lockWaitMs: 10 })
    other.batch(strikeAt(START_MS), strikeAt(START_MS))
    expect(await other.ids()).toHaveLength(2)
    expect(await other.history.status()).toMatchObject({ state: 'degraded', hours: 2, bytes: 0 })
    expect((await other.history.status()).why).toContain('another process uses its file')
    expect(await ids()).toHaveLength(1)
    expect(existsSync(file)).toBe(true)
  })

  it.each([
    ['alone', ['']],
    ['with its write-ahead log', ['', '-wal']],
  ])('deleted %s while it is open is written again, and reported', async (_how, parts) => {
    const { history, batch, clock, file, ids, reopen, said } = setUpHistory()
    batch(strikeAt(START_MS))
    await history.watch.write({ states: [['drawn/east', '{}']] })
    for (const part of parts) rmSync(file + part)
    batch(strikeAt(START_MS + SECOND))
    await clock.advance(MINUTE)
    expect(existsSync(file)).toBe(true)
    expect(said.filter(({ level }) => Number(level) >= 50).map(({ why }) => why)).toEqual([
      expect.stringMatching(/^its file was deleted/),
    ])
    batch(strikeAt(START_MS + 2 * SECOND))
    const again = await reopen()
    expect(await ids()).toHaveLength(3)
    expect(await again.watch.states('drawn/')).toEqual(new Map([['east', '{}']]))
    expect(await again.status()).toMatchObject({ state: 'ok', why: null })
  })

  it('or a folder that cannot be created keeps it in memory', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'taken'), '')
    const { history, batch, ids } = setUpHistory({ dir: join(folder, 'taken', 'var') })
    batch(strikeAt(START_MS))
    expect(await ids()).toHaveLength(1)
    expect(await history.status()).toMatchObject({ state: 'degraded' })
    expect((await history.status()).why).toContain("folder can't be created (EEXIST)")
  })
})

describe('a disk that is full', () => {
  function setUpSmallDisk(over: Partial<SqliteHistoryDeps> = {}) {
    let db: DatabaseSync | null = null
    const room = (pages: number) => db?.exec(`PRAGMA max_page_count = ${pages}`)
    const set = setUpHistory({
      ...over,
      openSqlite(location) {
        db = new DatabaseSync(location)
        return db
      },
    })
    return {
      ...set,
      get history() {
        return set.history
      },
      room,
    }
  }

  it('keeps forecasts, and writes them when there is space again', async () => {
    const { history, room, clock } = setUpSmallDisk()
    const body = (minute: number) => new Uint8Array(20_000).fill(minute)
    await history.scores.say(1, body(1))
    room(1)
    for (const minute of [2, 3]) await history.scores.say(minute, body(minute))
    expect((await history.status()).why).toBe('writing forecasts failed (database or disk is full), retrying')
    room(1_000_000)
    await clock.advance(MINUTE)
    await history.scores.say(4, body(4))
    expect(await history.status()).toMatchObject({ state: 'ok', why: null })
    expect((await history.scores.said(1, 5)).map(([first]) => first)).toEqual([1, 2, 3, 4])
  })

  it('is reported once; arrivals are kept, served, and written when there is space again', async () => {
    const { batch, ids, history, room, said, reopen, clock } = setUpSmallDisk()
    batch(strikeAt(START_MS))
    room(1) // the current number
    for (let i = 0; i < 50; i++) batch(...Array.from({ length: 40 }, () => strikeAt(START_MS + i * SECOND)))
    expect(await history.status()).toMatchObject({ state: 'degraded' })
    expect((await history.status()).why).toBe('writing received data failed (database or disk is full), retrying')
    expect(said.filter(({ level }) => Number(level) >= 50)).toHaveLength(1)
    expect(await ids()).toHaveLength(2_001)
    await history.maintain()
    room(1_000_000)
    await clock.advance(5 * SECOND)
    batch(strikeAt(START_MS + MINUTE))
    expect(await history.status()).toMatchObject({ state: 'ok', why: null })
    await clock.advance(10 * SECOND)
    batch(strikeAt(START_MS + MINUTE))
    const lines = said.filter(({ msg }) => String(msg).startsWith('history')).map(({ level, msg }) => [level, msg])
    expect(lines).toEqual([
      [50, 'history degraded: disk full, buffering in memory: free space in DATA_DIR'],
      [30, 'history writes recovered'],
    ])
    await reopen()
    expect(await ids()).toHaveLength(2_003)
  })

  it('at the end is reported with the number of lost strikes, and their time is not observed', async () => {
    const { batch, ids, history, room, said, reopen } = setUpSmallDisk()
    batch(strikeAt(START_MS))
    room(1) // the current number
    for (let i = 0; i < 50; i++) batch(...Array.from({ length: 40 }, () => strikeAt(START_MS + i * SECOND)))
    void history.write(observed(START_MS, START_MS + MINUTE))
    await history.close()
    expect(said.at(-1)).toMatchObject({ level: 50, msg: 'history closed: buffered data not written' })
    const again = await reopen()
    expect(await ids()).toHaveLength(2_001 - Number(said.find(({ strikes }) => strikes)!.strikes))
    expect(await again.missing('lightning', START_MS, START_MS + MINUTE)).toHaveLength(1)
  })

  it('at a start leaves everything readable that was stored', async () => {
    const { batch, history, deps } = setUpHistory()
    const strike = strikeAt(START_MS)
    batch(strike)
    await history.write(observed(START_MS - HOUR, START_MS))
    await history.close()
    const { ids } = setUpHistory({
      dir: deps.dir,
      openSqlite(location) {
        const db = new DatabaseSync(location)
        db.exec('PRAGMA query_only = ON')
        return db
      },
    })
    expect(await ids()).toEqual([strikeIdentity(strike)])
  })

  it('at the first start keeps the history in memory, and moves it to its file once that can be written', async () => {
    const dir = join(temporaryFolder(), 'var')
    writeFileSync(dir, '')
    const { batch, history, ids, clock, reopen } = setUpHistory({ dir })
    batch(strikeAt(START_MS))
    await history.write(observed(START_MS - HOUR, START_MS))
    await history.notes.set('points', '7')
    await clock.advance(MINUTE)
    const why = expect.stringMatching(/: history is in memory only until DATA_DIR has space$/)
    expect(await history.status()).toMatchObject({ state: 'degraded', hours: 2, why })
    rmSync(dir)
    await clock.advance(MINUTE)
    expect(await history.status()).toMatchObject({ state: 'ok', why: null, hours: 72, strikes: 1 })
    batch(strikeAt(START_MS + SECOND))
    expect(await ids()).toHaveLength(2)
    const again = await reopen()
    expect(await ids()).toHaveLength(2)
    expect(await again.notes.get('points')).toBe('7')
    expect(await again.missing('lightning', START_MS - HOUR, START_MS)).toEqual([])
    expect(readdirSync(dir)).not.toContain('test.sqlite.new')
  })

  it('for too long drops the oldest pending records, which then count as unobserved', async () => {
    const { batch, history, room, clock } = setUpSmallDisk({ waitingMax: 1_000 })
    history.write(observed(START_MS - HOUR, START_MS + HOUR))
    await history.write()
    room(1) // the current number
    while ((await history.status()).state === 'ok')
      batch(...Array.from({ length: 300 }, () => strikeAt(START_MS - 30 * MINUTE)))
    for (let minute = 0; minute < 5; minute++) {
      batch(...Array.from({ length: 300 }, () => strikeAt(START_MS + minute * MINUTE)))
    }
    expect((await history.status()).waiting).toBe(1_800)
    await clock.advance(5 * SECOND)
    await history.write()
    expect((await history.status()).waiting).toBe(900)
    expect(await history.missing('lightning', START_MS, START_MS + HOUR)).toEqual([
      { fromMs: START_MS, toMs: START_MS + 2 * MINUTE },
    ])
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecording } from './recording.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recording-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function readOf(content: string | Buffer) {
  const file = join(folder, 'strikes.csv')
  writeFileSync(file, content)
  const read = await readRecording(file)
  return read.ok ? read : { ok: read.ok, problem: read.problem.replace(file, 'FILE') }
}

/** [Unix seconds, nanoseconds, latitude, longitude, polarity] of each strike. */
async function rowsOf(content: string | Buffer) {
  const read = await readOf(content)
  if (!('recording' in read)) throw new Error(read.problem)
  const { count, seconds, nanoseconds, lats, lons, polarities } = read.recording
  return Array.from({ length: count }, (_, i) => [seconds[i], nanoseconds[i], lats[i], lons[i], polarities[i]])
}

const SECOND = 1_656_806_410
const ROW = [SECOND, 42_454_016, 67.7656, 27.7674]

describe('a recording', () => {
  it.each([
    ['nanoseconds', 'time_unix_ns,lat,lon,peak_current_ka', '1656806410042454016,67.7656,27.7674,-9', -1],
    ['an instant', 'time,latitude,longitude,pol', '2022-07-03T00:00:10.042454016Z,67.7656,27.7674,1', 1],
    ['a local instant', 'Timestamp;LAT (deg);LON (deg)', '2022-07-03 02:00:10.042454016+02:00;67.7656;27.7674', 0],
    ['an instant without a zone, which is UTC', 'utc\tlng\tlat', '2022-07-03 00:00:10.042454016\t27.7674\t67.7656', 0],
    ['seconds', 'name,epoch,lat,lon', '"a, b",1656806410.042454016,67.7656,27.7674', 0],
  ])('may give time as %s', async (_, header, line, polarity) => {
    expect(await rowsOf(`${header}\r\n${line}\r\n`)).toEqual([[...ROW, polarity]])
    expect(await rowsOf(gzipSync(`# somebody's\n${header}\n${line}`))).toEqual([[...ROW, polarity]])
  })

  it.each([
    ['milliseconds', '1656806410042', 42_000_000],
    ['microseconds', '1656806410042454', 42_454_000],
    ['whole seconds', '1656806410', 0],
  ])('recognises %s by magnitude', async (_, time, nanosecond) => {
    expect(await rowsOf(`time,lat,lon\n${time},1,2`)).toEqual([[SECOND, nanosecond, 1, 2, 0]])
  })

  it('is sorted by time, strikes of one moment in file order', async () => {
    const lines = [`${SECOND + 5},1,1`, `${SECOND},2,2`, `${SECOND + 5},3,3`].join('\n')
    expect((await rowsOf(`time,lat,lon\n${lines}`)).map(([, , lat]) => lat)).toEqual([2, 1, 3])
  })

  it('may be long', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `${SECOND + i},${i / 100},-${i / 50}`)
    const rows = await rowsOf(gzipSync(`time,lat,lon\n${lines.join('\n')}`))
    expect(rows).toHaveLength(5_000)
    expect(rows.at(-1)).toEqual([SECOND + 4_999, 0, 49.99, -99.98, 0])
  })

  it('normalises longitudes to 180 degrees', async () => {
    expect(await rowsOf(`time,lat,lon\n${SECOND},1,287.5`)).toEqual([[SECOND, 0, 1, -72.5, 0]])
  })

  it('keeps readable lines, and reports the others', async () => {
    const lines = ['soon,1,2', `${SECOND},91,2`, `${SECOND},1,`, '', `${SECOND},1,2`, '99,1,2', '1.65E+18,1,2', 'x,1,2']
    const read = await readOf(`time,lat,lon\n${lines.join('\n')}`)
    expect(read).toMatchObject({ ok: true, recording: { count: 1 }, bad: { count: 6 } })
    expect(read).toHaveProperty('bad.named', [
      'line 2: no time: "soon"',
      'line 3: no latitude: "91"',
      'line 4: no longitude: ""',
      'line 7: no time: "99"',
      'line 8: no time: "1.65E+18"',
    ])
  })
})

describe('a file that can not be played', () => {
  it.each([
    [
      'no columns',
      'when,where\n1,2',
      /^FILE can't be played: its first line has to name time, lat and lon, and names no t/,
    ],
    ['no latitude', 'time,lon\n1,2', /names no lat$/],
    ['no line', 'time,lat,lon\n', /^FILE can't be played: it holds no strike$/],
    ['no good line', 'time,lat,lon\nx,1,2', /it holds no strike \(bad lines: 1; line 2: no time: "x"\)$/],
    ['nothing', '', /it holds no strike$/],
    ['damage', gzipSync('time,lat,lon\n1656806410,1,2').subarray(0, 25), /^FILE can't be read/],
  ])('is rejected with the reason: %s', async (_, content, problem) => {
    expect(await readOf(content)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })

  it('is named where it is not there', async () => {
    expect(await readRecording('/nowhere/strikes.csv')).toEqual({
      ok: false,
      problem: "/nowhere/strikes.csv can't be read (ENOENT)",
    })
  })
})

import { describe, expect, it } from 'vitest'
import { anotherStrikeSchema } from '../../contract/verification/another-strike.ts'
import { verificationSchema } from '../../contract/verification/verification.ts'
import { EVIDENCE_STEPS, type OwnCalibration } from '../../core/nowcast/own-calibration.ts'
import type { Place } from '../../core/places/place.ts'
import { QUIET_MIN } from '../../core/verification/quiet-after.ts'
import { noRingSums, noSums } from '../../core/verification/score-sums.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { START_MS, setUpHistory } from '../../testing/history-kit.ts'
import { createLog } from '../config/log.ts'
import { createNoNowcast } from '../nowcast/nowcast-service.ts'
import { openVerification } from './verification.ts'

const DAY_MS = 86_400_000
const TODAY = Math.floor(START_MS / DAY_MS)

/** Sums of a day in which a probability of one half came true this often. */
function dayOf(cases: number, came: number): ReadonlyMap<string, string> {
  const sums = noSums()
  for (const counts of sums.evidence) {
    for (const step of [10, 20, 30]) {
      counts[step] = cases
      counts[EVIDENCE_STEPS + step] = (came * step) / 20
    }
  }
  return new Map([['', JSON.stringify(sums)]])
}

function open(history: ReturnType<typeof setUpHistory>, places: readonly Place[] = []) {
  const calibrated: (OwnCalibration | null)[] = []
  const verification = openVerification({
    nowcast: { ...createNoNowcast(), calibrate: (own) => void calibrated.push(own) },
    places: { list: () => places },
    source: { simulated: true },
    history: history.history,
    clock: history.clock,
    log: createLog('silent', { write() {} }),
    keepDays: 400,
  })
  return { verification, calibrated }
}

describe('the calibration on the own past', () => {
  it('uses the days before, and no case of the same day', async () => {
    const kit = setUpHistory()
    const { scores } = kit.history
    await scores.keep(TODAY - 2, dayOf(2_000, 500), TODAY * 1_440)
    await scores.keep(TODAY - 1, dayOf(2_000, 500), TODAY * 1_440)
    const before = open(kit)
    await before.verification.idle()
    const [learned] = before.calibrated
    expect(learned).toMatchObject({ sinceMs: (TODAY - 2) * DAY_MS, untilMs: TODAY * DAY_MS })
    before.verification.close()
    await scores.keep(TODAY, dayOf(90_000, 1), TODAY * 1_440)
    const after = open(kit)
    await after.verification.idle()
    expect(after.calibrated).toEqual([learned])
    after.verification.close()
  })

  it('waits for enough cases', async () => {
    const kit = setUpHistory()
    await kit.history.scores.keep(TODAY - 1, dayOf(20, 10), TODAY * 1_440)
    const { verification, calibrated } = open(kit)
    await verification.idle()
    expect(calibrated).toEqual([null])
    expect((await verification.scoreboard(null, null)).calibration).toEqual({ kind: 'recorded' })
    verification.close()
  })
})

describe('another strike', () => {
  const ZSPD = { id: 'ZSPD' } as Place
  /** Sums in which a ring of 5 km was quiet for 15 minutes this often, and struck again half as often. */
  const quietFor = (cases: number): string => {
    const ring = noRingSums()
    const at = 3 * QUIET_MIN.indexOf(15)
    ring.again[at] = cases
    ring.again[at + 1] = cases / 2
    return JSON.stringify({ ...noSums(), rings: { 5: ring } })
  }
  async function told(place: number, server: number, { ring = 5, older = false } = {}) {
    const kit = setUpHistory()
    const texts = [['ZSPD', quietFor(place)] as const, ['', quietFor(server)] as const]
    const kept = older ? texts.map(([id, text]) => [id, text.replace('"again"', '"quiet"')] as const) : texts
    await kit.history.scores.keep(TODAY - 1, new Map(kept), TODAY * 1_440)
    const { verification } = open(kit, [ZSPD])
    const answer = anotherStrikeSchema.parse(await verification.anotherStrike('ZSPD', ring))
    expect(await verification.anotherStrike('elsewhere', 5)).toBeNull()
    verification.close()
    return answer
  }

  it('uses the place with enough cases, else all places', async () => {
    const ofPlace = await told(100, 900)
    const day = new Date((TODAY - 1) * DAY_MS).toISOString()
    expect(ofPlace.basis).toMatchObject({ kind: 'place', from: day, to: new Date(TODAY * DAY_MS).toISOString() })
    expect(ofPlace.after.find(({ afterMin }) => afterMin === 15)).toMatchObject({ cases: 100, struck: 50 })
    const ofServer = await told(98, 900)
    expect(ofServer.basis.kind).toBe('server')
    expect(ofServer.after.find(({ afterMin }) => afterMin === 15)).toMatchObject({ cases: 900, struck: 450 })
  })

  it('uses recorded storms until then, for the most similar ring, and says so', async () => {
    const recorded = await told(98, 498)
    expect(recorded.basis).toEqual({ kind: 'recorded', ringKm: 5 })
    const shares = recorded.after.map(({ cases, struck }) => struck / cases)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect((await told(98, 498, { ring: 14 })).basis).toEqual({ kind: 'recorded', ringKm: 16 })
    expect((await told(900, 900, { older: true })).basis.kind).toBe('recorded')
  })
})

describe('GET /api/verification', () => {
  async function setUp() {
    const server = setUpAppServer()
    const { token } = await server.token('lightning')
    const ask = (path: string, method = 'GET') =>
      server.request(path, { method, headers: { authorization: `Bearer ${token}` } })
    return { ...server, ask }
  }

  it('requires access to strikes, and reports a server without any', async () => {
    const { request, ask } = await setUp()
    expect((await request('/api/verification')).status).toBe(401)
    expect((await request('/api/verification/sheet')).status).toBe(401)
    expect((await request('/api/verification/again')).status).toBe(401)
    const answer = await ask('/api/verification?place=ZSPD&season=JJA')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(verificationSchema.parse(await answer.json())).toMatchObject({
      state: 'no-strikes',
      place: 'ZSPD',
      rings: [],
    })
    expect((await ask('/api/verification/sheet?place=ZSPD&ring=5&alarm=16&hold=30')).status).toBe(404)
    expect((await ask('/api/verification/again?place=ZSPD&ring=5')).status).toBe(404)
  })

  it('limits concurrent sheets per address, and rejects further requests with a reason', async () => {
    let answer = (_: null) => {}
    const slow = new Promise<null>((resolve) => {
      answer = resolve
    })
    const server = setUpAppServer({}, { verification: { sheet: () => slow } as never })
    const { token } = await server.token('lightning')
    const path = '/api/verification/sheet?place=ZSPD&ring=5&alarm=16&hold=30'
    const ask = () => server.request(path, { headers: { authorization: `Bearer ${token}` } })
    const asked = Array.from({ length: 16 }, ask)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    answer(null)
    expect((await Promise.all(asked)).every(({ status }) => status === 404)).toBe(true)
    expect((await ask()).status).toBe(404)
  })

  it('supports GET only, and names the allowed parameters', async () => {
    const { ask } = await setUp()
    expect((await ask('/api/verification', 'POST')).status).toBe(405)
    expect((await ask('/api/verification/again', 'POST')).status).toBe(405)
    expect((await ask('/api/verification?season=spring')).status).toBe(400)
    expect((await ask('/api/verification/again?place=ZSPD&ring=0')).status).toBe(400)
    const rule = '/api/verification/sheet?place=ZSPD&ring=5&alarm=16&hold=30'
    expect((await ask(`${rule}&chance=40&within=15`)).status).toBe(404)
    const level = (of: object) => encodeURIComponent(JSON.stringify(of))
    const red = { id: 'red', name: 'RED', km: 5 }
    const sheet = '/api/verification/sheet?place=ZSPD'
    expect((await ask(`${sheet}&level=${level(red)}`)).status).toBe(404)
    const refused = async (path: string) => {
      const answer = await ask(path)
      return [answer.status, ((await answer.json()) as { detail: string }).detail]
    }
    expect((await ask(`${rule}&chance=100`)).status).toBe(400)
    expect((await ask(`${rule}&chance=40&within=20`)).status).toBe(400)
    expect(await refused('/api/verification/sheet?place=ZSPD&ring=16&alarm=5&hold=30')).toEqual([
      400,
      'ring must be at most the distance of the level, got 16',
    ])
    expect(await refused(`${sheet}&ring=5`)).toEqual([400, 'level is required, or ring, alarm and hold'])
    expect(await refused(`${rule}&level=${level(red)}`)).toEqual([
      400,
      expect.stringContaining('must not be combined with its shorthand'),
    ])
    expect(await refused(`${sheet}&ring=8&level=${level(red)}`)).toEqual([400, expect.stringContaining('ring must be')])
    expect(await refused(`${sheet}&level={`)).toEqual([
      400,
      expect.stringContaining('must be a lightning level as JSON'),
    ])
    expect(await refused(`${sheet}&level=${level({ ...red, km: 51 })}`)).toEqual([
      400,
      expect.stringMatching(/: invalid value of km, got \{/),
    ])
    const weather = level({ id: 'wind', name: 'Wind', report: { windMps: 12 } })
    expect(await refused(`${sheet}&level=${weather}`)).toEqual([
      400,
      expect.stringContaining('must be a lightning level'),
    ])
    expect(await refused(`${sheet}&level=${level({ ...red, name: 'x'.repeat(3_000) })}`)).toEqual([
      400,
      expect.stringMatching(/^level must have at most 2000 characters, got /),
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { verificationSchema } from '../../contract/verification/verification.ts'
import { EVIDENCE_STEPS, type OwnCalibration } from '../../core/nowcast/own-calibration.ts'
import { noSums } from '../../core/verification/score-sums.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { START_MS, setUpHistory } from '../../testing/history-kit.ts'
import { createLog } from '../log.ts'
import { createNoNowcast } from '../nowcast/nowcast-service.ts'
import { openVerification } from './verification.ts'

const DAY_MS = 86_400_000
const TODAY = Math.floor(START_MS / DAY_MS)

/** Sums of a day in which a probability of a half came true so often. */
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

function open(history: ReturnType<typeof setUpHistory>) {
  const calibrated: (OwnCalibration | null)[] = []
  const verification = openVerification({
    nowcast: { ...createNoNowcast(), calibrate: (own) => void calibrated.push(own) },
    places: { list: () => [] },
    source: { simulated: true },
    ...{ history: history.history, clock: history.clock, log: createLog('silent', { write() {} }), keepDays: 400 },
  })
  return { verification, calibrated }
}

describe('the calibration on the own past', () => {
  it('goes by the days before, and by no case of the day itself', async () => {
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

  it('waits until there is enough to go by', async () => {
    const kit = setUpHistory()
    await kit.history.scores.keep(TODAY - 1, dayOf(20, 10), TODAY * 1_440)
    const { verification, calibrated } = open(kit)
    await verification.idle()
    expect(calibrated).toEqual([null])
    expect((await verification.scoreboard(null, null)).calibration).toEqual({ kind: 'recorded' })
    verification.close()
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

  it('is for whoever may see strikes, and says where the server has none', async () => {
    const { request, ask } = await setUp()
    expect((await request('/api/verification')).status).toBe(401)
    expect((await request('/api/verification/sheet')).status).toBe(401)
    const answer = await ask('/api/verification?place=ZSPD&season=JJA')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(verificationSchema.parse(await answer.json())).toMatchObject({
      state: 'no-strikes',
      place: 'ZSPD',
      rings: [],
    })
    expect((await ask('/api/verification/sheet?place=ZSPD&ring=5&alarm=16&hold=30')).status).toBe(404)
  })

  it('answers GET alone, and says what may be asked', async () => {
    const { ask } = await setUp()
    expect((await ask('/api/verification', 'POST')).status).toBe(405)
    expect((await ask('/api/verification?season=spring')).status).toBe(400)
    const narrow = await ask('/api/verification/sheet?place=ZSPD&ring=16&alarm=5&hold=30')
    expect([narrow.status, JSON.stringify(await narrow.json())]).toEqual([400, expect.stringContaining('alarm')])
  })
})

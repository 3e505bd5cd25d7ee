import { describe, expect, it } from 'vitest'
import type { Row } from '../../contract/watch/alarms.ts'
import { type LevelWorldOptions, levelOf, runLevels } from '../../testing/levels/level-world.ts'

/** The storm: one strike a minute from 08:00 to 08:29, 0.1 s before the minute. */
const KM = [24, 22, 20, 18, 15, 14, 13, 12, 11, 10, 9, 7, 6, 5.5, 4, 3, 2, 1, 2, 3, 4, 6, 7, 9, 11, 13, 15, 17, 19, 22]
const ms = (time: string) => Date.parse(`2026-07-01T${time.length === 5 ? `${time}:00` : time}Z`)
const STRIKES = KM.map((km, i) => ({ timeMs: ms('08:00') + i * 60_000 - 100, km }))
const minutesFrom = (from: string, to: string, isMet: boolean) => {
  const count = (ms(to) - ms(from)) / 60_000 + 1
  return Array.from({ length: count }, (_, i) => ({ atMs: ms(from) + i * 60_000, isMet }))
}
const EXPECT = { percent: 50, withinMin: 30 } as const
const ladder = (holds: [number, number, number]) => [
  levelOf('r5', 5, holds[0]),
  levelOf('r8', 8, holds[1]),
  levelOf('r16', 16, holds[2], { expect: EXPECT }),
]
const NOWCASTS = [...minutesFrom('08:00', '08:03', true), ...minutesFrom('08:04', '09:10', false)]

function run(over: Partial<LevelWorldOptions>) {
  return runLevels({
    levels: ladder([30, 15, 10]),
    strikes: STRIKES,
    nowcasts: NOWCASTS,
    fromMs: ms('07:59'),
    toMs: ms('09:10'),
    ...over,
  })
}

/** `08:04 r16.on up r16 –/–/08:14`. */
function lineOf({ at, id, step, level, state, levels }: Row): string {
  const [, changed, kind] = id.split('.')
  const headline = level === null ? 'none' : state === 'expected' ? `${level} expected` : level
  const ends = levels.map(({ end }) => (end === null ? '–' : short(end))).join('/')
  return `${short(at)} ${changed}.${kind} ${step} ${headline} ${ends}`
}
const short = (time: string) => time.slice(11, 19).replace(/:00$/, '')

const A = [
  '08:00 r16.expected expected r16 expected –/–/–',
  '08:04 r16.on up r16 –/–/08:14',
  '08:11 r8.on up r8 –/08:26/08:21',
  '08:14 r5.on up r5 08:44/08:29/08:24',
  '08:36 r16.off other r5 08:50/08:37/–',
  '08:37 r8.off other r5 08:50/–/–',
  '08:50 r5.off end none –/–/–',
]

describe('the timelines of a storm over three levels', () => {
  it('A: hold times of 30, 15 and 10 minutes', () => {
    const { rows } = run({})
    expect(rows.map(lineOf)).toEqual(A)
    expect(rows[1]!.id).toBe('golf-east.r16.on.1782893039900')
    expect(rows.at(-1)!.durations).toEqual({ incidentMin: 50, levelsMin: { r16: 32, r8: 26, r5: 36 } })
  })

  it('A2: one hold time of 30 minutes', () => {
    const { rows } = run({ levels: ladder([30, 30, 30]) })
    expect(rows.map(lineOf)).toEqual([
      '08:00 r16.expected expected r16 expected –/–/–',
      '08:04 r16.on up r16 –/–/08:34',
      '08:11 r8.on up r8 –/08:41/08:41',
      '08:14 r5.on up r5 08:44/08:44/08:44',
      '08:50 r5.off down r8 –/08:52/08:56',
      '08:52 r8.off down r16 –/–/08:56',
      '08:56 r16.off end none –/–/–',
    ])
    expect(rows.at(-1)!.durations?.incidentMin).toBe(56)
  })

  it('B: a gap of 31 s that is never backfilled restarts every hold time', () => {
    const ends: Record<string, string> = {}
    const { rows } = run({
      gaps: [{ fromMs: ms('08:17:10'), toMs: ms('08:17:41') }],
      each: (nowMs, stateAt) => {
        ends[short(new Date(nowMs).toISOString())] = stateAt(nowMs)
          .levels.map(({ end }) => (end === null ? '–' : short(end)))
          .join('/')
      },
    })
    expect(ends['08:17:40']).toBe('–/–/–')
    expect(ends['08:17:42']).toBe('08:47:41/08:32:41/08:27:41')
    expect(rows.map(lineOf)).toEqual(A)
  })

  it('C: a gap of ten minutes that is never backfilled', () => {
    let coverage: number[] = []
    const { rows } = run({
      gaps: [{ fromMs: ms('08:17:10'), toMs: ms('08:27:10') }],
      each: (nowMs, stateAt) => {
        if (nowMs === ms('08:27:30')) coverage = stateAt(nowMs).levels.map((level) => level.coverage)
      },
    })
    expect(coverage.map((each) => each.toFixed(2))).toEqual(['0.67', '0.33', '0.03'])
    expect(rows.slice(4).map(lineOf)).toEqual([
      '08:37:10 r16.off other r5 08:57:10/08:42:10/–',
      '08:42:10 r8.off other r5 08:57:10/–/–',
      '08:57:10 r5.off end none –/–/–',
    ])
  })

  it('C2: the same, backfilled ten seconds later, ends as without a gap', () => {
    const { rows } = run({
      gaps: [{ fromMs: ms('08:17:10'), toMs: ms('08:27:10'), backfilledMs: ms('08:27:20') }],
    })
    expect(rows.map(lineOf)).toEqual(A)
  })

  it('D: with the process down for 45 s the rows and their ids are those of A', () => {
    const { rows } = run({ down: { fromMs: ms('08:15:20'), toMs: ms('08:16:05') } })
    expect(rows.map(({ id }) => id)).toEqual(run({}).rows.map(({ id }) => id))
  })

  it('E: an unfulfilled expectation lapses ten minutes after the last result that met it', () => {
    const nowcasts = [...minutesFrom('08:01', '08:05', true), ...minutesFrom('08:06', '09:00', false)]
    const untils: Record<string, string | null> = {}
    const { rows } = run({
      strikes: [],
      nowcasts,
      each: (nowMs, stateAt) => {
        untils[short(new Date(nowMs).toISOString())] = stateAt(nowMs).levels[2]!.until
      },
    })
    expect(rows.map(lineOf)).toEqual([
      '08:01 r16.expected expected r16 expected –/–/–',
      '08:15 r16.lapsed lapsed none –/–/–',
    ])
    expect(untils['08:14']).toBe('2026-07-01T08:35:00.000Z')
  })

  it('E2: without data it lapses ten minutes after its expected time', () => {
    const { rows } = run({
      strikes: [],
      nowcasts: minutesFrom('08:01', '08:05', true),
      gaps: [{ fromMs: ms('08:06'), toMs: ms('09:10') }],
    })
    expect(rows.map(lineOf)).toEqual([
      '08:01 r16.expected expected r16 expected –/–/–',
      '08:45 r16.lapsed lapsed none –/–/–',
    ])
  })
})

it('reports two incidents for a level that ended and began again while the process was down', () => {
  const at = (s: number) => ms('08:00') + s * 1_000
  const { rows } = runLevels({
    levels: [levelOf('r5', 5, 5)],
    strikes: [60, 400].map((s) => ({ timeMs: at(s), km: 3 })),
    down: { fromMs: at(350), toMs: at(470) },
    fromMs: ms('08:00'),
    toMs: ms('08:20'),
  })
  expect(rows.map(lineOf)).toEqual([
    '08:01 r5.on up r5 08:06',
    '08:06 r5.off end none –',
    '08:07:50 r5.on up r5 08:11:40',
    '08:11:40 r5.off end none –',
  ])
})

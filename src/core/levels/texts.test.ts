import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../contract/watch/alarms.ts'
import { CAUSES, LEVEL_STATES, type LevelState, STEPS } from '../../contract/watch/place-states.ts'
import type { Lang } from '../../locales/languages.ts'
import { feedRow, levelState, rowOf } from '../../testing/channels/rows.ts'
import { levelOf, runLevels } from '../../testing/levels/level-world.ts'
import { alarmTexts } from '../watch/alarm-sentence.ts'
import { rowAsSeen } from './signature.ts'
import { rowHeadline, rowText } from './texts.ts'

const ms = (time: string) => Date.parse(`2026-07-01T${time.length === 5 ? `${time}:00` : time}Z`)
const iso = (time: string) => new Date(ms(time)).toISOString()
const KM = [24, 22, 20, 18, 15, 14, 13, 12, 11, 10, 9, 7, 6, 5.5, 4, 3, 2, 1, 2, 3, 4, 6, 7, 9, 11, 13, 15, 17, 19, 22]
const STRIKES = KM.map((km, i) => ({ timeMs: ms('08:00') + i * 60_000 - 100, km }))
const MANILA = { id: 'RPLL', name: 'Manila', nameZh: '马尼拉', group: null }
const LEVELS = [
  levelOf('red', 5, 15, {
    name: 'RED',
    nameZh: '红色',
    action: 'All ramp work stops; take shelter',
    actionZh: '机坪作业全部停止，人员避险',
    who: ['Ramp control'],
  }),
  levelOf('yellow', 15, 15, { name: 'YELLOW', nameZh: '黄色', action: 'No fuelling, catering or towing' }),
  levelOf('watch', 30, 15, { name: 'WATCH', nameZh: '关注', expect: { percent: 50, withinMin: 30 } }),
]
function rowsOf(over: Partial<Parameters<typeof runLevels>[0]> = {}): Row[] {
  const world = { levels: LEVELS, strikes: STRIKES, fromMs: ms('07:59'), toMs: ms('09:10'), ...over }
  return runLevels(world).rows.map((row) => ({ ...row, place: MANILA }))
}
const idOf = ({ id }: Row) => id.split('.').slice(1, 3).join('.')
const rowIn = (rows: Row[], id: string) => rows.find((row) => idOf(row) === id)!
/** Title and text as a phone shows them. */
function phone(row: Row, lang: Lang): string {
  const [, next = ''] = rowText(row, lang).split('\n')
  const isFurther = /[.。]$/.test(next) && !/^\d/.test(next) && next !== alarmTexts(lang).disclaimer
  const stop = lang === 'zh' ? '。' : '.'
  return `${rowHeadline(row, lang)}${stop}${isFurther ? `${lang === 'en' ? ' ' : ''}${next}` : ''}`
}

describe('the text of a row', () => {
  const rows = rowsOf()

  it('is that of the screens for a strike, a step down and an end', () => {
    const [up, down, end] = ['red.on', 'red.off', 'watch.off'].map((id) => rowIn(rows, id)) as [Row, Row, Row]
    expect(phone(up, 'en')).toBe(
      'RED · Manila: strike at 4.0 km, 08:13:59 UTC. All ramp work stops; take shelter. Earliest end 08:29 UTC.',
    )
    expect(phone(up, 'zh')).toBe(
      '红色·马尼拉：08:13:59 UTC距离4.0公里有闪电。机坪作业全部停止，人员避险。最早结束08:29 UTC。',
    )
    expect(phone(down, 'en')).toBe(
      'YELLOW · Manila: was RED. No strike detected within 5 km for 15 min, no data gap. No fuelling, catering or towing.',
    )
    expect(phone(down, 'zh')).toBe('黄色·马尼拉：原为红色。5公里内15分钟未监测到闪电，数据完整。')
    expect(phone(end, 'en')).toBe(
      'Manila: no level triggered. No strike detected within 30 km for 15 min, no data gap. Lasted 44 min, RED 21.',
    )
    expect(phone(end, 'zh')).toBe(
      '马尼拉：无触发等级。30公里内15分钟未监测到闪电，数据完整。历时44分钟，其中红色21分钟。',
    )
  })

  it('has the state of each level, its addressees, work stops, its time, and the data', () => {
    const stop = { id: 's1', place: 'RPLL', work: 'fuelling', by: 'Li', at: iso('08:10'), note: '', level: null }
    const row = { ...rowIn(rows, 'red.on'), stops: [{ ...stop, earliestResume: null, changes: [], resumed: null }] }
    expect(rowText({ ...row, simulated: true, link: 'https://map.example.com/' }, 'en').split('\n')).toEqual([
      'SIMULATED DATA',
      'RED · Manila: strike at 4.0 km, 08:13:59 UTC',
      'All ramp work stops; take shelter. Earliest end 08:29 UTC.',
      'RED, 5 km: since 08:14 UTC, earliest end 08:29 UTC if no further trigger',
      'YELLOW, 15 km: since 08:05 UTC, earliest end 08:29 UTC if no further trigger',
      'WATCH, 30 km: since 08:00 UTC, earliest end 08:29 UTC if no further trigger',
      'For: Ramp control',
      'Work stop: fuelling, Li 08:10 UTC',
      'Raised: 2026-07-01 08:14:00 UTC',
      'Data for 100% of the last 15 minutes',
      'https://map.example.com/',
      'For situational awareness. Not a warning system.',
    ])
    expect(rowText(row, 'zh').split('\n').slice(2, 7)).toEqual([
      '红色（5公里）：08:14 UTC触发，若不再触发，最早结束08:29 UTC',
      '黄色（15公里）：08:05 UTC触发，若不再触发，最早结束08:29 UTC',
      '关注（30公里）：08:00 UTC触发，若不再触发，最早结束08:29 UTC',
      '通知对象：Ramp control',
      '停工记录：fuelling，Li 08:10 UTC',
    ])
  })

  it('has the local time of the place as well, and rounds an earliest end up', () => {
    const of = rowIn(rows, 'red.on')
    const levels = of.levels.map((level) => ({ ...level, end: level.end && iso('08:29:01') }))
    const row = { ...of, levels, details: { ...of.details, timeZone: 'Asia/Shanghai' } }
    expect(phone(row, 'en')).toContain('strike at 4.0 km, 08:13:59 UTC (16:13:59 local). All')
    expect(phone(row, 'en')).toContain('Earliest end 08:30 UTC (16:30 local).')
    expect(phone(row, 'zh')).toBe(
      '红色·马尼拉：北京时16:13:59（08:13:59 UTC）距离4.0公里有闪电。机坪作业全部停止，人员避险。最早结束北京时16:30（08:30 UTC）。',
    )
  })

  it('names levels that change while the headline stays', () => {
    const holds = rowsOf({ levels: LEVELS.map((level, i) => ({ ...level, holdMin: [30, 15, 10][i]! })) })
    expect(rowHeadline(rowIn(holds, 'watch.off'), 'en')).toBe(
      'RED · Manila: WATCH ended. No strike detected within 30 km for 10 min, no data gap',
    )
    expect(rowHeadline(rowIn(holds, 'watch.off'), 'zh')).toBe(
      '红色·马尼拉：关注结束。30公里内10分钟未监测到闪电，数据完整',
    )
  })

  it('states that a strike may be outside given the location error', () => {
    const of = rowIn(rows, 'red.on')
    const row = { ...of, cause: { ...of.cause!, distanceKm: 4.8, errorKm: 0.5 } }
    expect(phone(row, 'en')).toContain('Location accuracy about 0.5 km: possibly inside, counted as inside.')
    expect(phone(row, 'zh')).toContain('定位误差约0.5公里：可能在圈内，按圈内计。')
    expect(phone({ ...row, cause: { ...row.cause, distanceKm: 4.4 } }, 'en')).not.toContain('possibly')
  })
})

describe('the nowcast in the text of a row', () => {
  const nowcasts = (isMet: (minute: number) => boolean) =>
    Array.from({ length: 60 }, (_, i) => ({ atMs: ms('08:01') + i * 60_000, isMet: isMet(i) }))
  const world = { strikes: [], nowcasts: nowcasts((i) => i < 5) }

  it('has distance, end and probability of a possible trigger', () => {
    const row = rowIn(rowsOf(world), 'watch.expected')
    expect(rowHeadline(row, 'en')).toBe(
      'WATCH possible · Manila: by the 08:01 UTC nowcast a strike within 30 km is possible until 08:31 UTC, probability 100%',
    )
    expect(rowHeadline(row, 'zh')).toBe(
      '关注（可能触发）·马尼拉：按08:01 UTC外推，30公里内可能有闪电，至08:31 UTC，概率100%',
    )
  })

  it('states distance, start and coverage of a lapsed expectation', () => {
    const row = rowIn(rowsOf(world), 'watch.lapsed')
    expect(rowHeadline(row, 'en')).toBe(
      'Manila: WATCH was possible until 08:35 UTC; no strike detected within 30 km since 08:01 UTC, no data gap',
    )
    expect(rowHeadline(row, 'zh')).toBe(
      '马尼拉：关注曾可能触发，至08:35 UTC；08:01 UTC起30公里内未监测到闪电，数据完整',
    )
    const gap = rowsOf({ ...world, gaps: [{ fromMs: ms('08:06'), toMs: ms('08:13') }] })
    expect(rowHeadline(rowIn(gap, 'watch.lapsed'), 'en')).toContain('since 08:01 UTC, data for 50% of that time')
  })

  it('states that the situation is unknown after lost data', () => {
    const gaps = [{ fromMs: ms('08:06'), toMs: ms('09:20') }]
    const of = rowIn(rowsOf({ strikes: [], nowcasts: world.nowcasts.slice(0, 5), gaps }), 'watch.lapsed')
    const row = { ...of, observed: { now: false, since: iso('08:06') } }
    expect(rowHeadline(row, 'en')).toBe(
      'Manila: WATCH was possible until 08:35 UTC; no data since 08:06 UTC; the situation is unknown',
    )
    expect(rowHeadline(row, 'zh')).toBe('马尼拉：关注曾可能触发，至08:35 UTC；08:06 UTC起无数据，情况不明')
  })

  it('does not deny strikes that were too few for the level', () => {
    const levels = [levelOf('watch', 30, 15, { name: 'WATCH', strikes: 3, expect: { percent: 50, withinMin: 30 } })]
    const strikes = [{ timeMs: ms('08:05'), km: 3 }]
    const row = rowIn(rowsOf({ ...world, levels, strikes }), 'watch.lapsed')
    expect(rowHeadline(row, 'en')).toContain('not triggered since 08:01 UTC, no data gap')
  })

  it('states that a nowcast turned a level on', () => {
    const levels = [levelOf('red', 5, 15, { name: 'RED', chance: { km: 8, percent: 60, withinMin: 15 } })]
    const row = rowIn(rowsOf({ ...world, levels }), 'red.on')
    expect(rowHeadline(row, 'en')).toBe(
      'RED · Manila: by the 08:01 UTC nowcast the probability of a strike within 8 km in 15 min is 100%',
    )
    expect(rowHeadline(row, 'zh')).toBe(
      '红色·马尼拉：按08:01 UTC外推，15分钟内8公里内闪电概率100%'.replace('红色', 'RED'),
    )
  })
})

describe('the text of a weather row', () => {
  const weather = (cause: Row['cause'], state: 'on' | 'off', before: 'on' | 'off') => {
    const level = (is: 'on' | 'off') =>
      levelState('lifr', is, { name: 'LIFR', holdMin: 10, since: iso('08:00'), last: iso('08:00') })
    const of = { place: 'RPLL', ladder: 'weather' as const, levels: [level(state)], before: [level(before)] }
    return rowOf({ ...of, atMs: ms('08:03'), over: { place: MANILA, cause } })
  }

  it.each([
    [{ category: 'lifr' }, 'flight category LIFR', '飞行类别LIFR'],
    [{ mps: 12.86 }, 'wind or gusts of 12.9 m/s', '风速（阵风）12.9 m/s'],
    [{ m: 800, of: 'visibility' }, 'visibility 800 m', '能见度800 m'],
    [{ m: 91.4, of: 'ceiling' }, 'ceiling 91 m', '云底高91 m'],
    [{}, 'met by the report', '报文达到该等级'],
  ])('%j', (value, en, zh) => {
    const row = weather({ kind: 'report', value }, 'on', 'off')
    expect(rowHeadline(row, 'en')).toBe(`LIFR · Manila: ${en}, observed 08:00 UTC`)
    expect(rowHeadline(row, 'zh')).toBe(`LIFR·马尼拉：${zh}，08:00 UTC观测`)
  })

  it('states for an end how long reports have not met it', () => {
    const row = weather({ kind: 'hold-ended' }, 'off', 'on')
    expect(rowHeadline(row, 'en')).toBe('Manila: LIFR not triggered. Reports have not met LIFR for 10 min')
    expect(rowHeadline(row, 'zh')).toBe('马尼拉：LIFR 未触发。报文10分钟未达到LIFR')
  })

  it('states that a report is overdue, arrived late, or is a special one', () => {
    const notice = (step: Row['step'], kind: 'overdue' | 'report') => ({
      ...weather({ kind }, 'off', 'off'),
      step,
      observed: { now: kind === 'report', since: iso('06:30') },
    })
    const told = [notice('observation', 'overdue'), notice('observation', 'report'), notice('speci', 'report')]
    expect(told.map((row) => rowHeadline(row, 'en'))).toEqual([
      'Manila: report overdue, latest observed 06:30 UTC; the weather since then is unknown',
      'Manila: report received again, observed 06:30 UTC',
      'Manila: SPECI received, observed 06:30 UTC',
    ])
    expect(told.map((row) => rowHeadline(row, 'zh'))).toEqual([
      '马尼拉：报文未按时收到，最近一次为06:30 UTC观测，其后天气不明',
      '马尼拉：已收到报文，06:30 UTC观测',
      '马尼拉：收到特殊报告（SPECI），06:30 UTC观测',
    ])
  })
})

describe('the text of rows of data, settings, stops and channels', () => {
  it('names the feed that stopped or is back, and from when to when', () => {
    const from = ms('08:17:10')
    const to = ms('08:17:41')
    const rows = [feedRow('lightning', from, null, ms('08:17:40')), feedRow('lightning', from, to, ms('08:17:42'))]
    expect(rows.map((row) => rowHeadline(row, 'en'))).toEqual([
      'No lightning data since 08:17:10 UTC; the situation since then is unknown',
      'Lightning data again since 08:17:41 UTC; no data from 08:17:10 UTC to 08:17:41 UTC',
    ])
    expect(rows.map((row) => rowHeadline(row, 'zh'))).toEqual([
      '08:17:10 UTC起闪电数据中断，其后情况不明',
      '08:17:41 UTC起恢复接收闪电数据；08:17:10 UTC至08:17:41 UTC数据中断',
    ])
    expect(rowHeadline(feedRow('reports', from, null, ms('08:17:40')), 'zh')).toBe(
      '08:17:10 UTC起机场报告中断，其后天气不明',
    )
  })

  it('states that a removed place is no longer monitored, and that levels were changed', () => {
    const [on, off] = ['on', 'off'].map((state) => levelState('r5', state as 'on')) as [LevelState, LevelState]
    const of = { place: 'RPLL', before: [on], atMs: ms('08:20') }
    const gone = rowOf({ ...of, levels: [off], cause: 'removed', over: { place: MANILA, levels: [] } })
    expect(phone(gone, 'en')).toMatch(/^Manila: not monitored any more\./)
    expect(phone(gone, 'zh')).toMatch(/^马尼拉：不再监测。/)
    const changed = rowOf({
      ...of,
      levels: [{ ...off, last: iso('08:19') }],
      cause: 'changed',
      over: { place: MANILA },
    })
    expect(phone(changed, 'en')).toBe('Manila: R5 not triggered. The levels of this place were changed.')
    const removed = rowOf({ ...of, levels: [levelState('r8', 'on')], cause: 'removed', over: { place: MANILA } })
    expect(rowHeadline(removed, 'en')).toBe('R8 · Manila: triggered')
    expect(phone(removed, 'en')).toContain('A level of this place was removed')
  })

  it('contains the record of a work stop by a person, and service rows', () => {
    const of = rowOf({
      place: 'RPLL',
      levels: [levelState('r5')],
      atMs: ms('08:15'),
      cause: 'person',
      over: { place: MANILA },
    })
    const details = { change: 'stop', work: 'fuelling', by: 'Li', earliestResume: iso('08:31') }
    const stop: Row = { ...of, stage: 'stop', step: 'stop', details }
    expect(phone(stop, 'en')).toBe('Work stop at Manila: fuelling, recorded by Li. Earliest resume 08:31 UTC.')
    expect(rowHeadline({ ...stop, details: { ...details, change: 'resume' } }, 'zh')).toBe(
      '马尼拉复工记录：fuelling，记录人Li',
    )
    const test: Row = { ...of, place: null, stage: 'test', step: 'service', details: { channel: 'light' } }
    expect(rowHeadline(test, 'en')).toBe('TEST of channel light. No action needed.')
  })

  it('states since when its level is on in a message of another change', () => {
    const rows = rowsOf()
    const seen = rowAsSeen(rowIn(rows, 'red.off'), { levels: ['*'], expected: true }, { before: 'off', step: 'up' })
    expect(rowHeadline({ ...seen, place: MANILA }, 'en')).toBe(
      'YELLOW · Manila: triggered since 08:05 UTC, latest strike at 13.0 km, 08:24:59 UTC',
    )
  })
})

it('names the levels of a channel that sees some alone: another may be triggered', () => {
  const row = rowIn(rowsOf(), 'red.off')
  const seen = rowAsSeen(row, { levels: ['red'], expected: true }, { before: 'red:on', step: 'end' })
  expect(rowHeadline({ ...seen, place: MANILA }, 'en')).toBe(
    'Manila: RED not triggered. No strike detected within 5 km for 15 min, no data gap',
  )
  const two = {
    ...seen,
    place: MANILA,
    levels: [seen.levels[0]!, { ...seen.levels[0]!, id: 'b', name: 'B', nameZh: 'B' }],
  }
  expect(rowHeadline(two, 'zh')).toBe('马尼拉：红色，B 未触发。5公里内15分钟未监测到闪电，数据完整')
})

describe('of any row', () => {
  const times = fc.option(
    fc.integer({ min: ms('07:20'), max: ms('08:20') }).map((each) => new Date(each).toISOString()),
  )
  const level = (id: string) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(id.toUpperCase()),
      nameZh: fc.option(fc.constant('红色')),
      km: fc.option(fc.constantFrom(5, 7.5)),
      holdMin: fc.constantFrom(0, 15),
      state: fc.constantFrom(...LEVEL_STATES),
      since: times,
      last: times,
      lastKm: fc.option(fc.constantFrom(1.2, 4)),
      end: times,
      until: times,
      coverage: fc.constantFrom(0, 0.333, 0.999, 1),
    })
  const cause = fc.record({
    kind: fc.constantFrom(...CAUSES),
    struckAt: fc.constantFrom(iso('08:00'), undefined),
    distanceKm: fc.constantFrom(4.8, undefined),
    errorKm: fc.constantFrom(0.5, undefined),
    chance: fc.constantFrom(0.57, undefined),
    value: fc.constantFrom(undefined, {}, { m: 800 }, { m: 800, of: 'ceiling' }, { mps: 12.86 }, { category: 'ifr' }),
    possible: fc.constantFrom(undefined, { since: iso('08:00'), until: iso('08:30'), coverage: 0.5, isStruck: false }),
  }) as fc.Arbitrary<Row['cause']>
  const details = fc.constantFrom<Row['details'][]>({}, { ringKm: 5, withinMin: 15, timeZone: 'Asia/Tokyo' })
  const rows: fc.Arbitrary<Row> = fc
    .record({
      levels: fc.subarray(['red', 'yellow', 'watch']).chain((ids) => fc.tuple(...ids.map(level))),
      step: fc.constantFrom(...STEPS),
      cause: fc.option(cause),
      details,
      ladder: fc.constantFrom('lightning' as const, 'weather' as const, null),
      place: fc.option(fc.constant(MANILA)),
      changed: fc.subarray(['red', 'yellow', 'watch', 'r7-5']),
      before: fc.record({ level: fc.constantFrom(null, 'red', 'r16'), state: fc.constantFrom(...LEVEL_STATES) }),
      observed: fc.record({ now: fc.boolean(), since: times }),
      feed: fc.constantFrom('lightning' as const, 'reports' as const, null),
      from: times,
      to: times,
      durations: fc.constantFrom(null, { incidentMin: 44, levelsMin: { red: 21 } }, { incidentMin: 3, levelsMin: {} }),
      simulated: fc.boolean(),
    })
    .map((over) => {
      const is = (of: string) => over.levels.find(({ state }) => state === of)?.id
      const on = is('on')
      const expected = is('expected')
      const state = on !== undefined ? 'on' : expected !== undefined ? 'expected' : 'off'
      const base = rowOf({ place: 'RPLL', levels: [levelState('r5')], atMs: ms('08:20') })
      const row = { ...base, ...over, level: on ?? expected ?? null, state, who: ['Ramp'] } as Row
      if (row.step === 'service') return { ...row, stage: 'test', place: null, details: { channel: 'light' } }
      if (row.step === 'stop') return { ...row, stage: 'stop', place: MANILA, details: { work: 'fuelling', by: 'Li' } }
      return row.step === 'observation' ? row : { ...row, place: MANILA }
    })
  const langs = fc.constantFrom('en' as const, 'zh' as const)

  it('the text is complete: no open placeholders, and a label for simulated data', () => {
    fc.assert(
      fc.property(rows, langs, (row, lang) => {
        const text = rowText(row, lang)
        expect(text).not.toMatch(/undefined|null|NaN|Invalid|\{\{|\}\}|\u2009/)
        expect(text).not.toMatch(/ {2}|[.。]{2}|[:：] *$/m)
        expect(rowHeadline(row, lang)).not.toBe('')
        expect(text.includes(alarmTexts(lang).simulated)).toBe(row.simulated)
        expect(text).toContain(rowHeadline(row, lang))
      }),
      { numRuns: 1_000 },
    )
  })

  it('a gap is never silent', () => {
    fc.assert(
      fc.property(rows, langs, (row, lang) => {
        if (!row.place || row.ladder !== 'lightning') return
        const text = rowText(row, lang)
        const least = Math.min(1, ...row.levels.map(({ coverage }) => coverage))
        if (least < 1) expect(text).toContain(`${Math.floor(least * 100)}%`)
        if (row.observed.now || row.step === 'observation' || row.step === 'speci') return
        expect(text).toMatch(lang === 'zh' ? /不明/ : /unknown/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('denies no strike of the row, and no gap', () => {
    fc.assert(
      fc.property(rows, langs, (row, lang) => {
        if (row.ladder !== 'lightning' || row.step === 'lapsed' || row.cause?.kind === 'lapsed') return
        const said =
          /within ([\d.]+) km for (\d+) min, (no data gap)?|([\d.]+)公里内(\d+)分钟未监测到闪电，(数据完整)?/.exec(
            rowHeadline(row, lang),
          )
        if (!said) return
        const km = said[1] ?? said[4]
        const holdMin = said[2] ?? said[5]
        const isWhole = said[3] ?? said[6]
        const borneOut = row.levels.some(
          (each) =>
            each.state === 'off' &&
            each.km === Number(km) &&
            each.holdMin === Number(holdMin) &&
            (each.last === null || Date.parse(each.last) + each.holdMin * 60_000 <= Date.parse(row.at)) &&
            (isWhole === undefined || each.coverage === 1),
        )
        expect(borneOut).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

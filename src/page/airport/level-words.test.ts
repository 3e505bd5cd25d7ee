import { describe, expect, it } from 'vitest'
import type { PlaceState } from '../../contract/watch/place-states.ts'
import { levelState, rowOf } from '../../testing/channels/rows.ts'
import { words } from '../../testing/locales/page-words.ts'
import {
  dataText,
  earliestEndText,
  endText,
  headlineText,
  holdText,
  latestTriggerText,
  levelKind,
  levelStateText,
  otherLevelsText,
  ruleText,
  snoozeText,
  stopsText,
} from './level-words.ts'

const en = { t: words.getFixedT('en', 'levels'), lang: 'en' as const }
const zh = { t: words.getFixedT('zh', 'levels'), lang: 'zh' as const }
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const NOW = Date.UTC(2026, 6, 1, 8, 17, 50)
const iso = (time: string) => `2026-07-01T${time}.000Z`
const RED = levelState('red', 'on', {
  name: 'RED',
  nameZh: '红色',
  km: 5,
  since: iso('08:14:00'),
  last: iso('08:17:00'),
  lastKm: 1,
  end: iso('08:32:41'),
  coverage: 0.966,
})
const IN_GAP = { ...RED, end: null }
const WATCH = levelState('watch', 'expected', { name: 'WATCH', nameZh: '关注', until: iso('08:34:01') })
const stateOf = (level: typeof RED): PlaceState => rowOf({ place: 'RPLL', levels: [level], atMs: NOW })

describe('the text of a level on a card', () => {
  it('is active under a minute after the latest trigger, then holding', () => {
    expect(levelKind(RED, NOW)).toBe('active')
    expect(levelKind(RED, NOW + 9_999)).toBe('active')
    expect(levelKind(RED, NOW + 10_000)).toBe('holding')
    expect([levelStateText(RED, 'lightning', NOW, en), plain(latestTriggerText(RED, NOW, en))]).toEqual([
      'active',
      '1.0 km, 50 s ago',
    ])
    expect([levelStateText(RED, 'lightning', NOW, zh), latestTriggerText(RED, NOW, zh)]).toEqual([
      '触发中',
      '距离1.0公里，50秒前',
    ])
    expect(levelStateText(RED, 'lightning', NOW + 60_000, zh)).toBe('观察中')
  })

  it('is the earliest end, to the second or rounded up to the minute, and the count-down', () => {
    expect(endText(RED, 'lightning', true, en)).toBe('earliest end 08:32:41 UTC')
    expect(endText(RED, 'lightning', false, en)).toBe('earliest end 08:33')
    expect(endText(RED, 'lightning', true, zh)).toBe('最早结束08:32:41 UTC')
    expect([plain(holdText(RED, NOW, en)!), holdText(RED, NOW, zh)]).toEqual(['hold 15 min', '剩15分钟'])
    expect(plain(holdText(RED, Date.parse(RED.end!) - 48_000, en)!)).toBe('hold 48 s')
    expect(plain(holdText(RED, Date.parse(RED.end!) - 60_001, en)!)).toBe('hold 2 min')
    expect(plain(holdText(RED, NOW + 3_600_000, en)!)).toBe('hold 0 s')
  })

  it('pauses while no data arrive', () => {
    expect(holdText(IN_GAP, NOW, en)).toBeNull()
    expect(endText(IN_GAP, 'lightning', true, en)).toBe('count-down paused, no data')
    expect(earliestEndText(IN_GAP, null, en)).toBe('')
    expect(headlineText(stateOf(IN_GAP), NOW, en)).toBe('RED no data')
    expect(headlineText(stateOf(IN_GAP), NOW, zh)).toBe('红色 数据中断')
  })

  it.each([45, 600])('states since when data are missing, %i s later, for a level that is on and for none', (gapS) => {
    const observed = { now: false, since: iso('08:17:55') }
    const nowMs = Date.parse(observed.since) + gapS * 1_000
    const told = [IN_GAP, levelState('red')].flatMap((level) =>
      [en, zh].map((teller) => headlineText({ ...stateOf(level), observed }, nowMs, teller)),
    )
    expect(told).toEqual([
      'RED no data since 08:17 UTC',
      '红色 08:17 UTC起数据中断',
      'no data since 08:17 UTC',
      '08:17 UTC起数据中断',
    ])
  })

  it('has times of one zone, unnamed, on a wall', () => {
    const wall = { ...en, zone: 'Asia/Shanghai' }
    const lost = { ...stateOf(IN_GAP), observed: { now: false, since: iso('08:17:55') } }
    expect(headlineText(lost, NOW, wall)).toBe('RED no data since 16:17')
    expect(headlineText(stateOf(WATCH), NOW, wall)).toBe('WATCH possible until 16:35')
  })

  it('leaves the end of a long name out beside the count-down', () => {
    const long = {
      ...RED,
      name: 'All ramp work stops and everybody takes shelter',
      nameZh: '机坪作业全部停止并且所有人员立即进入室内避险',
    }
    expect(headlineText(stateOf(long), NOW, en)).toBe('All ramp work stops and… hold 15\u00a0min')
    expect(headlineText(stateOf(long), NOW, zh)).toBe('机坪作业全部停止并且所有人… 剩15分钟')
  })

  it('states end and author of a snooze while it lasts', () => {
    const snooze = { place: 'RPLL', by: 'Li', until: iso('08:59:01'), note: 'drill' }
    expect([en, zh].map((teller) => snoozeText(snooze, NOW, teller))).toEqual([
      'messages held until 09:00 UTC, Li',
      'Li暂停发送至09:00 UTC',
    ])
    expect([snoozeText(snooze, Date.parse(snooze.until), en), snoozeText(undefined, NOW, en)]).toEqual(['', ''])
  })

  it('is the headline with its countdown, a possible level, or that none is triggered', () => {
    expect(headlineText(stateOf(RED), NOW, en)).toBe('RED hold 15\u00a0min')
    expect(headlineText(stateOf(RED), NOW, zh)).toBe('红色 剩15分钟')
    const ring = { ...RED, km: 1, name: '1 km', nameZh: '1公里' }
    expect([en, zh].map((teller) => plain(headlineText(stateOf(ring), NOW, teller)))).toEqual([
      '◎1 hold 15 min',
      '◎1 剩15分钟',
    ])
    expect(headlineText(stateOf(WATCH), NOW, en)).toBe('WATCH possible until 08:35 UTC')
    expect(headlineText(stateOf(WATCH), NOW, zh)).toBe('关注 可能触发，至08:35 UTC')
    expect(headlineText(stateOf(levelState('red')), NOW, en)).toBe('not triggered')
  })

  it('is the other levels that are on or possible, and the work that is stopped', () => {
    const yellow = { ...RED, id: 'yellow', name: 'YELLOW', nameZh: '黄色' }
    const stop = { id: 's', place: 'RPLL', work: 'fuelling', by: 'Li', at: iso('08:15:00'), note: '' }
    const stops = [{ ...stop, earliestResume: null, level: null, changes: [], resumed: null }]
    const state = rowOf({ place: 'RPLL', levels: [RED, yellow, WATCH], atMs: NOW, over: { stops } })
    expect(otherLevelsText(state, NOW, en)).toBe('YELLOW, WATCH possible until 08:35 UTC')
    expect(otherLevelsText(state, NOW, zh)).toBe('黄色，关注 可能触发，至08:35 UTC')
    expect(otherLevelsText(stateOf(RED), NOW, en)).toBe('')
    expect([stopsText(state, en), stopsText(state, zh)]).toEqual(['work stop: fuelling', '停工记录：fuelling'])
    expect(stopsText(stateOf(RED), en)).toBe('')
  })

  it('has the end in clock time, in UTC and by the local time of the place', () => {
    const red = { ...RED, km: 5, name: '5 km', nameZh: '5公里', end: iso('22:10:12') }
    expect(earliestEndText(red, 'Asia/Shanghai', en)).toBe(
      '5 km ring: not before 22:11 UTC (06:11 local), if no further strike',
    )
    expect(earliestEndText(red, 'Asia/Shanghai', zh)).toBe('5公里圈：不早于北京时06:11（22:11 UTC）结束，若不再有闪电')
    expect(earliestEndText(red, null, en)).toBe('5 km ring: not before 22:11 UTC, if no further strike')
  })

  it('names the data and the gap', () => {
    const gap = { fromMs: Date.UTC(2026, 6, 1, 8, 17, 10), toMs: Date.UTC(2026, 6, 1, 8, 17, 41) }
    expect(dataText(RED, gap, en)).toBe('data 96% of 15 min; gap 08:17:10–08:17:41 UTC')
    expect(dataText(RED, gap, zh)).toBe('15分钟数据覆盖96%；08:17:10–08:17:41 UTC数据中断')
    expect(dataText(RED, { ...gap, toMs: null }, en)).toBe('data 96% of 15 min; no data since 08:17:10 UTC')
    expect(dataText({ ...RED, coverage: 1 }, null, en)).toBe('data 100% of 15 min')
  })

  it('names the rule in force', () => {
    const rules = ['place', 'default', 'private', 'rules'] as const
    expect(rules.map((rule) => ruleText(rule, 15, 'ZSPD', en))).toEqual([
      '15 min · ZSPD house rule',
      '15 min · default',
      '15 min · your rule',
      '15 min · operator rule',
    ])
    expect(ruleText('place', 15, 'ZSPD', zh)).toBe('15 分钟 · ZSPD 规则')
  })

  it('states that the report meets a weather level, then that it is held', () => {
    const of = { ...IN_GAP, lastKm: null }
    expect(levelStateText(of, 'weather', NOW, en)).toBe('met by report')
    expect(endText(of, 'weather', true, en)).toBe('')
    expect(levelStateText({ ...of, end: iso('08:32:41') }, 'weather', NOW, en)).toBe('holding')
    expect(headlineText({ ...stateOf(of), ladder: 'weather' }, NOW, en)).toBe('RED met by report')
  })
})

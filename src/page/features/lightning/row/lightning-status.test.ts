import { describe, expect, it } from 'vitest'
import type { Lang } from '../../../../locales/languages.ts'
import { words } from '../../../../testing/locales/page-words.ts'
import type { LineKind } from '../../../live/line-watch.ts'
import { type LightningFacts, lightningStatus, type Phrase } from './lightning-status.ts'

const NOW = Date.UTC(2026, 6, 1, 8, 12, 45)
const MIN = 60_000

const LIVE: LightningFacts = {
  line: { kind: 'live', isFresh: true, sinceMs: NOW - 60 * MIN },
  nowMs: NOW,
  windowMinutes: 30,
  count: 12_345,
  counted: 'strokes',
  shown: null,
  inView: 1_204,
  newestMs: NOW - 4_000,
  delayMs: 3_200,
  observedMs: 30 * MIN,
  isLoading: false,
  isUnread: false,
  cutToMs: null,
}

const KINDS: LineKind[] = ['live', 'connecting', 'silent', 'source-down', 'down', 'waiting-for-slot', 'closed']

const say = ({ key, values }: Phrase, lng = 'en') => words.t(key, { ...values, lng, ns: 'lightning' })

const away = (kind: LineKind, forMs: number) => ({ line: { kind, isFresh: false, sinceMs: NOW - forMs } })

function lines(facts: Partial<LightningFacts>, lng: Lang = 'en'): string[] {
  const { headline, details } = lightningStatus({ ...LIVE, ...facts }, lng)
  return [headline, ...details].map((phrase) => say(phrase, lng))
}

describe('the row of the lightning layer', () => {
  it('has number, window, delay, and number in view', () => {
    expect(lines({})).toEqual([
      'Live, 12,345 strokes in 30 min',
      '1,204 of them in view',
      'Observed 30 of 30 min, 3 s behind',
    ])
    expect(lines({ count: 1, inView: 0, delayMs: null })).toEqual([
      'Live, 1 stroke in 30 min',
      'None of them in view',
      'Observed 30 of 30 min',
    ])
    expect(lines({ inView: null })).toEqual(['Live, 12,345 strokes in 30 min', 'Observed 30 of 30 min, 3 s behind'])
  })

  it('has a constant number of lines while the window loads, without layout shifts', () => {
    const opening = [{ observedMs: 0, delayMs: null }, { observedMs: 0 }, { observedMs: 12 * MIN }, {}]
    expect(opening.map((facts) => lines(facts).length)).toEqual([3, 3, 3, 3])
  })

  it('states the reasons for an incomplete window on a wall, and nothing for a complete one', () => {
    const afar = (facts: Partial<LightningFacts>) =>
      lightningStatus({ ...LIVE, ...facts }, 'en').afar.map((phrase) => say(phrase))
    expect(afar({})).toEqual([])
    expect(afar({ observedMs: 12 * MIN })).toEqual(['Observed 12 of 30 min'])
    expect(afar({ count: 0, newestMs: NOW - 65 * MIN })).toEqual(['Last strike 1 h 05 min ago'])
  })

  it('states whether it counts strikes or records', () => {
    expect(lines({ counted: 'records' })).toContain('Live, 12,345 records in 30 min')
    expect(lines({ counted: 'records' }, 'zh')[0]).toBe('实时，30 分钟内 12,345 条记录')
    expect(lines({}, 'zh')[0]).toBe('实时，30 分钟内 12,345 次闪电')
    expect(lines({}, 'zh').at(-1)).toBe('已观测 30 分钟中的 30 分钟，延迟 3 秒')
    expect(lines({ counted: 'records', count: 1, inView: 0, delayMs: null })[0]).toBe('Live, 1 record in 30 min')
  })

  it('states how many are shown while weak locations are hidden', () => {
    expect(lines({ shown: 9_876 })).toContain('Weak locations hidden: showing 9,876 of 12,345 strokes')
    expect(lines({ shown: 9_876, counted: 'records' }, 'zh')).toContain(
      '已隐藏定位较弱者：显示 12,345 条记录中的 9,876 条',
    )
    expect(lines({ shown: 12_345 })).toHaveLength(3)
  })

  it('keeps its text while quiet, with the time since the last strike', () => {
    const quiet = { count: 0, inView: 0, newestMs: null, delayMs: null }
    expect(lines(quiet)).toEqual(['Live, no strike received in 30 min'])
    expect(lines({ ...quiet, newestMs: NOW - 65 * MIN })).toEqual([
      'Live, no strike received in 30 min',
      'Last strike 1 h 05 min ago',
    ])
  })

  it('never states "no strike in 30 min" for unobserved minutes', () => {
    expect(lines({ count: 0, newestMs: null, observedMs: 12.5 * MIN })).toEqual([
      'Live, no strike received yet; observed 12 of 30 min',
    ])
  })

  it('states that strikes are loading until the window is complete, and never "no strike"', () => {
    const opening = { isLoading: true, observedMs: 2 * MIN }
    expect(lines({ ...opening, count: 0, newestMs: null })).toEqual(['Loading: 2 of 30 min'])
    expect(lines(opening)).toContain('Loading: 2 of 30 min')
    expect(lines(opening)).toHaveLength(3)
  })

  it('states the observed share of the window', () => {
    expect(lines({ observedMs: 12.9 * MIN }).at(-1)).toBe('Observed 12 of 30 min, 3 s behind')
    expect(lines({ observedMs: 30 * MIN - 10_000 }).at(-1)).toBe('Observed 30 of 30 min, 3 s behind')
  })

  it('distinguishes a dead feed from a quiet one', () => {
    expect(lines({ ...away('down', 40_000), newestMs: NOW - 44_000 })).toEqual([
      'Disconnected for 40 s, reconnecting',
      'Last data received, newest 44 s old',
    ])
    expect(lines({ ...away('down', 5_000), newestMs: null, observedMs: 0 })).toEqual([
      'Disconnected for 5 s, reconnecting',
      'No data yet',
      'Observed 0 of 30 min',
    ])
  })

  it('states since when the source is silent, in UTC', () => {
    const down = { ...away('source-down', 40_000), newestMs: NOW - 2 * MIN }
    expect(lines(down)).toEqual(['Source silent since 08:12:05 UTC', 'Last data received, newest 2 min old'])
    expect(lines(down, 'zh')).toEqual(['08:12:05 UTC 起数据源中断', '此前收到的数据，最新：2 分钟前'])
  })

  it('reports a connected feed without data', () => {
    expect(lines(away('silent', 12_000))[0]).toBe('No data for 12 s')
  })

  it('connects in one word at first', () => {
    expect(lines({ ...away('connecting', 2_000), count: 0 })).toEqual(['Connecting'])
  })

  it('continues counting while it waits for a socket and polls', () => {
    expect(lines({ line: { kind: 'waiting-for-slot', isFresh: true, sinceMs: NOW - 20_000 } })).toEqual([
      'No free connection: updated every 30 s',
      '12,345 strokes in 30 min',
    ])
  })

  it('states dropped strikes', () => {
    expect(lines({ windowMinutes: 120, observedMs: 120 * MIN, cutToMs: NOW - 95 * MIN }).at(-1)).toBe(
      'Too many to show: complete for the last 95 of 120 min',
    )
    expect(lines({ cutToMs: NOW - 95 * MIN })).toHaveLength(3)
  })

  it('speaks when the state changes, not with each count', () => {
    const spoken = (facts: Partial<LightningFacts>) => say(lightningStatus({ ...LIVE, ...facts }, 'en').spoken)
    expect(spoken({})).toBe(spoken({ count: 0, delayMs: 9_000 }))
    expect(new Set(KINDS.map((kind) => spoken(away(kind, MIN)))).size).toBe(KINDS.length)
  })

  it('has a text for every state in both languages', () => {
    for (const lng of ['en', 'zh'] as const) {
      for (const kind of KINDS) {
        for (const isFresh of [true, false]) {
          const line = { kind, isFresh, sinceMs: NOW - MIN }
          const { headline, details, spoken } = lightningStatus({ ...LIVE, line, observedMs: MIN }, lng)
          for (const phrase of [headline, ...details, spoken]) {
            expect(words.exists(phrase.key, { ...phrase.values, lng, ns: 'lightning' })).toBe(true)
            expect(say(phrase, lng)).not.toMatch(/\{\{|undefined/)
          }
        }
      }
    }
  })
})

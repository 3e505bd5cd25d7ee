import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { isStale } from '../../../live/strikes/live-strike-store.ts'
import { strings } from '../strings.ts'
import { type LightningFacts, lightningStatus, type Phrase } from './lightning-status.ts'

const NOW = Date.UTC(2026, 6, 1, 8, 12, 45)
const MIN = 60_000

const LIVE: LightningFacts = {
  state: 'live',
  stateSinceMs: NOW - 60 * MIN,
  lastDataMs: NOW - 800,
  nowMs: NOW,
  windowMinutes: 30,
  count: 12_345,
  counted: 'strokes',
  shown: null,
  inView: 1_204,
  newestMs: NOW - 4_000,
  delayMs: 3_200,
  observedMs: 30 * MIN,
  cutToMs: null,
}

const words = i18next.createInstance()
void words.init({
  lng: 'en',
  resources: { en: { lightning: strings.en }, zh: { lightning: strings.zh } },
  defaultNS: 'lightning',
  initAsync: false,
})
const say = ({ key, values }: Phrase, lng = 'en') => words.t(key, { ...values, lng })

function lines(facts: Partial<LightningFacts>, lng: 'en' | 'zh' = 'en'): string[] {
  const { headline, details } = lightningStatus({ ...LIVE, ...facts }, lng)
  return [headline, ...details].map((phrase) => say(phrase, lng))
}

describe('the row of the lightning layer', () => {
  it('says how many, in which window, how far behind, and how many are in view', () => {
    expect(lines({})).toEqual(['Live, 12,345 strokes in 30 min, 3 s behind', '1,204 of them in view'])
    expect(lines({ count: 1, inView: 0, delayMs: null })).toEqual(['Live, 1 stroke in 30 min', 'None of them in view'])
    expect(lines({ inView: null })).toEqual(['Live, 12,345 strokes in 30 min, 3 s behind'])
  })

  it('says which it counts, strokes or records', () => {
    expect(lines({ counted: 'records' })).toEqual([
      'Live, 12,345 records in 30 min, 3 s behind',
      '1,204 of them in view',
    ])
    expect(lines({ counted: 'records' }, 'zh')[0]).toBe('实时，30 分钟内 12,345 条记录，延迟 3 秒')
    expect(lines({}, 'zh')[0]).toBe('实时，30 分钟内 12,345 次回击，延迟 3 秒')
    expect(lines({ counted: 'records', count: 1, inView: 0, delayMs: null })[0]).toBe('Live, 1 record in 30 min')
  })

  it('says how many of how many are shown where weak locations are hidden', () => {
    expect(lines({ shown: 9_876 })).toContain('Weak locations hidden: showing 9,876 of 12,345 strokes')
    expect(lines({ shown: 9_876, counted: 'records' }, 'zh')).toContain(
      '已隐藏定位较弱者：显示 12,345 条记录中的 9,876 条',
    )
    expect(lines({ shown: 12_345 })).toHaveLength(2)
  })

  it('stands by its words where it is quiet, and says how long ago the last strike was', () => {
    const quiet = { count: 0, inView: 0, newestMs: null, delayMs: null }
    expect(lines(quiet)).toEqual(['Live, no strike in 30 min'])
    expect(lines({ ...quiet, newestMs: NOW - 65 * MIN })).toEqual([
      'Live, no strike in 30 min',
      'Last strike 1 h 05 min ago',
    ])
  })

  it('never says "no strike in 30 min" of minutes that nobody watched', () => {
    expect(lines({ count: 0, newestMs: null, observedMs: 12.5 * MIN })).toEqual([
      'Live, no strike yet; observed 12 of 30 min',
    ])
  })

  it('says how much of the window was watched', () => {
    expect(lines({ observedMs: 12.9 * MIN }).at(-1)).toBe('Observed 12 of 30 min')
    expect(lines({ observedMs: 30 * MIN - 10_000 })).toHaveLength(2)
  })

  it('tells a dead line from a quiet one', () => {
    expect(lines({ state: 'down', lastDataMs: NOW - 40_000, newestMs: NOW - 44_000 })).toEqual([
      'No line for 40 s, reconnecting',
      'Showing what was received, newest 44 s old',
    ])
    expect(
      lines({ state: 'down', lastDataMs: null, stateSinceMs: NOW - 5_000, newestMs: null, observedMs: 0 }),
    ).toEqual(['No line for 5 s, reconnecting', 'Nothing received yet', 'Observed 0 of 30 min'])
  })

  it('says since when the source is silent, in UTC', () => {
    const down = { state: 'source-down', lastDataMs: NOW - 40_000, newestMs: NOW - 2 * MIN } as const
    expect(lines(down)).toEqual(['Source silent since 08:12:05 UTC', 'Showing what was received, newest 2 min old'])
    expect(lines(down, 'zh')).toEqual(['数据源自 08:12:05 UTC 起无声', '显示此前收到的内容，最新一次在 2 分钟前'])
  })

  it('says so when a line that calls itself live brings nothing', () => {
    expect(lines({ lastDataMs: NOW - 12_000 })[0]).toBe('Nothing heard for 12 s')
    expect(lines({ lastDataMs: NOW - 9_000 })[0]).toMatch(/^Live/)
  })

  it('connects in one word at first, keeps its words over a short break, and calls a long one what it is', () => {
    expect(lines({ state: 'connecting', lastDataMs: null, count: 0 })).toEqual(['Connecting'])
    expect(lines({ state: 'connecting', lastDataMs: NOW - 3_000 })[0]).toMatch(/^Live/)
    expect(lines({ state: 'connecting', lastDataMs: NOW - 30_000 })[0]).toBe('No line for 30 s, reconnecting')
  })

  it('goes on counting while it waits for a socket and asks by request', () => {
    expect(lines({ state: 'waiting-for-slot', lastDataMs: NOW - 20_000 })).toEqual([
      'All sockets are taken; asking every half minute instead',
      '12,345 strokes in 30 min',
    ])
  })

  it('says what it could not hold', () => {
    expect(lines({ windowMinutes: 120, observedMs: 120 * MIN, cutToMs: NOW - 95 * MIN }).at(-1)).toBe(
      'Too many to hold: complete for the last 95 of 120 min',
    )
    expect(lines({ cutToMs: NOW - 95 * MIN })).toHaveLength(2)
  })

  it('speaks when the state changes, not with each count', () => {
    const spoken = (facts: Partial<LightningFacts>) => say(lightningStatus({ ...LIVE, ...facts }, 'en').spoken)
    expect(spoken({})).toBe(spoken({ count: 0, delayMs: 9_000 }))
    const states = ['live', 'connecting', 'source-down', 'down', 'waiting-for-slot', 'closed'] as const
    expect(new Set(states.map((state) => spoken({ state, lastDataMs: null }))).size).toBe(states.length)
  })

  it('has a word for every state in both languages', () => {
    for (const lng of ['en', 'zh'] as const) {
      for (const state of ['live', 'connecting', 'source-down', 'down', 'waiting-for-slot', 'closed'] as const) {
        for (const lastDataMs of [null, NOW - 1_000, NOW - 60_000]) {
          const { headline, details, spoken } = lightningStatus({ ...LIVE, state, lastDataMs, observedMs: MIN }, lng)
          for (const phrase of [headline, ...details, spoken]) {
            expect(words.exists(phrase.key, { ...phrase.values, lng })).toBe(true)
            expect(say(phrase, lng)).not.toMatch(/\{\{|undefined/)
          }
        }
      }
    }
  })
})

describe('staleness', () => {
  it('begins ten seconds after the last batch, and later where batches are asked for', () => {
    expect(isStale({ state: 'live', lastDataMs: NOW - 10_000 }, NOW)).toBe(false)
    expect(isStale({ state: 'live', lastDataMs: NOW - 10_001 }, NOW)).toBe(true)
    expect(isStale({ state: 'waiting-for-slot', lastDataMs: NOW - 30_000 }, NOW)).toBe(false)
    expect(isStale({ state: 'connecting', lastDataMs: null }, NOW)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import type { Lang } from '../../../../locales/languages.ts'
import { stormAt } from '../../../../testing/fakes/fake-storm.ts'
import { words } from '../../../../testing/locales/page-words.ts'
import { type SentenceFacts, sentenceParts } from './sentence-parts.ts'

const say = (lang: Lang) => words.getFixedT(lang, 'sentence')

const facts = (change: Partial<SentenceFacts>): SentenceFacts => ({
  storms: [],
  trends: true,
  partlyMin: null,
  isUnknown: false,
  staleSince: null,
  place: 'over Foshan (ZGFS)',
  struck: 0,
  last: null,
  ...change,
})
const textOf = (change: Partial<SentenceFacts>, lang: Lang = 'en') =>
  sentenceParts(facts(change), say(lang))
    .map(({ text }) => `${text}${say(lang)('end')}`)
    .join(' ')
const FOSHAN = { lat: 23, lon: 113.1 }
const storms = [
  stormAt(FOSHAN, { id: 1, strokesPerMin: 288.4, trend: 'steady' }),
  stormAt(FOSHAN, { id: 2, strokesPerMin: 6511 }),
]

describe('the sentence over the map', () => {
  it('states the number of storms, the busiest with its trend, and the airports with lightning', () => {
    expect(textOf({ storms, struck: 85 })).toBe(
      '2 storms, 6,799 strokes a minute. Busiest: over Foshan (ZGFS), 288/min, steady. 85 airports with lightning in a ring.',
    )
    expect(textOf({ storms, struck: 1, place: '佛山（ZGFS）上空' }, 'zh')).toBe(
      '2 个雷暴单体，6,799 次/分。 最活跃：佛山（ZGFS）上空，288 次/分，稳定。 1 个机场距离圈内有闪电。',
    )
  })

  it('states no trend if too little was observed, and the share of data', () => {
    expect(textOf({ storms, trends: false, partlyMin: 6 })).toBe(
      '2 storms, 6,799 strokes a minute. Busiest: over Foshan (ZGFS), 288/min. Based on 6 of 15 min of data.',
    )
  })

  it('states no rate where one is unknown, as the list of storms does', () => {
    const unknown = [stormAt(FOSHAN, { id: 1, strokesPerMin: null, strokes: 900 }), ...storms]
    expect(textOf({ storms: unknown, partlyMin: 0 })).toBe(
      '3 storms. Busiest: over Foshan (ZGFS), rate unknown. Based on 0 of 15 min of data.',
    )
    expect(textOf({ storms: unknown.slice(0, 1), place: '佛山（ZGFS）上空' }, 'zh')).toBe(
      '1 个雷暴单体。 最活跃：佛山（ZGFS）上空，频次未知。',
    )
  })

  it('states lower bounds if the server may have left out storms', () => {
    const many = Array.from({ length: 500 }, (_, id) => stormAt(FOSHAN, { id, strokesPerMin: 10, strokes: 150 }))
    expect(textOf({ storms: many })).toMatch(/^≥\s500 storms, ≥\s5,000 strokes a minute\./)
    expect(textOf({ storms: many.slice(1) })).toMatch(/^499 storms, 4,990 strokes a minute\./)
  })

  it('states that no storm was identified only with the observed minutes, and the last stroke', () => {
    const last = { time: '07:58 UTC', place: '40 km N of Nanning' }
    expect(textOf({ last })).toBe(
      'No storm identified in the last 15 min, data complete. Last stroke received at 07:58 UTC, 40 km N of Nanning.',
    )
    expect(textOf({ partlyMin: 9 })).toBe('No storm identified, but only 9 of the last 15 min have data.')
    expect(textOf({ partlyMin: 9 }, 'zh')).toBe('未识别到雷暴单体，但最近 15 分钟中仅 9 分钟有数据。')
  })

  it('states that storms are unknown if data are missing', () => {
    expect(textOf({ isUnknown: true, last: { time: '07:58 UTC', place: 'x' } })).toBe(
      'Too little data in the last 15 min: storms unknown.',
    )
    expect(textOf({ storms, struck: 9, staleSince: '07:58 UTC' })).toBe(
      'No lightning data since 07:58 UTC: situation unknown.',
    )
  })

  it('adds airports after everything else, so that their line moves no other', () => {
    const last = { time: '07:58 UTC', place: 'x' }
    for (const change of [{ storms }, { storms, partlyMin: 6 }, { last, partlyMin: 6 }, { isUnknown: true }]) {
      const before = sentenceParts(facts({ ...change, struck: null }), say('en'))
      const added = expect.objectContaining({ about: 'airports' })
      expect(sentenceParts(facts({ ...change, struck: 9 }), say('en'))).toEqual([...before, added])
    }
  })

  it('omits airports if none has lightning or it is unknown', () => {
    for (const struck of [0, null]) {
      expect(sentenceParts(facts({ storms, struck }), say('en')).map(({ about }) => about)).toEqual([
        'storms',
        'busiest',
      ])
    }
  })
})

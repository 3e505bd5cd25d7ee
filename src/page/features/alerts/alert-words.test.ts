import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { formatFor } from '../../i18n/format.ts'
import { alertText } from './alert-words.ts'
import { strings } from './strings.ts'

const words = i18next.createInstance()
void words.init({
  lng: 'en',
  initAsync: false,
  resources: { en: { alerts: strings.en }, zh: { alerts: strings.zh } },
  interpolation: { escapeValue: false },
})
const AT_MS = Date.UTC(2026, 6, 1, 8, 5, 9)
const raised = (kind: RaisedAlert['kind'], data: RaisedAlert['data']): RaisedAlert => ({
  kind,
  icao: 'ZSPD',
  atMs: AT_MS,
  data,
})
const STRIKE = raised('strike', { km: 8, strikeMs: AT_MS, nearestKm: 3.71, bearingDeg: 270 })

describe.each(['en', 'zh'] as const)('an alert in %s', (lang) => {
  const format = formatFor({ units: 'metric', zone: 'UTC', lang })
  const told = (alert: RaisedAlert) => alertText(alert, words.getFixedT(lang, 'alerts'), format)

  it('breaks no line between a number and its unit, or a time and its zone', () => {
    for (const alert of [
      STRIKE,
      raised('strike', { km: 8, strikeMs: AT_MS, nearestKm: null }),
      raised('gust', { mps: 17, obsMs: AT_MS }),
      raised('visibility', { m: 1500, obsMs: AT_MS }),
      raised('ceiling', { m: 150, obsMs: AT_MS }),
    ]) {
      expect(told(alert)).not.toMatch(/\d (?:km|m|m\/s|UTC)\b/)
    }
  })
})

it('says what struck, how near and in which direction', () => {
  const format = formatFor({ units: 'metric', zone: 'UTC', lang: 'en' })
  expect(alertText(STRIKE, words.getFixedT('en', 'alerts'), format).replaceAll('\u00a0', ' ')).toBe(
    'Strike within 8 km at 08:05:09 UTC, nearest 3.7 km W',
  )
})

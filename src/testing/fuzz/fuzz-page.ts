import fc from 'fast-check'
import i18next from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { readRecords } from '../../contract/records.ts'
import { airportSchema, forecastSchema, hotspotSchema, observationSchema } from '../../contract/standard.ts'
import { airportFromRecord } from '../../core/airports/airport.ts'
import { parseBoardFilter, parseBoardSort } from '../../core/airports/airport-board.ts'
import { withKnownNames } from '../../core/airports/airport-names.ts'
import { searchAirports } from '../../core/airports/airport-search.ts'
import { filterStations } from '../../core/airports/filter-stations.ts'
import { ruleOf } from '../../core/airports/rings.ts'
import { readFires } from '../../core/weather/fire-cells.ts'
import { readForecast } from '../../core/weather/forecast.ts'
import { readObservation } from '../../core/weather/observation.ts'
import { alarmSentence } from '../../page/airport/alarm-words.ts'
import { overlays } from '../../page/app/overlays.ts'
import { inChosenUnits } from '../../page/features/point/panel/chosen-units.ts'
import { invalidTimeLink } from '../../page/features/timeline/invalid-time-link.ts'
import { formatFor } from '../../page/i18n/format.ts'
import { choiceCodecs } from '../../page/state/choice-codecs.ts'
import type { Choices } from '../../page/state/choices.ts'
import { fieldsOf } from '../../page/state/codec.ts'
import { usePage } from '../../page/state/page-store.ts'
import { readPreferences, writePreferences } from '../../page/state/preferences.ts'
import { readSavedViews, saveView } from '../../page/state/saved-views.ts'
import { readUrl, writeUrl } from '../../page/state/url-state.ts'
import { readHeals } from '../../page/wall/heal-log.ts'
import { mayReload, takeReload } from '../../page/wall/may-reload.ts'
import { anyJson, anyText, damaged, expectFinite, withChanges } from './fuzz-kit.ts'

const codecs = choiceCodecs(overlays)
const params = fieldsOf(codecs).flatMap((field) => codecs[field].params)
const VALUES = [
  'ZSPD',
  'ZBAA:5,8,16:30',
  ';',
  '5,8,16',
  '30',
  '120',
  'globe',
  'light',
  'zh',
  'aviation',
  'us',
  'Asia/Tokyo',
  'lightning',
  '-fires',
  '2026-07-01T08:00:00Z',
  '-wind',
  '31.2,121.5',
  '4/35/105',
  '0.5',
  '3600',
  'graticule',
  'records',
  'hollow',
  'marks',
  'is:struck ',
]
const value = anyText(VALUES)
const query = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom(...params, 'kiosk', 'switched'), value), { maxLength: 12 })
    .map((said) => `?${new URLSearchParams(said)}`),
  anyText([...params.map((param) => `${param}=`), ...VALUES, '&', '%']),
)
const hash = fc.oneof(fc.constant(''), anyText(['#', '4.00', '/', '31.2', '121.5', '1e9', '-0']))

/** URL, stored browser state, user input, and place data from the server. */
export function fuzzPage(): void {
  addresses()
  keptInTheBrowser()
  whatIsTyped()
  answersAboutPlaces()
}

function addresses(): void {
  describe('an address', () => {
    it('is parsed for any text, and survives formatting and parsing', () => {
      const usual = { ...usePage.getInitialState(), overlaysOn: codecs.overlaysOn.default }
      fc.assert(
        fc.property(query, hash, (search, place) => {
          const read = readUrl({ search, hash: place }, codecs)
          expectFinite(read)
          const url = new URL(writeUrl({ ...usual, ...read }, codecs), 'http://desk.test')
          const again = readUrl(url, codecs)
          for (const field of fieldsOf(codecs)) {
            expect(again[field] ?? codecs[field].default, `${field} of ${search}`).toEqual(
              read[field] ?? codecs[field].default,
            )
          }
        }),
      )
    })

    it('gives any airport rings, and any moment a valid text', () => {
      fc.assert(
        fc.property(query, value, (search, text) => {
          const read = { ...usePage.getInitialState(), ...readUrl({ search, hash: '' }, codecs) }
          const { rings, holdMinutes } = ruleOf(text, read)
          expect(rings.length).toBeGreaterThan(0)
          expectFinite({ rings, holdMinutes })
          expectFinite(invalidTimeLink(text, Date.UTC(2026, 6, 1), 0))
        }),
      )
    })
  })
}

/** A storage that returns this text for every key. */
function storageOf(text: string | null) {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? text,
    setItem: (key: string, said: string) => void held.set(key, said),
  }
}

function keptInTheBrowser(): void {
  const text = fc.oneof(
    query,
    anyJson(['cause', 'version', 'atMs', 'memory', 'log']).map((kept) =>
      JSON.stringify(kept).replaceAll('null', '1e999'),
    ),
    damaged(fc.constantFrom('[["Home","4/35/105"]]', '[{"cause":"version","atMs":1782892800000}]')),
  )

  describe('stored browser state', () => {
    it('is parsed for any content, and survives a round trip', () => {
      fc.assert(
        fc.property(text, (kept) => {
          const read = readPreferences(storageOf(kept), codecs)
          expectFinite(read)
          const storage = storageOf(null)
          const now: Choices = { ...usePage.getInitialState(), ...read }
          writePreferences(storage, codecs, now)
          writePreferences(storage, codecs, now, { ...now, watched: [] })
          const again = readPreferences(storage, codecs)
          for (const field of fieldsOf(read)) expect(again[field], field).toEqual(read[field])
        }),
      )
    })

    it('of views, heals and reloads is what can be shown', () => {
      fc.assert(
        fc.property(text, (kept) => {
          const storage = storageOf(kept)
          expectFinite(readSavedViews(storage))
          saveView(storage, { name: 'here', view: { zoom: 4, lat: 35, lon: 105 } })
          expect(readSavedViews(storage).at(-1)?.name).toBe('here')
          expectFinite(readHeals(storage))
          mayReload('version', Date.UTC(2026, 6, 1), () => storage)
          const reload = takeReload(storageOf(kept))
          if (reload) expect(new Date(reload.atMs).toISOString()).toBeTruthy()
        }),
      )
    })

    it('of alerts has displayable texts', async () => {
      const item = storageOf(null)
      vi.stubGlobal('localStorage', item)
      const { useAlerts } = await import('../../page/features/alerts/alert-store.ts')
      const t = await i18next.createInstance().init({ lng: 'en', resources: {} })
      const format = formatFor({ units: 'metric', zone: 'UTC', lang: 'en' })
      const alert = {
        id: 'ZSPD/strike/1',
        icao: 'ZSPD',
        kind: 'strike',
        atMs: 1_782_892_800_000,
        seenMs: null,
        acknowledgedMs: null,
        data: { km: 5, nearestKm: 3, bearingDeg: 90, strikeMs: 1_782_892_800_000, obsMs: 1, mps: 20 },
      }
      const memory = { 'ZSPD/strike': { level: 1, toldMs: { 1: 1_782_892_800_000 } } }
      const settings = { off: ['strike'], gustMps: 10, visibilityM: 800, ceilingM: 60 }
      const state = { memory, log: [alert, { ...alert, kind: 'gust' }], settings, sound: true, system: false }
      const wild = anyJson(['gust', 'visibility', 'ceiling', 'category', 'thunder'])
      await fc.assert(
        fc.asyncProperty(withChanges(fc.constant(state), wild), async (kept) => {
          item.setItem('brontide.alerts', JSON.stringify({ state: kept, version: 1 }).replaceAll('null', '1e999'))
          await useAlerts.persist.rehydrate()
          const { log, off, weather } = useAlerts.getState()
          expectFinite({ log: log.map(({ alarm: _, ...rest }) => rest), off, weather })
          for (const { alarm, atMs } of log) {
            expect(typeof alarmSentence(alarm, { t, lang: 'en', format })).toBe('string')
            format.utcTime(atMs)
          }
        }),
      )
    })
  })
}

function whatIsTyped(): void {
  describe('typed text', () => {
    const airports = [
      { icao_code: 'ZSPD', name: '上海浦东', latitude: 31.1, longitude: 121.8, name_en: "Xi'an", city: '上海市' },
    ]
    it('finds or narrows, and is never too much', () => {
      const known = readRecords(airportSchema, airports).records.map(airportFromRecord).map(withKnownNames)
      fc.assert(
        fc.property(anyText([...VALUES, '上海', "xi'an", '浦东机场']), (typed) => {
          expect(searchAirports(known, typed, 6).length).toBeLessThanOrEqual(1)
          expect(filterStations(airports, { keyword: typed, codes: typed.split(',') }).length).toBeLessThanOrEqual(1)
          expect(typeof parseBoardSort(typed).by).toBe('string')
          expect(parseBoardFilter(typed).text.length).toBeLessThanOrEqual(typed.length)
        }),
      )
    })
  })
}

function answersAboutPlaces(): void {
  const wild = anyJson(['2026-07-01T08:00:00Z', 'degC', 'm/s', '°C', 'large_airport'])
  const airport = {
    icao_code: 'ZSPD',
    name: '浦东',
    longitude: 121.8,
    latitude: 31.1,
    altitude: 4,
    city: '上海',
    type: 'large_airport',
    iata_code: 'PVG',
  }
  const observation = {
    meta: {
      longitude: 121.8,
      latitude: 31.1,
      publish_time: '2026-07-01T08:00:00+08:00',
      publish_time_unix: 1_782_864_000,
      timezone: 'Asia/Shanghai',
    },
    dataset: 'surface',
    records: { temperature: 28, humidity: '60', rain: 0.1, cape: 900 },
    units: { temperature: 'degC', cape: 'J/kg' },
  }
  const forecast = {
    meta: { dataset: 'surface', elements: ['temperature'] },
    data: { time: ['2026-07-01T08:00', '2026-07-01'], temperature: [28, '29'], cape: [1, null] },
    units: { temperature: 'degC', cape: 'constructor' },
  }
  const fire = { hotspot_id: 'a', latitude: 31, longitude: 121, acq_datetime: '2026-07-01T08:00:00Z' }

  describe('a response about a place', () => {
    it('has displayable numbers and moments, or none', () => {
      fc.assert(
        fc.property(
          ...([airport, observation, forecast, fire].map((each) => withChanges(fc.constant(each), wild)) as [
            fc.Arbitrary<unknown>,
            fc.Arbitrary<unknown>,
            fc.Arbitrary<unknown>,
            fc.Arbitrary<unknown>,
          ]),
          (place, observed, series, burnt) => {
            const { records } = readRecords(airportSchema, [place])
            for (const each of records) expectTold(withKnownNames(airportFromRecord(each)))
            const seen = observationSchema.safeParse(observed)
            if (seen.success) expectTold(readObservation(seen.data, { lat: 31, lon: 121 }, Date.UTC(2026, 6, 1)))
            const told = forecastSchema.safeParse(series)
            if (told.success) {
              const read = readForecast(told.data, 480)
              expectTold(read)
              for (const element of read.elements) expectTold(inChosenUnits(element, 'aviation'))
            }
            expectTold(readFires(readRecords(hotspotSchema, [burnt]).records))
          },
        ),
      )
    })
  })
}

/** Numbers are finite, and values named as moments can be formatted. */
function expectTold(value: unknown, name = ''): void {
  expectFinite(value, name)
  if (typeof value === 'number' && /Ms$/.test(name))
    expect(Number.isNaN(new Date(value).getTime()), `${name} ${value}`).toBe(false)
  if (typeof value !== 'object' || value === null) return
  for (const [inner, each] of Object.entries(value))
    expectTold(each, Array.isArray(value) ? name.replace(/sMs$/, 'Ms') : inner)
}

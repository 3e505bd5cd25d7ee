import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_HORIZONS_MIN } from '../../contract/chance/levels.ts'
import { ACCUMULATION_KINDS } from '../../contract/verification/accumulations.ts'
import { PERIODS } from '../../core/accumulations/periods.ts'
import { HOLD_MINUTES } from '../../core/airports/rings.ts'
import { PALETTE_NAMES } from '../../core/strikes/age-ramp.ts'
import { POLARITY_SHOWN, WEAK_STRIKE_STYLES } from '../../core/strikes/strike-display-options.ts'
import { choiceCodecs } from '../state/choice-codecs.ts'
import { type Choices, MAP_LINES, WINDOW_MINUTES } from '../state/choices.ts'
import { type Codec, fieldsOf } from '../state/codec.ts'
import { usePage } from '../state/page-store.ts'
import { readPreferences, writePreferences } from '../state/preferences.ts'
import { readUrl, writeUrl } from '../state/url-state.ts'
import { overlays } from './overlays.ts'

const codecs = choiceCodecs(overlays)
const usual = { ...usePage.getInitialState(), overlaysOn: codecs.overlaysOn.default }
const params: readonly string[] = Object.values<Codec<unknown>>({ ...codecs }).flatMap((codec) => codec.params)
const table = fieldsOf(codecs).map((field) => [field] as const)

/** Page state that the query does not contain. */
const NO_CHOICE = [
  'view', // part of the hash
  'askedQuery', // the query when the page opened, not the present one
  'playing', // a link shows a moment; playing from there is left to its user
  'playSpeed',
  'watchChange', // reverted by Undo
]

const code = fc.string({ unit: fc.constantFrom(...'ABCXYZ'), minLength: 4, maxLength: 4 })
const hundredths = (from: number, to: number) => fc.integer({ min: from * 100, max: to * 100 }).map((n) => n / 100)
const rings = fc
  .uniqueArray(hundredths(0.5, 50), { minLength: 1, maxLength: 4 })
  .map((radii) => radii.toSorted((a, b) => a - b))
const holdMinutes = fc.constantFrom(...HOLD_MINUTES)
const switchable = overlays.filter(({ Row }) => Row).map(({ id }) => id)
const kinds = overlays.flatMap(({ selection }) => selection?.kind ?? [])

/** Anything that can be chosen. */
const chosen: { [Field in keyof Choices]: fc.Arbitrary<Choices[Field]> } = {
  projection: fc.constantFrom('mercator', 'globe'),
  overlaysOn: fc.subarray(switchable),
  ownLayers: fc.dictionary(
    fc.string({ unit: fc.constantFrom(...'abz-9'), minLength: 1, maxLength: 31 }).map((id) => `r${id}`),
    fc.record({ on: fc.boolean(), opacity: fc.option(fc.integer({ min: 0, max: 100 })) }),
    { maxKeys: 5, noNullPrototype: true },
  ),
  sums: fc.record({
    on: fc.boolean(),
    kind: fc.constantFrom(...ACCUMULATION_KINDS),
    period: fc.constantFrom(...PERIODS),
  }),
  chanceMinutes: fc.option(fc.constantFrom(...FIELD_HORIZONS_MIN)),
  selection: fc.record({ kind: fc.constantFrom(...kinds), id: fc.string({ minLength: 1 }) }),
  windowMinutes: fc.constantFrom(...WINDOW_MINUTES),
  strikeDisplay: fc.record({
    records: fc.boolean(),
    weak: fc.constantFrom(...WEAK_STRIKE_STYLES),
    palette: fc.constantFrom(...PALETTE_NAMES),
    density: fc.boolean(),
    polarity: fc.constantFrom(...POLARITY_SHOWN),
  }),
  shownAtMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1_000),
  theme: fc.constantFrom('dark', 'light'),
  lang: fc.constantFrom('en', 'zh'),
  units: fc.constantFrom('metric', 'aviation'),
  mapLines: fc.subarray([...MAP_LINES]),
  categoryScheme: fc.constantFrom('icao', 'us'),
  zone: fc.constantFrom('Asia/Shanghai', 'Europe/Paris', 'Etc/GMT+8', 'America/Argentina/Buenos_Aires'),
  rings,
  holdMinutes,
  ownRules: fc.dictionary(code, fc.record({ rings, holdMinutes }), { maxKeys: 40, noNullPrototype: true }),
  watched: fc.uniqueArray(code, { maxLength: 100 }),
  board: fc.record({ open: fc.constant(true), sort: fc.string({ minLength: 1 }), filter: fc.string() }),
  worstShown: fc.boolean(),
  sound: fc.boolean(),
  wall: fc.record({
    tour: fc.option(fc.array(fc.oneof(code, fc.constant('4/35/105'), fc.constant('浦东 机场')))),
    dwellS: hundredths(5, 3_600),
    follow: fc.boolean(),
    scale: hundredths(0.5, 4),
    dim: hundredths(0, 80),
    home: fc.option(fc.record({ zoom: hundredths(0, 18), lat: hundredths(-90, 90), lon: hundredths(-180, 180) })),
  }),
}

function addressOf(state: typeof usual) {
  const { search, hash } = new URL(writeUrl(state, codecs), 'http://desk.test/')
  return { search, hash }
}

describe('the table of choices', () => {
  it('has a codec for each field of the page’s state that is a choice', () => {
    const fields = Object.entries(usePage.getInitialState()).filter(([, value]) => typeof value !== 'function')
    expect([...fieldsOf(codecs), ...NO_CHOICE].sort()).toEqual(fields.map(([field]) => field).sort())
  })

  it('has one meaning for each parameter', () => {
    expect(new Set(params).size).toBe(params.length)
  })

  it('matches the documentation', () => {
    const documented = [...readFileSync('docs/address.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, param]) => param,
    )
    expect(documented.sort()).toEqual(params.toSorted())
  })

  it('has all documented URL parameters', () => {
    const told = ['guide', 'guide.zh', 'airport-desk'].map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
    const written = [...told.join('\n').matchAll(/`(\?\w[^`]*|\w+=[^`]*)`/g)].map(([, address = '']) => address)
    const named = written.flatMap((address) => [...new URLSearchParams(address.replace(/#.*/, '')).keys()])
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((param) => param !== 'gallery' && !params.includes(param!))).toEqual([])
  })

  it('omits defaults from the URL', () => {
    expect(addressOf(usual).search).toBe('')
  })

  it.each(table)('writes %s into the address so that it is read again', (field) => {
    const roundTrip = (value: Choices[typeof field]) => {
      const read = readUrl(addressOf({ ...usual, [field]: value }), codecs)
      expect(read[field] ?? codecs[field].default).toEqual(value)
    }
    roundTrip(codecs[field].default)
    fc.assert(fc.property(chosen[field] as fc.Arbitrary<Choices[typeof field]>, roundTrip))
  })

  it.each(table)('has a URL form for the choice of %s', (field) => {
    const said = fc.sample(chosen[field] as fc.Arbitrary<unknown>, 100).map((value) => {
      const { search } = addressOf({ ...usual, [field]: value })
      return [...new URLSearchParams(search).keys()]
    })
    expect(said.flat().length).toBeGreaterThan(0)
    expect(codecs[field].params).toEqual(expect.arrayContaining([...new Set(said.flat())]))
  })

  it.each(table.filter(([field]) => codecs[field].kept !== 'never'))('stores %s for returning visitors', (field) => {
    const roundTrip = (value: Choices[typeof field]) => {
      const kept = new Map<string, string>()
      const getItem = (key: string) => kept.get(key) ?? null
      const setItem = (key: string, text: string) => void kept.set(key, text)
      writePreferences({ getItem, setItem }, codecs, { ...usual, [field]: value }, usual)
      const read = readPreferences({ getItem }, codecs)
      const expected = field === 'board' ? { ...(value as Choices['board']), open: false, filter: '' } : value
      expect(read[field] ?? codecs[field].default).toEqual(expected)
    }
    roundTrip(codecs[field].default)
    fc.assert(fc.property(chosen[field] as fc.Arbitrary<Choices[typeof field]>, roundTrip))
  })

  it.each(table.filter(([field]) => codecs[field].kept === 'never'))('does not keep %s', (field) => {
    const kept: string[] = []
    const [value] = fc.sample(chosen[field] as fc.Arbitrary<unknown>, 1)
    const storage = { getItem: () => kept.at(-1) ?? null, setItem: (_: string, text: string) => void kept.push(text) }
    writePreferences(storage, codecs, usual)
    writePreferences(storage, codecs, { ...usual, [field]: value })
    expect(kept[1]).toBe(kept[0])
    writePreferences(storage, codecs, { ...usual, [field]: value }, usual)
    expect(kept).toHaveLength(2)
  })
})

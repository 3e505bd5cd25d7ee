import fc from 'fast-check'
import { expect, it } from 'vitest'
import { explainMetar } from './metar-explain.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

const meanings = (raw: string) => explainMetar(raw).map(({ meaning }) => meaning)
const kinds = (raw: string) => meanings(raw).map(({ kind }) => kind)
const one = (group: string) => meanings(`METAR ZBAA 010800Z ${group}`)[3]

it('explains each group of a Chinese report in order', () => {
  const raw =
    'METAR COR ZSPD 010800Z 21004G12MPS 180V250 3000 1200NE R35L/0800U -TSRA BR FEW020CB BKN040 28/25 Q1008 RERA WS R35L BECMG TL0930 9999 NSW='
  expect(kinds(raw)).toEqual([
    'metar',
    'corrected',
    'airport',
    'time',
    'wind',
    'wind-arc',
    'visibility',
    'visibility',
    'rvr',
    'weather',
    'weather',
    'cloud',
    'cloud',
    'temperatures',
    'pressure',
    'recent-weather',
    'wind-shear',
    'trend',
    'trend-time',
    'visibility',
    'no-weather',
  ])
  const groups = explainMetar(raw)
  expect(groups.map(({ text }) => text).join(' ')).toBe(raw)
  expect(groups.filter(({ part }) => part === 'trend').map(({ text }) => text)).toEqual([
    'BECMG',
    'TL0930',
    '9999',
    'NSW=',
  ])
})

it('explains each group', () => {
  expect(one('21004G12MPS')).toMatchObject({ wind: { windDirectionDeg: 210, windSpeedMps: 4, windGustMps: 12 } })
  expect(one('180V250')).toMatchObject({ fromDeg: 180, toDeg: 250 })
  expect(one('9999')).toMatchObject({ visibilityM: 10_000, direction: null })
  expect(one('1200NE')).toMatchObject({ visibilityM: 1200, direction: 'NE' })
  expect(one('1 1/2SM')).toMatchObject({ kind: 'visibility', visibilityM: 2414 })
  expect(one('R20R/P2000N')).toMatchObject({ rvr: { runway: '20R', rangeM: 2000, bound: 'P' } })
  expect(one('VC SH')).toMatchObject({ kind: 'weather', code: 'VCSH' })
  expect(one('VV002')).toMatchObject({ kind: 'vertical-visibility', heightFt: 200 })
  expect(one('NCD')).toMatchObject({ kind: 'cloud', layer: { cover: 'NCD' } })
  expect(one('M02/M05')).toMatchObject({ temperatureC: -2, dewPointC: -5 })
  expect(one('A2992')).toMatchObject({ kind: 'pressure', qnhHpa: 1013.2 })
  expect(one('R24/290156')).toMatchObject({ kind: 'runway-state', state: { runway: '24' } })
  expect(one('24490595')).toMatchObject({ kind: 'runway-state' })
  expect(one('WS ALL RWY')).toMatchObject({ kind: 'wind-shear', runway: 'ALL' })
  expect(one('W19/S4')).toMatchObject({ kind: 'sea', temperatureC: 19, state: 4 })
  expect(one('BLU')).toMatchObject({ kind: 'colour' })
})

it('explains slashes as unobserved', () => {
  const groups = meanings('METAR ZWWW 010800Z AUTO /////MPS //// R18/////// // ////// ///// Q////=')
  expect(groups.slice(4).map((meaning) => ('what' in meaning ? meaning.what : meaning.kind))).toEqual([
    'wind',
    'visibility',
    'runway-state',
    'weather',
    'cloud',
    'temperatures',
    'pressure',
  ])
})

it('calls a heading one, and a number that can not be impossible', () => {
  expect(kinds('SPCI31 ZBBB 010817 SPECI ZSPD 010815Z 1/0SM FG 27012MPS')).toEqual([
    'heading',
    'heading',
    'heading',
    'speci',
    'airport',
    'time',
    'impossible',
    'weather',
    'wind',
  ])
})

it('shows no cloud behind the pressure as observed', () => {
  expect(kinds('METAR ZBAA 010800Z 9999 FEW020 12/10 Q1002 BKN003 RETS').slice(-2)).toEqual([
    'unread',
    'recent-weather',
  ])
})

it('shows a text beyond the bounds as one group that was not read', () => {
  expect(explainMetar('='.repeat(40_000))).toEqual([
    { text: '='.repeat(40_000), part: 'observation', meaning: { kind: 'unread' } },
  ])
})

it('keeps remarks together, and marks unparsed groups', () => {
  expect(explainMetar('METAR KJFK 010751Z 24015KT 10SM CLR 01/M03 A2992 RMK AO2 SLP132').at(-1)).toMatchObject({
    text: 'RMK AO2 SLP132',
    meaning: { kind: 'remarks' },
  })
  expect(one('GARBAGE')).toEqual({ kind: 'unread' })
})

it('never throws, and loses no text', () => {
  fc.assert(
    fc.property(fc.string(), (raw) => {
      const said = explainMetar(raw).map(({ text }) => text)
      expect(said.join('').replaceAll(' ', '')).toBe(raw.toUpperCase().replace(/\s+/g, ''))
    }),
  )
})

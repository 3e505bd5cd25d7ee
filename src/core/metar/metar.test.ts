import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMetar } from './metar.ts'
import { explainMetar } from './metar-explain.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

describe('a report of a Chinese airport', () => {
  it('is decoded into metres, m/s, hPa and °C', () => {
    const report = decodeMetar('METAR ZSPD 010800Z 21004MPS 180V250 3000 -RA BR SCT026 BKN040 M02/M05 Q1008 NOSIG=')
    expect(report).toMatchObject({
      icao: 'ZSPD',
      kind: 'METAR',
      time: { day: 1, hour: 8, minute: 0 },
      windDirectionDeg: 210,
      windVariable: false,
      windSpeedMps: 4,
      windGustMps: null,
      windFromDeg: 180,
      windToDeg: 250,
      visibilityM: 3000,
      cavok: false,
      weather: ['-RA', 'BR'],
      clouds: [
        { cover: 'SCT', baseFt: 2600, kind: null },
        { cover: 'BKN', baseFt: 4000, kind: null },
      ],
      ceilingFt: 4000,
      ceilingKnown: true,
      temperatureC: -2,
      dewPointC: -5,
      qnhHpa: 1008,
      trend: 'NOSIG',
      isAuto: false,
      isCorrected: false,
      isNil: false,
    })
  })

  it('separates the groups of the trend from the observation', () => {
    const report = decodeMetar(
      'SPECI ZGGG 010815Z 27012G20MPS 5000 TSRA FEW030CB 28/25 Q1002 BECMG TL0900 1500 +TSRA BKN010',
    )
    expect(report).toMatchObject({
      kind: 'SPECI',
      visibilityM: 5000,
      weather: ['TSRA'],
      ceilingFt: null,
      windGustMps: 20,
    })
    expect(report.clouds).toEqual([{ cover: 'FEW', baseFt: 3000, kind: 'CB' }])
    expect(report.trend).toBe('BECMG TL0900 1500 +TSRA BKN010')
  })

  it('reads CAVOK as 10 km and no ceiling', () => {
    const report = decodeMetar('METAR ZBAA 010800Z 00000MPS CAVOK 30/12 Q1010 NOSIG')
    expect(report).toMatchObject({ cavok: true, visibilityM: 10_000, ceilingFt: null, ceilingKnown: true, clouds: [] })
    expect(report).toMatchObject({ windSpeedMps: 0, windDirectionDeg: null, windVariable: false })
  })

  it('reads 9999 as 10 km', () => {
    expect(decodeMetar('METAR ZBAA 010800Z 02002MPS 9999 NSC 30/12 Q1010').visibilityM).toBe(10_000)
  })

  it('reads runway visual range with its bounds and its tendency', () => {
    const report = decodeMetar(
      'METAR ZUUU 010000Z 00000MPS 0500 R02L/0800U R20R/P2000N R02R/0600V1000D R01/M0050 FG VV002 08/08 Q1020',
    )
    expect(report.rvr).toEqual([
      { runway: '02L', rangeM: 800, toM: null, bound: null, toBound: null, trend: 'U' },
      { runway: '20R', rangeM: 2000, toM: null, bound: 'P', toBound: null, trend: 'N' },
      { runway: '02R', rangeM: 600, toM: 1000, bound: null, toBound: null, trend: 'D' },
      { runway: '01', rangeM: 50, toM: null, bound: 'M', toBound: null, trend: null },
    ])
    expect(report).toMatchObject({ verticalVisibilityFt: 200, ceilingFt: 200, ceilingKnown: true, weather: ['FG'] })
  })

  it('reads a wind of 50 m/s and more as a minimum', () => {
    const report = decodeMetar('METAR ZGSZ 160800Z 07P49MPS 0800 +SHRA OVC005 25/25 Q0960')
    expect(report.windSpeedMps).toBeNull()
    expect(decodeMetar('METAR ZGSZ 160800Z 070P49MPS 0800 +SHRA OVC005 25/25 Q0960')).toMatchObject({
      windDirectionDeg: 70,
      windSpeedMps: 49,
      windSpeedIsMinimum: true,
    })
    expect(decodeMetar('METAR ZGSZ 160800Z 07042GP49MPS 0800 OVC005 25/25 Q0960')).toMatchObject({
      windSpeedMps: 42,
      windGustMps: 49,
    })
  })

  it('reads a variable wind as no direction', () => {
    const report = decodeMetar('METAR ZYTX 010800Z VRB01MPS 9999 FEW040 20/10 Q1015')
    expect(report).toMatchObject({ windVariable: true, windDirectionDeg: null, windSpeedMps: 1 })
  })

  it('parses a north wind as 360°, calm as no direction', () => {
    expect(decodeMetar('METAR ZYTX 010800Z 36003MPS 9999 NSC 20/10 Q1015').windDirectionDeg).toBe(360)
    expect(decodeMetar('METAR ZYTX 010800Z 00000MPS 9999 NSC 20/10 Q1015').windDirectionDeg).toBeNull()
  })

  it('separates recent from present weather', () => {
    const report = decodeMetar('METAR ZJHK 010800Z 09003MPS 9999 SCT020CB 29/26 Q1004 RETSRA NOSIG')
    expect(report).toMatchObject({ weather: [], recentWeather: ['TSRA'] })
  })

  it('reads the lowest visibility and its direction', () => {
    const report = decodeMetar('METAR ZLXY 010800Z 09003MPS 4000 1200NE BR NSC 09/08 Q1024')
    expect(report).toMatchObject({ visibilityM: 4000, visibilityMinM: 1200, visibilityMinDirection: 'NE' })
  })
})

describe('missing and odd groups', () => {
  it('leaves values coded as slashes null', () => {
    const report = decodeMetar('METAR ZWWW 010800Z AUTO /////MPS //// // ////// ///// Q////=')
    expect(report).toMatchObject({
      isAuto: true,
      windSpeedMps: null,
      windDirectionDeg: null,
      visibilityM: null,
      ceilingKnown: false,
      temperatureC: null,
      dewPointC: null,
      qnhHpa: null,
      weather: [],
    })
  })

  it('keeps the valid half of a group', () => {
    const report = decodeMetar('METAR ZWWW 010800Z AUTO ///05MPS 9999 NCD 31/// Q1011')
    expect(report).toMatchObject({ windSpeedMps: 5, windDirectionDeg: null, windVariable: false, temperatureC: 31 })
    expect(report.dewPointC).toBeNull()
  })

  it.each(['/////MPS', '//////KT', '////KT', '/////KMH', '/////G//KT'])(
    'takes no wind that was not measured for a cloud: %s',
    (wind) => {
      const report = decodeMetar(`METAR ZWWW 010800Z AUTO ${wind} 9999 // FEW020 31/12 Q1011`)
      expect(report).toMatchObject({ windSpeedMps: null, ceilingKnown: true, unread: [] })
      expect(report.clouds).toEqual([{ cover: 'FEW', baseFt: 2000, kind: null }])
    },
  )

  it.each(['FEW020CB', 'FEW020/CB', 'FEW020///CB', 'FEW020CB/TCU'])('reads the kind of a cloud: %s', (cloud) => {
    const { clouds } = decodeMetar(`METAR ZWWW 010800Z 21004MPS 9999 ${cloud} 31/12 Q1011`)
    expect(clouds).toEqual([{ cover: 'FEW', baseFt: 2000, kind: 'CB' }])
  })

  it('recognises NIL reports', () => {
    expect(decodeMetar('METAR ZUNZ 010800Z NIL=')).toMatchObject({ icao: 'ZUNZ', isNil: true, visibilityM: null })
    expect(decodeMetar('METAR ZUNZ NIL')).toMatchObject({ icao: 'ZUNZ', isNil: true, time: null })
  })

  it('sees a correction before or after the airport', () => {
    expect(decodeMetar('METAR COR ZSHC 010800Z 02002MPS CAVOK 30/12 Q1010')).toMatchObject({
      isCorrected: true,
      icao: 'ZSHC',
    })
    expect(decodeMetar('METAR ZSHC 010800Z COR 02002MPS CAVOK 30/12 Q1010')).toMatchObject({
      isCorrected: true,
      cavok: true,
    })
  })

  it('needs no METAR in front', () => {
    expect(decodeMetar('ZSPD 010800Z 21004MPS 3000 BR NSC 21/19 Q1008')).toMatchObject({
      icao: 'ZSPD',
      kind: null,
      visibilityM: 3000,
    })
  })

  it('stops at the remarks', () => {
    const report = decodeMetar('METAR ZYHB 010800Z 21004MPS 9999 NSC M21/M25 Q1038 RMK OVC010 Q0998 TSRA')
    expect(report).toMatchObject({ ceilingFt: null, qnhHpa: 1038, weather: [], trend: null })
  })

  it('reads groups that were written as one, or as two', () => {
    expect(decodeMetar('METAR VGHS 180750Z 30005KT 1800HZ NSC 20/13 Q1016')).toMatchObject({
      visibilityM: 1800,
      weather: ['HZ'],
    })
    expect(decodeMetar('METAR MPTO 262100Z 00000KT 7000-RA BKN080 27/24 Q1008').weather).toEqual(['-RA'])
    expect(decodeMetar('METAR MGGT 262128Z 18008 KT 8000 VC SH BKN010CV 22/20 Q1019')).toMatchObject({
      windSpeedMps: 4.1,
      weather: ['VCSH'],
      ceilingFt: 1000,
    })
    expect(decodeMetar('METAR ZBAA 010800Z 09003MPS 4000 1200NE NSC 09/08 Q1024').visibilityMinDirection).toBe('NE')
  })

  it.each([
    ['010800Z21004MPS0300 FG VV001 05/05 Q1020', [300, 100, 'FG']],
    ['010800Z 21004G12MPS180V240 0300 FG VV001 05/05 Q1020', [300, 100, 'FG']],
    ['010800Z 21008KT1/4SM FG VV001 05/05 Q1020', [402, 100, 'FG']],
    ['010800Z 21008KT1 1/2SM BR VV001 05/05 Q1020', [2414, 100, 'BR']],
    ['010800Z 21004MPS 1/4SMFGVV001 05/05 Q1020', [402, 100, 'FG']],
    ['010800Z 21004MPS 2000-TSRABKN003CB 05/05 Q1020', [2000, 300, '-TSRA']],
    ['010800Z 21004MPS 9999 VCTSFEW030CB 05/05 Q1020', [10_000, 'none', 'VCTS']],
    ['010800Z 21004MPS 10SMBKN003 05/05 Q1020', [10_000, 300, '']],
    ['010800Z 21004MPS 9999 BKN00305/05 Q1020', [10_000, 300, '']],
    ['010800Z 21004MPS CAVOK05/05Q1020NOSIG', [10_000, 'none', '']],
    ['010800Z 21004MPS 9999 NSC 05/05Q1020TEMPO 0300 FG VV001', [10_000, 'none', '']],
  ])('reads each group of a token: %s', (groups, expected) => {
    expect(told(groups, 'METAR ZBAA')).toEqual(expected)
    expect(decodeMetar(`METAR ZBAA ${groups}`)).toMatchObject({ temperatureC: 5, qnhHpa: 1020, unread: [] })
    expect(decodeMetar(`METAR ZBAA ${groups}`).windSpeedMps).toBeGreaterThan(3)
  })

  it('reads a pressure behind its letter, and takes none without it for a visibility', () => {
    const read = (groups: string) => decodeMetar(`METAR ZBAA 010800Z 21004MPS 9999 NSC 12/02 ${groups}`)
    expect(read('Q 1012 NOSIG')).toMatchObject({ visibilityM: 10_000, qnhHpa: 1012 })
    expect(read('QNH 1012 NOSIG')).toMatchObject({ visibilityM: 10_000, qnhHpa: 1012 })
    expect(read('1012 NOSIG')).toMatchObject({ visibilityM: 10_000, qnhHpa: null, unread: ['1012'] })
    expect(read('0300 Q1012')).toMatchObject({ visibilityM: 300, qnhHpa: 1012 })
  })

  it('reads a minus sign as below zero', () => {
    expect(decodeMetar('METAR ZYHB 010800Z 21004MPS 9999 NSC -12/-15 Q1012')).toMatchObject({
      temperatureC: -12,
      dewPointC: -15,
      unread: [],
    })
  })

  it('takes no AUTO for an airport', () => {
    expect(decodeMetar('METAR ZBAA AUTO 010800Z 21004MPS 9999 NCD 12/02 Q1012')).toMatchObject({
      icao: 'ZBAA',
      isAuto: true,
      time: { day: 1, hour: 8, minute: 0 },
    })
  })

  it('names the runways with wind shear', () => {
    const shear = (group: string) => decodeMetar(`METAR ZBAA 010800Z 02002MPS CAVOK 30/12 Q1010 ${group} NOSIG`)
    expect(shear('WS R36L')).toMatchObject({ windShear: ['36L'], trend: 'NOSIG', qnhHpa: 1010 })
    expect(shear('WS RWY01 WS TKOF RWY19').windShear).toEqual(['01', '19'])
    expect(shear('WS ALL RWY').windShear).toEqual(['ALL'])
    expect(shear('').windShear).toEqual([])
  })

  it('takes no runway state for a wind', () => {
    const report = decodeMetar('METAR UUEE 010800Z 21004MPS 9999 NSC M01/M05 Q1018 24490595 R24/290156 NOSIG')
    expect(report).toMatchObject({ windDirectionDeg: 210, windSpeedMps: 4 })
  })

  it('has a ceiling only if reported', () => {
    const ceiling = (sky: string) => {
      const { ceilingFt, ceilingKnown } = decodeMetar(`METAR ZBAA 010800Z 02002MPS 9999 ${sky} 30/12 Q1010`)
      return ceilingKnown ? (ceilingFt ?? 'none') : 'unknown'
    }
    expect(ceiling('BKN015 OVC040')).toBe(1500)
    expect(ceiling('OVC000')).toBe(0)
    expect(ceiling('FEW010 SCT030TCU')).toBe('none')
    expect(ceiling('NSC')).toBe('none')
    expect(ceiling('NCD')).toBe('none')
    expect(ceiling('SCT020 //////CB')).toBe('none')
    expect(ceiling('BKN015 BKN///')).toBe(1500)
    expect(ceiling('BKN///')).toBe('unknown')
    expect(ceiling('VV///')).toBe('unknown')
    expect(ceiling('//////')).toBe('unknown')
    expect(ceiling('///015')).toBe('unknown')
    expect(ceiling('')).toBe('unknown')
  })
})

describe('a foreign report', () => {
  it('is converted from knots, miles and inches', () => {
    const report = decodeMetar('METAR KJFK 010751Z 24015G25KT 1 1/2SM -SN OVC008 M01/M03 A2992 RMK AO2')
    expect(report).toMatchObject({
      windSpeedMps: 7.7,
      windGustMps: 12.9,
      visibilityM: 2414,
      qnhHpa: 1013.2,
      ceilingFt: 800,
    })
  })

  it('prefers hectopascals if both are given', () => {
    expect(decodeMetar('METAR MGGT 262128Z 18008KT 8000 BKN010 22/20 Q1019 A3010').qnhHpa).toBe(1019)
  })

  it('reads a wind of three digits', () => {
    expect(decodeMetar('METAR RJAA 010800Z 240105KT 0800 OVC003 20/20 Q0950').windSpeedMps).toBe(54)
  })
})

/** Visibility, ceiling and weather, each `unknown` where it is not known. */
function told(groups: string, header = 'METAR ZBAA 010800Z') {
  const { visibilityM, ceilingFt, ceilingKnown, weather } = decodeMetar(`${header} ${groups}`)
  return [visibilityM ?? 'unknown', ceilingKnown ? (ceilingFt ?? 'none') : 'unknown', weather.join(' ')]
}

describe('a forecast', () => {
  it.each([
    'TEMPO 0800 +TSRA BKN003CB',
    'TEMP0 0800 +TSRA BKN003CB',
    'TEPMO 0800 TSRA BKN002CB',
    'TEMPOTL0900 0800 FG BKN002',
    'FM1130 16011KT 0800 -DZ FEW010 BKN001',
    'FM011130Z 16011KT 0800 -DZ FEW010 BKN001',
    'BECGM 0800 FG',
    'BECOMING 0800 FG',
    'NOSG 0800 FG',
    'PROB40TEMPO 0800 FG',
    '0800 +TSRA BKN003CB',
    'CAVOK',
  ])('is not observed, however it begins: %s', (forecast) => {
    expect(told(`21006MPS 7000 SCT025 27/24 Q1002 ${forecast}`)).toEqual([7000, 'none', ''])
  })

  it('leaves groups before the pressure unparsed after a word that only resembles one', () => {
    expect(told('21006MPS 9999 FEW020 TEMB0 12/10 Q1002')).toEqual(['unknown', 'unknown', ''])
    expect(told('21006MPS 9999 FEW020 RMRK BKN001 12/10 Q1002')).toEqual(['unknown', 'unknown', ''])
    expect(told('21006MPS 0300 FG OVC001 TEMB0 12/10 Q1002')).toEqual([300, 100, 'FG'])
  })
})

describe('a thunderstorm in a form that stations write by mistake', () => {
  const weather = (groups: string) =>
    decodeMetar(`METAR ZBAA 010800Z 21004MPS ${groups} SCT030CB 22/20 Q1002 NOSIG`).weather
  it.each([
    ['5000 TSRA+', 'TSRA+'],
    ['5000 RATS', 'RATS'],
    ['5000 TS/RA', 'TS RA'],
    ['5000 +TS/RA/BR', '+TS RA BR'],
    ['5000 TS-RA', 'TS -RA'],
    ['5000 TS,RA', 'TS RA'],
    ['5000 TSRA/', 'TSRA'],
    ['5000TS/RA', 'TS RA'],
    ['5000TSRA+', 'TSRA+'],
    ['5000 TSRA+BKN010', 'TSRA+'],
    ['5000 TSSH', 'TSSH'],
  ])('is read: %s', (groups, codes) => {
    expect(weather(groups).join(' ')).toBe(codes)
  })

  it('is explained with the signs between its parts', () => {
    const raw = '5000 +TS/RA,BR/ TS-RA'
    expect(
      explainMetar(`METAR ZBAA 010800Z ${raw}`)
        .map(({ text }) => text)
        .slice(3)
        .join('|'),
    ).toBe('5000|+TS/|RA,|BR/|TS|-RA')
  })

  it.each([
    'METAR KSTS 010800Z 21004MPS 9999 NSC 22/20 Q1002',
    'METAR VATS 010800Z 21004MPS 9999 NSC 22/20 Q1002',
    'METAR ZBAA 010800Z 21004MPS 9999 NSC 22/20 Q1002 RETS/RA RETSRA',
    'METAR ZBAA 010800Z 21004MPS 9999 NSC 22/20 Q1002 TEMPO 3000 TSRA+',
    'METAR ZBAA 010800Z 21004MPS 9999 NSC 22/20 Q1002 RMK RATS TS/RA TSRA+ TSB40',
    'METAR ZBAA 010800Z 21004MPS 9999 STS NOTS NSC 22/20 Q1002',
  ])('is not made of anything else: %s', (raw) => {
    expect(decodeMetar(raw).weather).toEqual([])
  })
})

describe('a good visibility beside fog or a low runway visual range', () => {
  it.each([
    ['9999 FG NSC', 'unknown'],
    ['8000 FZFG NSC', 'unknown'],
    ['10SM FG CLR', 'unknown'],
    ['P6SM FG CLR', 'unknown'],
    ['9999 6000NE FG NSC', 'unknown'],
    ['9999 0700NE FG NSC', 10_000],
    ['3000 FG NSC', 3000],
    ['9999 BCFG NSC', 10_000],
    ['9999 MIFG NSC', 10_000],
    ['9999 VCFG NSC', 10_000],
    ['9999 BRFG NSC', 'unknown'],
    ['9999 -RAFG NSC', 'unknown'],
    ['9999 TSFG NSC', 'unknown'],
    ['9999 FZFGDZ NSC', 'unknown'],
    ['9999 PRFG NSC', 10_000],
    ['9999 R36/0300 NSC', 'unknown'],
    ['6000 R36/0300V1200U BR NSC', 'unknown'],
    ['10SM R36/M0600FT CLR', 'unknown'],
    ['9999 R36/00300 NSC', 'unknown'],
    ['9999 R36/0300 BCFG NSC', 10_000],
    ['9999 0700NE R36/0300 NSC', 10_000],
    ['9999 R36/P1500 NSC', 10_000],
    ['9999 R36/P15000 NSC', 10_000],
    ['9999 R36/2000 NSC', 10_000],
    ['4000 R36/0300 BR NSC', 4000],
  ])('is a slip of the hand: %s', (groups, visibilityM) => {
    expect(told(`21004MPS ${groups} 12/10 Q1002`)[0]).toBe(visibilityM)
  })

  it('is named as not used', () => {
    expect(decodeMetar('METAR ZBAA 010800Z 21004MPS 9999 FG NSC 12/10 Q1002').impossible).toEqual(['9999'])
    expect(decodeMetar('METAR ZBAA 010800Z 21004MPS 9999 R36/0300 NSC 12/10 Q1002').impossible).toEqual(['9999'])
    expect(decodeMetar('METAR ZBAA 010800Z 21004MPS CAVOK R36/0300 12/10 Q1002').impossible).toEqual(['CAVOK'])
  })
})

it('ends where the next report begins, also without the sign between them', () => {
  const next = 'METAR EDDM 260150Z 00000KT 0200 FG VV001 01/M01 Q0970'
  expect(decodeMetar(`METAR EDDF 260150Z 00000KT CAVOK 15/05 Q0995 ${next}`)).toMatchObject({
    icao: 'EDDF',
    cavok: true,
    temperatureC: 15,
    dewPointC: 5,
    qnhHpa: 995,
    trend: null,
  })
  expect(decodeMetar(`METAR EDDF 260150Z 00000KT 9999 NSC ${next}`)).toMatchObject({
    icao: 'EDDF',
    visibilityM: null,
    ceilingKnown: false,
    temperatureC: null,
    qnhHpa: null,
  })
  const unnamed = 'EDDM 260150Z 00000KT 0200 FG VV001 01/M01 Q0970'
  expect(decodeMetar(`METAR EDDF 260150Z 00000KT 9999 NSC 15/05 Q0995 ${unnamed}`)).toMatchObject({
    visibilityM: 10_000,
    temperatureC: 15,
    dewPointC: 5,
    qnhHpa: 995,
  })
  expect(decodeMetar(`METAR EDDF 260150Z 00000KT 9999 NSC 15/05 ${unnamed}`)).toMatchObject({
    visibilityM: null,
    ceilingFt: null,
    ceilingKnown: false,
    weather: [],
    dewPointC: 5,
    qnhHpa: null,
  })
})

it('has no known ceiling if its text ends behind a layer, as one that is cut off may', () => {
  expect(told('21004MPS 9999 FEW020')[1]).toBe('unknown')
  expect(told('21004MPS 9999 SCT020TCU')[1]).toBe('unknown')
  expect(told('21004MPS 9999 BKN003')[1]).toBe(300)
  expect(told('21004MPS 9999 NSC')[1]).toBe('none')
  expect(told('21004MPS 9999 FEW020=')[1]).toBe('none')
  expect(told('21004MPS 9999 FEW020 RMK AO2')[1]).toBe('none')
  expect(told('21004MPS 9999 FEW020 TEMPO SCT010')[1]).toBe('none')
})

describe('CAVOK', () => {
  it.each([
    ['0300 CAVOK', [300, 'unknown', '']],
    ['CAVOK 0300', [300, 'unknown', '']],
    ['CAVOK BKN003', ['unknown', 300, '']],
    ['CAVOK BKN0O', ['unknown', 'unknown', '']],
    ['CAVOK VV001', ['unknown', 100, '']],
    ['CAVOK FG', ['unknown', 'unknown', 'FG']],
    ['CAVOK R36/0300', ['unknown', 'unknown', '']],
    ['CAVOK R36/0300V1200U', ['unknown', 'unknown', '']],
    ['CAVOK R36/0300VP1500U', ['unknown', 'unknown', '']],
    ['CAVOK R36/300', ['unknown', 'unknown', '']],
    ['CAVOK R36/00300', ['unknown', 'unknown', '']],
    ['CAVOK R36LL/0300', ['unknown', 'unknown', '']],
    ['CAVOK //////', [10_000, 'unknown', '']],
    ['CAV0K', ['unknown', 'unknown', '']],
  ])('counts only in place of visibility, weather and cloud: %s', (groups, expected) => {
    expect(told(`21004MPS ${groups} 12/10 Q1002`)).toEqual(expected)
    expect(decodeMetar(`METAR ZBAA 010800Z 21004MPS ${groups} 12/10 Q1002`).cavok).toBe(false)
  })
})

describe('a group that can not be read', () => {
  it.each([
    ['FEW020 BNK003', 300],
    ['FEW020 BKN 003', 300],
    ['FEW020 BKNOO3', 300],
    ['FEW020BKN003', 300],
    ['//BKN003', 300],
    ['////BKN003', 300],
    ['BKN003///', 300],
    ['BKN003///////', 300],
    ['SCT010 ///CB', 'none'],
    ['FEW020 BK003', 'unknown'],
    ['FEW020 BKN03', 'unknown'],
    ['FEW020 BKN0003', 'unknown'],
    ['FEW020 0VC003', 'unknown'],
    ['FEW020 B#N003', 'unknown'],
    ['NSC XYZ', 'unknown'],
    ['BK003 OVC040', 'unknown'],
    ['BKN0 OVC040', 'unknown'],
    ['022BKN OVC028', 'unknown'],
    ['7BKN003 OVC028', 'unknown'],
    ['BKN0 05/// OVC046///', 'unknown'],
    ['OVC040 BK100', 4000],
    ['SCT030 BKN999', 'unknown'],
    ['SCT030 VV999', 'unknown'],
    ['FEW010 BKN300FT', 'unknown'],
    ['FEW010 BKN090M', 'unknown'],
    ['VV', 'unknown'],
    ['VV01', 'unknown'],
  ])('never implies a sky without ceiling: %s', (sky, ceiling) => {
    expect(told(`21004MPS 9999 ${sky} 12/10 Q1002`)[1]).toBe(ceiling)
  })

  it('has the maximum ceiling if another may be lower', () => {
    expect(decodeMetar('METAR ZBAA 010800Z 21004MPS 9999 BK003 OVC006 12/10 Q1002')).toMatchObject({
      ceilingFt: 600,
      ceilingKnown: false,
      unread: ['BK003'],
    })
  })

  it.each([
    ['24012MPS 200V300MPS 0300 FG VV///', [300, 'unknown', 'FG']],
    ['24012MPS 200V300 0300 FG VV///', [300, 'unknown', 'FG']],
    ['21002MPS 2000SW 0400 FG NSC', [400, 'none', 'FG']],
    ['2100MPX 0400 FG VV001', [400, 100, 'FG']],
    ['VBR02MPS 0400 JUNK FG VV001', [400, 100, 'FG']],
    ['0108Z 21002MPS 9999 NSC', [10_000, 'none', '']],
    ['010800UTC 21002MPS 9999 NSC', [10_000, 'none', '']],
    ['21002MPS R34/900 0400 FG VV001', [400, 100, 'FG']],
  ])('blanks no other: %s', (groups, expected) => {
    expect(told(`${groups} 05/05 Q1020 NOSIG`)).toEqual(expected)
    expect(decodeMetar(`METAR ZBAA 010800Z ${groups} 05/05 Q1020 NOSIG`)).toMatchObject({
      qnhHpa: 1020,
      temperatureC: 5,
    })
  })

  it.each([
    ['9999', 10_000],
    ['9999NDV', 10_000],
    ['0200NDV', 200],
    ['0200N', 200],
    ['2000SW 0400N', 400],
    ['0800 0200//', 800],
    ['9999 0700', 10_000],
    ['0300 9999', 300],
    ['9999 FEW020 0300', 300],
    ['O3O0', 300],
    ['300M', 300],
    ['0.3KM', 300],
    ['10 KM', 10_000],
    ['0300FG', 300],
    ['300', 'unknown'],
    ['99990', 'unknown'],
    ['9999 03000', 'unknown'],
    ['3000 03000', 3000],
    ['////', 'unknown'],
    ['////NDV', 'unknown'],
  ])('is no good visibility: %s', (groups, expected) => {
    expect(told(`21004MPS ${groups} 12/10 Q1002`)[0]).toBe(expected)
  })

  it.each(['MM/MM', 'XX/XX', '12/MM', '12.5/02.3', '12//02', '1O/O2', '12/02/'])(
    'is no cloud in the form of temperatures: %s',
    (temperatures) => {
      expect(told(`21004MPS 9999 NSC ${temperatures} Q1012`)).toEqual([10_000, 'none', ''])
    },
  )

  it.each(['Q///', 'QFE0760', 'A29.92', 'A992'])('is no cloud in the form of a pressure: %s', (pressure) => {
    expect(told(`21004MPS 9999 NSC 12/02 ${pressure}`)).toEqual([10_000, 'none', ''])
  })

  it('has the lowest visibility beside the prevailing one', () => {
    expect(decodeMetar('METAR LFST 230030Z AUTO 00000KT 9999 0700 BCFG NSC 11/11 Q1011')).toMatchObject({
      visibilityM: 10_000,
      visibilityMinM: 700,
      visibilityMinDirection: null,
    })
  })
})

describe('statute miles', () => {
  it.each([
    ['1/0SM', null],
    ['3/0SM', null],
    ['0/4SM', null],
    ['5/4SM', null],
    ['9 1/2SM', null],
    ['500SM', null],
    ['34SM', null],
    ['78SM', null],
    ['14SM', 10_000],
    ['35SM', 10_000],
    ['1/2', null],
    ['21/2SM', 4023],
    ['11/2SM', 2414],
    ['11/16SM', 1106],
    ['2 1/2SM', 4023],
    ['2 1/2 SM', 4023],
    ['3/4 SM', 1207],
    ['1/4SMFG', 402],
    ['M1/4SM', 402],
    ['0SM', 0],
    ['1.5SM', 2414],
    ['P6SM', 9656],
    ['10 SM', 10_000],
  ])('%s is %j m', (group, visibilityM) => {
    expect(decodeMetar(`METAR KLAX 041828Z 02004KT ${group} BR OVC007 14/12 A2996`)).toMatchObject({
      visibilityM,
      ceilingFt: 700,
      qnhHpa: 1014.6,
      temperatureC: 14,
    })
  })
})

it('sets aside values that can not be, and names them', () => {
  expect(decodeMetar('METAR ZBAA 010800Z 999999KT 400V500 1/0SM NSC M99/79 Q1502')).toMatchObject({
    windSpeedMps: null,
    windFromDeg: null,
    visibilityM: null,
    temperatureC: null,
    qnhHpa: null,
    impossible: ['999999KT', '400V500', '1/0SM', 'M99/79', 'Q1502'],
  })
})

it.each([
  ['05/15', null, null, ['05/15']],
  ['M08/08', null, null, ['M08/08']],
  ['M01/00', -1, 0, []],
  ['12/12', 12, 12, []],
])(
  'takes no dew point far above the temperature, nor that temperature: %s',
  (group, temperatureC, dewPointC, impossible) => {
    const read = decodeMetar(`METAR ZBAA 010800Z 21004MPS 9999 NSC ${group} Q1012`)
    expect(read).toMatchObject({ temperatureC, dewPointC, impossible, visibilityM: 10_000, ceilingKnown: true })
  },
)

it.each([
  'SPCI31 ZBBB 010817 SPECI ZSPD 010815Z',
  'SPCI31 ZBBB 010817 CCA SPECI ZSPD 010815Z',
  '123 SPCI31 ZBBB 010817 SPECI COR ZSPD 010815Z',
  '\u0001SPCI31 ZBBB 010817\r\r\nSPECI ZSPD 010815Z',
  '=SPECI ZSPD 010815Z',
])('belongs to the airport in its header, with any bulletin heading: %j', (header) => {
  expect(decodeMetar(`${header} 27012G20MPS 1500 TSRA BKN010 FEW030CB 28/25 Q1002=`)).toMatchObject({
    icao: 'ZSPD',
    kind: 'SPECI',
    time: { day: 1, hour: 8, minute: 15 },
    visibilityM: 1500,
    ceilingFt: 1000,
  })
})

it('needs no name of the report behind a heading', () => {
  expect(decodeMetar('SACI31 ZBBB 010800 ZSPD 010800 27012MPS 1500 BR NSC 28/25 Q1002')).toMatchObject({
    icao: 'ZSPD',
    visibilityM: 1500,
  })
})

it('parses nothing beyond the bounds of a report, and the last group within them', () => {
  const longest = `METAR ZSPD 010800Z 0300 FG ${'A'.repeat(973)}`
  expect(decodeMetar(longest)).toMatchObject({ icao: 'ZSPD', visibilityM: 300 })
  expect(decodeMetar(`${longest}A`)).toMatchObject({ icao: null, visibilityM: null, ceilingKnown: false })
  const most = `METAR ZSPD 010800Z 0300 FG${' X'.repeat(115)}`
  expect(decodeMetar(most)).toMatchObject({ icao: 'ZSPD', visibilityM: 300 })
  expect(decodeMetar(`${most} X`)).toMatchObject({ icao: null, visibilityM: null, ceilingKnown: false })
})

it('never throws, for any text', () => {
  const group = fc.constantFrom(
    'METAR',
    'ZSPD',
    '010800Z',
    '21004MPS',
    '4000E',
    '////',
    'R01/',
    'VV',
    'BKN',
    'RMK',
    '1/0SM',
    'BECMG',
    '=',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(group).map((groups) => groups.join(' ')),
      ),
      (raw) => {
        expect(decodeMetar(raw)).toHaveProperty('visibilityM')
      },
    ),
  )
})

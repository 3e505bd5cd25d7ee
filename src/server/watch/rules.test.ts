import { describe, expect, it } from 'vitest'
import { problemText } from '../../core/problems/problem-text.ts'
import { reportRecord } from '../../testing/fakes/fake-source.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'
import { readRules } from '../settings/rules-file.ts'

function kept(entries: unknown) {
  const read = readRules(JSON.stringify(entries))
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join('; '))
  return read.value
}

describe('RULES_FILE', () => {
  it('takes whole ladders, and fills in their hold times', () => {
    const [entry] = kept([
      {
        places: ['RPLL'],
        levels: [
          { id: 'red', name: 'RED', km: 5, holdMin: 15 },
          { id: 'watch', name: 'WATCH', km: 30 },
        ],
        weather: [{ id: 'gale', name: 'GALE', report: { windMps: 20 } }],
      },
    ])
    expect(entry!.levels!.map(({ id, holdMin }) => [id, holdMin])).toEqual([
      ['red', 15],
      ['watch', 30],
    ])
    expect(entry!.weather).toMatchObject([{ id: 'gale', holdMin: 10, report: { windMps: 20, scheme: 'icao' } }])
  })

  it.each([
    ['nothing', 'is not valid JSON at line 1, column 2'],
    ['{}', 'must be a JSON list of rules, got {}'],
    [JSON.stringify([{ places: ['*'], off: ['alarm'] }]), /^rule 1: off\.0 must be one of .*speci.*, got "alarm"$/],
    [JSON.stringify([{ places: ['*'], approachMin: 20 }]), 'rule 1: approachMin must be one of 10, 15, 30, 60, got 20'],
    [
      JSON.stringify([{ places: ['*'] }, { places: ['*'], windMps: 0 }]),
      'rule 2: windMps must be a number from 1 to 60, got 0',
    ],
    [JSON.stringify([{ places: 'golf' }]), 'rule 1: places must be a list, got "golf"'],
    [
      JSON.stringify([{ places: ['*'], levels: [{ id: 'red', name: 'RED', km: 5, kms: 6 }] }]),
      /^rule 1: levels\.0\.kms is not a setting: allowed are id, .*km, strikes/,
    ],
    [
      JSON.stringify([
        {
          places: ['*'],
          levels: [{ id: 'a', name: 'A', km: 5 }],
          weather: [{ id: 'a', name: 'A', report: { windMps: 9 } }],
        },
      ]),
      /^rule 1: weather must have a unique id for each level, got \[\{/,
    ],
    [JSON.stringify([{ places: ['*'], wind: 20 }]), /^rule 1: wind is not a setting: allowed are places, .*windMps/],
  ])('is refused where it is wrong: %s', (text, problem) => {
    const read = readRules(text)
    expect(read.ok ? [] : read.problems.map((problem) => problemText(problem))).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
  })
})

it('raises report levels by the rules of a place, with their origin', async () => {
  const rules = kept([
    { places: ['group:airports'], windMps: 25, off: ['category'] },
    { places: ['ZBAA'], visibilityM: 400 },
  ])
  const airports = ['ZSPD', 'ZBAA'].map((id) => placeOf(id, { group: 'airports' }))
  const world = await setUpWatch({ places: airports, rules })
  const report = (minute: string, text: string) => {
    const records = ['ZSPD', 'ZBAA'].map((icao) => {
      const raw_metar = `METAR ${icao} 0108${minute}Z ${text}`
      const obs_time = `2026-07-01T08:${minute}:00Z`
      return reportRecord({ icao, raw_metar, obs_time, arrived_at: obs_time })
    })
    world.source.emitReports({ kind: 'reports', records })
  }
  report('00', '12004MPS 9999 FEW030 28/22 Q1008')
  report('10', '12004G20MPS 0800 BKN030 28/22 Q1008')
  expect(await world.log()).toEqual(['ZSPD visibility'])
  report('20', '12004G27MPS 0300 BKN030 28/22 Q1008')
  expect((await world.log()).sort()).toEqual(['ZBAA wind', 'ZSPD visibility', 'ZSPD wind'])
})

import { describe, expect, it } from 'vitest'
import { problemText } from '../../core/problems/problem.ts'
import { rulesOf } from '../../core/watch/rules.ts'
import { reportRecord } from '../../testing/fakes/fake-source.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'
import { readRules } from './rules-file.ts'

function kept(entries: unknown) {
  const read = readRules(JSON.stringify(entries))
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join('; '))
  return { value: read.value, path: null }
}

describe('RULES_FILE', () => {
  it('has for each place what the last entry that names it says, setting by setting', () => {
    const { value } = kept([
      { places: ['*'], windMps: 20, approachMin: 15 },
      { places: ['group:farms'], windMps: 12, off: ['speci'] },
      { places: ['west'], approachChance: 0.9 },
    ])
    expect(rulesOf(value, { id: 'golf', group: null })).toMatchObject({ windMps: 20, approachMin: 15, off: [] })
    expect(rulesOf(value, { id: 'west', group: 'farms' })).toMatchObject({
      ...{ windMps: 12, approachMin: 15, approachChance: 0.9, off: ['speci'], visibilityM: 1500 },
    })
  })

  it.each([
    ['nothing', 'is not valid JSON'],
    ['{}', 'must be a JSON list of rules, got {}'],
    [JSON.stringify([{ places: ['*'], off: ['alarm'] }]), /^rule 1: off\.0 must be one of .*speci.*, got "alarm"$/],
    [JSON.stringify([{ places: ['*'], approachMin: 20 }]), 'rule 1: approachMin must be one of 10, 15, 30, 60, got 20'],
    [
      JSON.stringify([{ places: ['*'] }, { places: ['*'], windMps: 0 }]),
      'rule 2: windMps must be a number from 1 to 60, got 0',
    ],
    [JSON.stringify([{ places: 'golf' }]), 'rule 1: places must be a list, got "golf"'],
    [JSON.stringify([{ places: ['*'], wind: 20 }]), /^rule 1: wind is not a setting: allowed are places, .*windMps/],
  ])('is refused where it is wrong: %s', (text, problem) => {
    const read = readRules(text)
    expect(read.ok ? [] : read.problems.map((problem) => problemText(problem))).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
  })
})

it('raises of reports what the rules of a place let, from where they say', async () => {
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
  expect((await world.log()).sort()).toEqual(['ZBAA visibility', 'ZBAA wind', 'ZSPD visibility', 'ZSPD wind'])
})

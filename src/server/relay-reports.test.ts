import { describe, expect, it } from 'vitest'
import { formatUtc } from '../contract/time.ts'
import { reportFromRecord } from '../core/metar/read-report.ts'
import { HOUR_MS } from '../core/time/durations.ts'
import { closeWorldsAfterEach, METAR, runWorld, SECOND } from '../testing/wire/fault-kit.ts'
import type { FaultWorld } from '../testing/wire/fault-world.ts'
import { textFrame } from './contract/sockets/fan-out.ts'

closeWorldsAfterEach()

const pad = (value: number) => String(value).padStart(2, '0')

/** The upstream pushes a special report of fog of a minute ago, with its time written by `form`. */
async function pushFog(world: FaultWorld, form: (ms: number) => unknown, more: object = {}) {
  const { source } = world.upstream
  const icao = source.reports[0]!.icao
  const observedMs = Math.floor((world.relayClock.now() - 60_000) / 60_000) * 60_000
  const at = new Date(observedMs)
  const time = [at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()].map(pad).join('')
  const raw_metar = `SPECI ${icao} ${time}Z 13002MPS 0200 FG VV001 16/16 Q1018=`
  const record = { icao, report_type: 'SPECI', raw_metar, obs_time: form(observedMs), ...more }
  world.line.inject(textFrame(JSON.stringify({ type: 'new_metar_arrived', data: [record] })).plain, METAR)
  await world.pass(2 * SECOND)
  const [latest] = await world.relay.source.latestReports([icao])
  return { raw_metar, latest, observedMs }
}

const slashed = (ms: number) => formatUtc(ms).replace('T', ' ').slice(0, 16).replaceAll('-', '/')

describe('a report with its time in another notation', () => {
  it.each([
    ['a number of seconds', (ms: number) => ms / 1_000],
    ['seconds as text', (ms: number) => String(ms / 1_000)],
    ['milliseconds', (ms: number) => ms],
    ['with slashes', slashed],
    ['not at all', () => undefined],
    ['without an offset', (ms: number) => formatUtc(ms).replace('T', ' ').slice(0, 16)],
  ])('is the latest one everywhere, with the documented form: %s', async (_, form) => {
    const world = await runWorld()
    const { raw_metar, latest, observedMs } = await pushFog(world, form)
    expect(latest?.raw_metar).toBe(raw_metar)
    expect(latest?.obs_time).toBe(formatUtc(observedMs).replace('Z', '+00:00'))
    expect(reportFromRecord(latest!)).toMatchObject({ obsTimeMs: observedMs, visibilityM: 200, ceilingFt: 100 })
  })
})

it('a report beyond the limits is set aside and counted, and the previous one remains', async () => {
  const world = await runWorld()
  const before = (await world.relay.source.counters()).setAside.badRecords
  const { raw_metar, latest } = await pushFog(world, formatUtc, {
    raw_metar: `METAR ZSPD 010800Z ${'1 '.repeat(20_000)}`,
  })
  expect(latest?.raw_metar).not.toBe(raw_metar)
  expect((await world.relay.source.counters()).setAside.badRecords).toBe(before + 1)
})

it('a report with a receipt hours before its observation, as by a wrong clock, is as old as its text says', async () => {
  const world = await runWorld()
  const arrived_at = formatUtc(world.relayClock.now() - 5 * HOUR_MS)
  const { latest, observedMs } = await pushFog(world, formatUtc, { arrived_at })
  expect(reportFromRecord(latest!)).toMatchObject({ obsTimeMs: observedMs, visibilityM: 200 })
})

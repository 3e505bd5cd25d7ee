import { API_PATHS } from '../../src/contract/api-paths.ts'
import { systemClock as clock, delay } from '../../src/core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/durations.ts'
import type { Collector } from '../../src/testing/cluster/cluster-kit.ts'
import { createRecordIds, type openScreen, type RecordIds, type Screen } from '../../src/testing/cluster/screen.ts'
import { judgeScreens, judgeSettled } from '../cluster/judged-screens.ts'
import type { Measured } from '../lib/measured-table.ts'
import { comparePasts, compareWithSent, type Past, readPast } from './past.ts'
import { type Deed, openPeople, type People } from './people.ts'
import type { Site, Version } from './sites.ts'

/** More recent strikes may not have arrived, nor their repeats. */
const SETTLED_MS = MINUTE_MS
/** Running time of a version after a change, before the comparison. */
const AFTER_MS = 30 * SECOND_MS
/** A disconnected page reconnects within half a minute. */
const LIVE_WITHIN_MS = 60 * SECOND_MS
const LOOK_EVERY_MS = 100

export interface Clients {
  name: string
  openScreen: typeof openScreen
}

interface Watched {
  site: Site
  people: People
  cookie: string
  truth: Collector
  ids: RecordIds
  /** Screens with the version of their client. */
  screens: readonly { of: string; screen: Screen }[]
  deeds: Deed[]
}

/**
 * Upgrades, downgrades and upgrades again, with screens of both versions' clients in turns; after each step compares
 * their records with the sent ones, and the served past with the one before.
 */
export async function watchChanges(of: {
  name: string
  site: Site
  viewers: number
  minutes: number
  clients: readonly Clients[]
  listen(): Promise<Collector>
}): Promise<Measured[]> {
  const { name, site, viewers, minutes, clients } = of
  const rows: Measured[] = [...(await change(name, 'at first', site, 'earlier'))]
  const people = openPeople(site.port)
  const cookie = await people.signIn()
  const ids = createRecordIds()
  const screens = Array.from({ length: viewers }, (_, i) => {
    const { name: client, openScreen } = clients[i % clients.length]!
    return { of: client, screen: openScreen({ port: site.port, ids, cookie }) }
  })
  await Promise.all(screens.map(({ screen }) => screen.until(screen.isLive)))
  const truth = await of.listen()
  await truth.until(() => truth.strikes.size > 0)
  const watched: Watched = { site, people, cookie, truth, ids, screens, deeds: [] }
  await delay(clock, minutes * MINUTE_MS)

  const way: [string, Version][] = [
    ['upgraded', 'now'],
    ['rolled back', 'earlier'],
    ['upgraded again', 'now'],
  ]
  for (const [what, to] of way) rows.push(...(await watchChange(`${name}, ${what}`, watched, to)))
  for (const { screen } of screens) screen.close()
  truth.close()
  return rows
}

async function watchChange(name: string, watched: Watched, to: Version): Promise<Measured[]> {
  const { site, people, cookie, truth, ids, screens } = watched
  watched.deeds.push(...(await people.act(name.replaceAll(/\W+/g, '-'), cookie)))
  const before = await pastOf(watched)
  for (const { screen } of screens) {
    screen.seen()
    screen.story()
  }

  const rows = await change(name, 'from its end', site, to)
  const giveUpMs = clock.monotonicMs() + LIVE_WITHIN_MS
  while (!screens.every(({ screen }) => screen.isLive()) && clock.monotonicMs() < giveUpMs)
    await delay(clock, LOOK_EVERY_MS)
  await delay(clock, AFTER_MS)

  for (const client of new Set(screens.map((each) => each.of)))
    rows.push(
      ...seenRows(
        `${name}: ${client}`,
        screens.filter((each) => each.of === client),
      ),
    )
  const judged = await judgeSettled({
    judge: async (sent) => [judgeScreens({ screens: screens.map(({ screen }) => screen), sent, ids })],
    truth,
    clock,
    settlesWithinMs: LIVE_WITHIN_MS,
  })
  for (const line of judged.says) process.stderr.write(`${name}: ${line}\n`)
  for (const digits of judged.foreign.slice(0, 3)) process.stderr.write(`${name}: never sent: ${digits}\n`)
  const gaps = screens.map(({ screen }) => screen.gaps()).filter((each) => each.length > 0)
  if (gaps[0]) process.stderr.write(`${name}: a gap that stayed: ${JSON.stringify(gaps[0])}\n`)
  const after = await pastOf(watched)
  const sent = compareWithSent(after, truth.strikes.keys())
  const lost = comparePasts(before, after)
  const fallen = await people.fallen(watched.deeds)
  for (const what of fallen) process.stderr.write(`${name}: lost: ${what}\n`)
  const none = (what: string, measured: number) => ({ what: `${name}: ${what}`, measured, unit: '', atMost: 0 })
  const told = (what: string, measured: number) => ({ ...none(what, measured), atMost: null })
  return [
    ...rows,
    told('strikes sent since the beginning', judged.sent),
    none('screens with a missing strike', judged.lacking),
    none('screens with a duplicate strike', judged.twice),
    none('strikes that were never sent', judged.foreign.length),
    none('screens with a remaining gap', gaps.length),
    told('strikes of the past', after.strikes.length),
    none('sent strikes missing in the past', sent.lacking),
    none('duplicate strikes in the past', sent.twice),
    none('earlier strikes with differences', lost.strikesLost),
    told('earlier reports', before.reports.length),
    none('earlier reports with differences', lost.reportsLost),
    told('earlier alarms', before.alarms.length),
    none('earlier alarms with differences', lost.alarmsLost),
    none('lost points of the day', lost.pointsLost),
    told('actions of people', watched.deeds.length),
    none('actions with a lost effect', fallen.length),
  ]
}

function pastOf({ site, people, cookie, truth }: Watched): Promise<Past> {
  const fromMs = truth.sinceMs
  const toMs = Math.max(fromMs + 1, clock.now() - SETTLED_MS)
  return readPast({ people, port: site.port, cookie, fromMs, toMs })
}

/** Puts that version there; how long that took. */
async function change(name: string, from: string, site: Site, to: Version): Promise<Measured[]> {
  const tookS = (await site.change(to)) / SECOND_MS
  const { version } = await (await fetch(`http://127.0.0.1:${site.port}${API_PATHS.config}`)).json()
  return [{ what: `${name}, ${from}, to ${version}: until all is ready`, measured: tookS, unit: 's', atMost: null }]
}

function seenRows(name: string, screens: readonly { screen: Screen }[]): Measured[] {
  const seen = screens.map(({ screen }) => screen.seen())
  const most = (values: readonly number[]) => Math.max(...values) / SECOND_MS
  const row = (what: string, measured: number) => ({ what: `${name}: ${what}`, measured, unit: 's', atMost: null })
  return [
    row('the longest without a batch', most(seen.map(({ pauseMs }) => pauseMs))),
    row('the longest not live', most(seen.map(({ notLiveMs }) => notLiveMs))),
  ]
}

import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { FakeSource, LIVE, reportRecord } from '../../../testing/fakes/fake-source.ts'
import { FakeViewer } from '../../../testing/fakes/fake-viewer.ts'
import { createLogPlaces } from './log-places.ts'
import { createReportChannel } from './report-channel.ts'

/** A source that shares a log. */
class LoggedSource extends FakeSource {
  position = () => 'shared-7'
}

function viewerOf(source: FakeSource, icao: string) {
  const clock = createFakeClock()
  const places = createLogPlaces(source)
  const channel = createReportChannel({ source, clock, extensions: true, parsed: true, places })
  const viewer = new FakeViewer()
  expect(channel.receive(viewer, { action: 'subscribe', icaos: [icao] })).toBeNull()
  const told = () => viewer.messages.filter(({ type }) => type === 'source_status').length
  const subscribed = viewer.messages.find(({ type }) => type === 'subscribed')
  return { clock, channel, subscribed, told, viewer }
}

it('sends a heartbeat each five seconds to clients that support several processes, without any reports of theirs', async () => {
  const source = new LoggedSource()
  const { clock, subscribed, told, channel } = viewerOf(source, 'ZSPD')
  expect(subscribed).toMatchObject({ heartbeat_seconds: 5 })
  for (let times = 1; times <= 4; times++) {
    source.emitReports({ kind: 'reports', records: [reportRecord({ icao: 'ZBAA' })] })
    await clock.advance(5_250)
    expect(told()).toBeGreaterThan(times)
  }
  channel.close()
})

it('sends none before the state of its feed', async () => {
  const source = new LoggedSource()
  const { clock, told } = viewerOf(source, '*')
  await clock.advance(4_000)
  source.emitReports({ kind: 'link', status: { ...LIVE, state: 'down' } })
  expect(told()).toBe(2)
  await clock.advance(900)
  expect(told()).toBe(2)
})

it('is absent on a single process', async () => {
  const { clock, subscribed, told } = viewerOf(new FakeSource(), '*')
  expect(subscribed).not.toHaveProperty('heartbeat_seconds')
  await clock.advance(20_000)
  expect(told()).toBe(1)
})

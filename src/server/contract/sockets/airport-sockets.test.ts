import { describe, expect, it } from 'vitest'
import { LIVE, reportRecord } from '../../../testing/fakes/fake-source.ts'
import { PARSED, RAW, setUp, soFar, subscribed } from '../../../testing/sockets/sockets-kit.ts'

describe('the airport sockets', () => {
  const both = [reportRecord({ icao: 'ZSPD' }), reportRecord({ icao: 'ZBAA' })]
  const { parsed: _, ...rawPudong } = reportRecord({ icao: 'ZSPD' })

  async function three(clockAndSource: Awaited<ReturnType<typeof setUp>>) {
    const { connect } = await clockAndSource.listen()
    return {
      all: await subscribed(connect(PARSED), { action: 'subscribe', icaos: ['*'] }),
      one: await subscribed(connect(RAW), { action: 'subscribe', icaos: ['ZSPD'] }),
      none: await subscribed(connect(RAW), { action: 'subscribe', icaos: ['ZGGG'] }),
    }
  }

  it('[DL 4.8] send the reports of the airports that were subscribed to, raw ones without parsed', async () => {
    const server = await setUp()
    const { all, one, none } = await three(server)
    server.source.emitReports({ kind: 'reports', records: both })
    expect(await soFar(all)).toEqual([{ type: 'new_metar_arrived', data: both }])
    expect(await soFar(one)).toEqual([{ type: 'new_metar_arrived', data: [rawPudong] }])
    expect(await soFar(none)).toEqual([])
  })

  it('[DL 4.8] send no further reports of an unsubscribed airport', async () => {
    const server = await setUp()
    const { all } = await three(server)
    all.send({ action: 'unsubscribe', icaos: ['ZSPD'] })
    await all.nextOf('unsubscribed')
    server.source.emitReports({ kind: 'reports', records: both })
    expect(await soFar(all)).toEqual([{ type: 'new_metar_arrived', data: [both[1]] }])
  })

  it('report on a relay that boxes are unsupported', async () => {
    const server = await setUp('relay')
    const { connect } = await server.listen()
    const socket = connect(RAW)
    await socket.opened
    socket.send({ action: 'subscribe', icaos: ['*'], bbox: [112, 21, 115, 24] })
    expect(await socket.next()).toEqual({ type: 'error', message: expect.stringMatching(/bbox is not supported here/) })
  })

  it('report the state of the relay’s own connection', async () => {
    const server = await setUp('relay')
    const { connect } = await server.listen()
    const socket = await subscribed(connect(RAW), { action: 'subscribe', icaos: ['ZSPD'] })
    expect(await socket.next()).toMatchObject({ type: 'source_status', live: true })
    server.source.emitReports({ kind: 'link', status: { ...LIVE, state: 'down', since: 'T1' } })
    expect(await socket.next()).toEqual({ type: 'source_status', live: false, since: 'T1' })
  })
})

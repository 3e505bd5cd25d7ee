import { expect, it } from 'vitest'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import { METAR_PATHS } from '../../../contract/metar.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFakeSockets, FakeSocket } from '../../../testing/fakes/fake-socket.ts'
import { createLeaderSockets } from './leader-sockets.ts'

const LINE = 'wss://line.example.com'
const LIGHTNING = LINE + LIGHTNING_PATHS.socket
const REPORTS = LINE + METAR_PATHS.parsedSocket

function setUp() {
  const clock = createFakeClock()
  const sockets = createFakeSockets()
  const may = { open: true, isOver: false }
  const spare = { socket: null as FakeSocket | null, isFree: true, freed: 0 }
  const open = createLeaderSockets({
    ...{ openSocket: sockets.openSocket, clock },
    mayOpen: () => may.open,
    isOver: () => may.isOver,
    spare: {
      take() {
        const { socket } = spare
        spare.socket = null
        return socket
      },
      freeSlot: () => void spare.freed++,
      isSlotFree: () => spare.isFree,
    },
  })
  function openAt(url: string) {
    const told: string[] = []
    const socket = open(url, { authorization: 'of the line' })
    socket.onopen = () => told.push('open')
    socket.onmessage = (text) => told.push(text)
    socket.onclose = (code) => told.push(`closed ${code}`)
    return { socket, told }
  }
  return { clock, sockets, may, spare, openAt }
}

it('takes the socket that was held in spare for the line of lightning, before any other may be opened', async () => {
  const { clock, sockets, may, spare, openAt } = setUp()
  may.open = false
  const held = new FakeSocket(LIGHTNING, {})
  spare.socket = held
  const reports = openAt(REPORTS)
  const lightning = openAt(LIGHTNING)
  held.accept()
  held.push('a batch')
  expect(lightning.told).toEqual(['open', 'a batch'])
  await clock.advance(1_000)
  expect(sockets.all).toEqual([])
  may.open = true
  await clock.advance(100)
  expect(sockets.all.map(({ url, headers }) => [url, headers])).toEqual([[REPORTS, { authorization: 'of the line' }]])
  sockets.newest.accept()
  reports.socket.send('subscribe')
  expect([reports.told, sockets.newest.sent]).toEqual([['open'], ['subscribe']])
})

it('opens nothing that was closed while it waited, and lets what waits be refused once it is over', async () => {
  const { clock, sockets, may, openAt } = setUp()
  may.open = false
  openAt(REPORTS).socket.close()
  const other = openAt(REPORTS)
  await clock.advance(1_000)
  expect(sockets.all).toEqual([])
  may.isOver = true
  await clock.advance(100)
  expect(sockets.all).toHaveLength(1)
  sockets.newest.drop()
  expect(other.told).toEqual(['closed 1006'])
  expect(clock.pending).toBe(0)
})

it('gives the third socket back before it opens one itself, and waits for that no longer than a second', async () => {
  const { clock, sockets, spare, openAt } = setUp()
  openAt(LIGHTNING)
  openAt(REPORTS)
  expect([sockets.all.length, spare.freed]).toEqual([2, 0])
  spare.isFree = false
  openAt(LIGHTNING)
  await clock.advance(200)
  expect([sockets.all.length, spare.freed]).toEqual([2, 1])
  spare.isFree = true
  await clock.advance(100)
  expect(sockets.all).toHaveLength(3)
  sockets.newest.drop()
  spare.isFree = false
  openAt(LIGHTNING)
  await clock.advance(900)
  expect(sockets.all).toHaveLength(3)
  await clock.advance(200)
  expect([sockets.all.length, spare.freed]).toEqual([4, 2])
})

it('gives it back where the upstream says that all are taken', () => {
  const { sockets, spare, openAt } = setUp()
  openAt(REPORTS)
  sockets.newest.accept()
  sockets.newest.drop(4009)
  expect(spare.freed).toBe(1)
})

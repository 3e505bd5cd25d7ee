import { expect, it } from 'vitest'
import { createCommands } from '../../state/commands.ts'
import { createCamera, FLIGHT, REVEAL } from './camera.ts'

const PUDONG = { lat: 31.14, lon: 121.8, zoom: 8 }
const CAPITAL = { lat: 40.08, lon: 116.58, zoom: 8 }

function setUp() {
  const commands = createCommands()
  const moves: string[] = []
  const attachMap = () => {
    commands.attach(FLIGHT, ({ lat }) => moves.push(`fly to ${lat}`))
    commands.attach(REVEAL, ({ lat }) => moves.push(`reveal ${lat}`))
  }
  return { camera: createCamera(commands), moves, attachMap }
}

it('flies to the last requested place once there is a map', () => {
  const { camera, moves, attachMap } = setUp()
  camera.flyTo(PUDONG)
  camera.flyTo(CAPITAL)
  attachMap()
  expect(moves).toEqual(['fly to 40.08'])
})

it('drops a pending reveal after a flight, and a pending flight after a reveal', () => {
  const first = setUp()
  first.camera.reveal(PUDONG)
  first.camera.flyTo(CAPITAL)
  first.attachMap()
  expect(first.moves).toEqual(['fly to 40.08'])
  const second = setUp()
  second.camera.flyTo(PUDONG)
  second.camera.reveal(CAPITAL)
  second.attachMap()
  expect(second.moves).toEqual(['reveal 40.08'])
})

import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { watchLeaderSilence } from './leader-silence.ts'

function setUp() {
  const clock = createFakeClock()
  const seen = { asked: 0, silent: 0, isWatching: true }
  const silence = watchLeaderSilence({
    isWatching: () => seen.isWatching,
    askOthers: () => void seen.asked++,
    onSilent: () => void seen.silent++,
    clock,
  })
  let stop = () => {}
  const speaks = (everyMs = 125) => {
    stop()
    stop = clock.every(everyMs, silence.heard)
  }
  speaks()
  return { clock, seen, silence, speaks, fallsSilent: () => stop() }
}

it('tells once that nobody hears the one that leads, after others were asked', async () => {
  const { clock, seen, speaks, fallsSilent } = setUp()
  await clock.advance(30_000)
  expect(seen).toMatchObject({ asked: 0, silent: 0 })
  fallsSilent()
  await clock.advance(300)
  expect(seen).toMatchObject({ asked: 0, silent: 0 })
  await clock.advance(150)
  expect(seen).toMatchObject({ asked: 1, silent: 0 })
  await clock.advance(150)
  expect(seen).toMatchObject({ asked: 1, silent: 1 })
  await clock.advance(10_000)
  expect(seen).toMatchObject({ asked: 1, silent: 1 })
  speaks()
  await clock.advance(1_000)
  fallsSilent()
  await clock.advance(1_000)
  expect(seen.silent).toBe(2)
})

it('tells nothing as long as another process hears it', async () => {
  const { clock, seen, silence, fallsSilent } = setUp()
  await clock.advance(1_000)
  fallsSilent()
  for (let i = 0; i < 50; i++) {
    await clock.advance(100)
    silence.objected()
  }
  expect(seen.silent).toBe(0)
  await clock.advance(500)
  expect(seen.silent).toBe(1)
})

it('knows of no silence where it was held up itself, or has just been connected', async () => {
  const { clock, seen, silence, fallsSilent } = setUp()
  await clock.advance(1_000)
  fallsSilent()
  clock.sleep(20_000)
  await clock.advance(200)
  expect(seen).toMatchObject({ asked: 0, silent: 0 })
  silence.forget()
  silence.heard()
  await clock.advance(60_000)
  expect(seen).toMatchObject({ asked: 0, silent: 0 })
})

it('waits longer for one that was slow lately', async () => {
  const { clock, seen, silence, speaks, fallsSilent } = setUp()
  await clock.advance(1_000)
  fallsSilent()
  await clock.advance(400)
  silence.heard()
  speaks()
  await clock.advance(2_000)
  fallsSilent()
  await clock.advance(800)
  expect(seen.silent).toBe(0)
  await clock.advance(300)
  expect(seen.silent).toBe(1)
})

it('looks at nothing where nothing hangs on it, nor once it is closed', async () => {
  const { clock, seen, silence, fallsSilent } = setUp()
  await clock.advance(1_000)
  seen.isWatching = false
  fallsSilent()
  await clock.advance(2_000)
  seen.isWatching = true
  silence.close()
  await clock.advance(2_000)
  expect(seen).toMatchObject({ asked: 0, silent: 0 })
  expect(clock.pending).toBe(0)
})

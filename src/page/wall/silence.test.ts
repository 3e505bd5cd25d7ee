import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followSilence, SOUNDS_AFTER_MS, type Sounding } from './use-silence.ts'

class FakeAudio extends EventTarget implements Sounding {
  state = 'suspended'
  mayWake = false
  async resume() {
    if (this.mayWake) this.become('running')
  }
  async close() {
    this.become('closed')
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function follow() {
  const audio = new FakeAudio()
  const page = new EventTarget()
  const told: boolean[] = []
  const stop = followSilence(audio, page, (isSilent) => told.push(isSilent))
  return { audio, page, told, stop }
}

it('reports that the browser blocks sound, and that it plays after user input', () => {
  const { audio, page, told } = follow()
  expect(told).toEqual([])
  vi.advanceTimersByTime(SOUNDS_AFTER_MS)
  expect(told).toEqual([true])
  audio.mayWake = true
  page.dispatchEvent(new Event('pointerdown'))
  expect(told).toEqual([true, false])
})

it('never reports a browser as silent that starts after a moment', () => {
  const { audio, told } = follow()
  audio.become('running')
  vi.advanceTimersByTime(SOUNDS_AFTER_MS)
  expect(told).toEqual([false, false])
})

it('reports nothing for a wall that is gone', () => {
  const { audio, page, told, stop } = follow()
  stop()
  vi.advanceTimersByTime(SOUNDS_AFTER_MS)
  audio.mayWake = true
  page.dispatchEvent(new Event('keydown'))
  expect(told).not.toContain(true)
  expect(audio.state).toBe('closed')
})

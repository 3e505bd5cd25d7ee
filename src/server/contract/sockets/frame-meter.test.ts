import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFrameMeter } from './frame-meter.ts'

/** A client's frame: its head, its mask and this many bytes. */
function frame(opcode: number, fin: boolean, length: number): number[] {
  const size = length < 126 ? [length] : length < 65_536 ? [126, length >> 8, length & 255] : [127, 0, 0, 0, 0]
  if (length >= 65_536) size.push((length >>> 24) & 255, (length >>> 16) & 255, (length >>> 8) & 255, length & 255)
  size[0] = size[0]! | 0x80
  return [opcode | (fin ? 0x80 : 0), ...size, ...Array<number>(4 + length).fill(0xff)]
}

const TEXT = 1
const REST = 0
const PING = 9

it.each([0, 1, 125, 126, 65_535, 65_536])('skips a payload of %i bytes', (length) => {
  const meter = createFrameMeter(() => 7)
  expect(meter.read(new Uint8Array(frame(TEXT, true, length)))).toBe(0)
  expect(meter.unfinishedSinceMs()).toBeNull()
  expect(meter.read(new Uint8Array(frame(PING, true, 3)))).toBe(1)
})

it('counts pings and fragments alike, in chunks of any size, and detects complete messages', () => {
  const frames = [frame(TEXT, false, 4), frame(PING, true, 0), frame(REST, false, 300), frame(REST, true, 2)]
  const bytes = new Uint8Array([...frames.flat(), ...frame(TEXT, true, 9), ...frame(PING, true, 125)])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (sizes) => {
      let nowMs = 0
      const meter = createFrameMeter(() => nowMs)
      let others = 0
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = sizes[i] ?? 17
        nowMs++
        others += meter.read(bytes.subarray(at, at + size))
        at += size
        if (at < frames.flat().length) expect(meter.unfinishedSinceMs()).toBe(1)
      }
      expect(others).toBe(4)
      expect(meter.unfinishedSinceMs()).toBeNull()
    }),
  )
})

it('has the start of an incomplete message, and not that of the previous one', () => {
  let nowMs = 5
  const meter = createFrameMeter(() => nowMs)
  const whole = frame(TEXT, true, 2)
  meter.read(new Uint8Array(whole.slice(0, 3)))
  expect(meter.unfinishedSinceMs()).toBe(5)
  nowMs = 8
  meter.read(new Uint8Array([...whole.slice(3), ...whole.slice(0, 1)]))
  expect(meter.unfinishedSinceMs()).toBe(8)
})

import { describe, expect, it } from 'vitest'
import { parseStrikeId, strikeId } from './strike-id.ts'

describe('the name of a strike in a link', () => {
  it('holds the millisecond and the metre, and reads back', () => {
    const id = strikeId({ timeMs: 1_782_892_800_123.456, lat: -31.143214, lon: 121.8 })
    expect(id).toBe('1782892800123,-31.14321,121.80000')
    expect(parseStrikeId(id)).toEqual({ timeMs: 1_782_892_800_123, lat: -31.14321, lon: 121.8 })
  })

  it('is invalid for any other text', () => {
    for (const id of ['', 'ZSPD', '1782892800123', '1782892800123,91,0', '1782892800123,0,181', '1e12,1,2', 'x,1,2']) {
      expect(parseStrikeId(id)).toBeNull()
    }
  })
})

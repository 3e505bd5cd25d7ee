import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cellAt, cellOf } from './grid.ts'
import { cellHasLand, decodeRuns, isLand } from './land-mask.ts'

describe('land mask', () => {
  it('distinguishes continents from oceans', () => {
    expect(isLand(39.9, 116.4)).toBe(true)
    expect(isLand(-25, 133)).toBe(true)
    expect(isLand(64, -150)).toBe(true)
    expect(isLand(-75, 100)).toBe(true)
    expect(isLand(20, 150)).toBe(false)
    expect(isLand(-40, -120)).toBe(false)
    expect(isLand(30, -45)).toBe(false)
  })

  it('counts the places of every Chinese airport, islands too', () => {
    const airports: { icao_code: string; latitude: number; longitude: number }[] = JSON.parse(
      readFileSync('data/airports-cn.json', 'utf8'),
    )
    expect(airports.length).toBe(292)
    const missed = airports.filter(({ latitude, longitude }) => !cellHasLand(cellOf(latitude, longitude)))
    expect(missed.map((airport) => airport.icao_code)).toEqual([])
  })

  it('wraps longitudes and holds at the edges', () => {
    expect(isLand(39.9, 116.4 - 360)).toBe(true)
    expect(isLand(-90, 180)).toBe(true)
    expect(isLand(90, -180)).toBe(false)
  })

  it('leaves out the fire cells of the open sea, nearly half of the world', () => {
    let land = 0
    for (let row = 0; row < 36; row++)
      for (let column = 0; column < 72; column++) if (cellHasLand(cellAt(column, row))) land++
    expect(land).toBeGreaterThan(900)
    expect(land).toBeLessThan(1_550)
    expect(cellHasLand(cellOf(33, 165))).toBe(false)
    expect(cellHasLand(cellOf(21.3, -157.9))).toBe(true)
  })

  it('reads runs row by row', () => {
    expect([...decodeRuns('02 11/13', 3)]).toEqual([0, 0, 1, 1, 1, 1])
  })
})

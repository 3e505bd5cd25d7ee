import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { cellOf, cellsAround } from '../../../../core/nowcast/degree-cells.ts'
import type { SimAirport } from '../metar/sim-airports.ts'
import type { Recording } from './recording.ts'

/** The airports of the world without China's; [code, name, longitude, latitude, metres, province, city, size]. */
const FILE = join(import.meta.dirname, '../../../../../data/airports-world.json.gz')
const text = z.string()
const degrees = z.number()
const rowSchema = z.tuple([text, text, degrees, degrees, z.number().nullable(), text, text, text])
const NEAR_KM = 250

/** The airports near recorded strikes; `otherwise` without any, since some must report. */
export function airportsNear({ lats, lons, count }: Recording, otherwise: SimAirport[]): SimAirport[] {
  const struck = new Set<number>()
  for (let i = 0; i < count; i++) struck.add(cellOf({ lat: lats[i]!, lon: lons[i]! }))
  const near = [...readAirports(), ...otherwise].filter(({ latitude: lat, longitude: lon }) =>
    cellsAround({ middle: { lat, lon }, reachKm: 0 }, NEAR_KM).some((cell) => struck.has(cell)),
  )
  return near.length > 0 ? near : otherwise
}

function readAirports(): SimAirport[] {
  const rows = z.array(rowSchema).parse(JSON.parse(gunzipSync(readFileSync(FILE)).toString()))
  return rows.map(([icao_code, name, longitude, latitude, altitude, province, city, type]) => ({
    icao_code,
    name,
    longitude,
    latitude,
    altitude,
    province,
    city,
    county: '',
    name_en: name,
    type,
    reports_metar: true,
  }))
}

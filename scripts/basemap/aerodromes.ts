import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Position } from 'geojson'
import type { Aerodromes } from './runways.ts'

/** The places of the aerodromes of China and of the world, from the folder of the repository's data. */
export function readAerodromes(dataDir: string): Aerodromes {
  const china: { icao_code: string; longitude: number; latitude: number }[] = JSON.parse(
    readFileSync(join(dataDir, 'airports-cn.json'), 'utf8'),
  )
  const world: [icao: string, name: string, lon: number, lat: number][] = JSON.parse(
    gunzipSync(readFileSync(join(dataDir, 'airports-world.json.gz'))).toString(),
  )
  return new Map<string, Position>([
    ...world.map(([icao, , lon, lat]): [string, Position] => [icao, [lon, lat]]),
    ...china.map(({ icao_code, longitude, latitude }): [string, Position] => [icao_code, [longitude, latitude]]),
  ])
}

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Replay } from '../../../contract/replay.ts'
import { formatUtc } from '../../../contract/time.ts'
import { cellOf, cellsAround } from '../../../core/nowcast/degree-cells.ts'
import type { SimAirport } from '../metar/sim-airports.ts'
import { createPlayback, type Playback } from './playback.ts'
import { type BadLines, type Recording, readRecording } from './recording.ts'

/** The airports of the world without China's; [code, name, longitude, latitude, metres, province, city, size]. */
const FILE = join(import.meta.dirname, '../../../../data/airports-world.json.gz')

const text = z.string()
const degrees = z.number()
const rowSchema = z.tuple([text, text, degrees, degrees, z.number().nullable(), text, text, text])
const NEAR_KM = 250

/** Which recorded strikes are played, and how. */
export interface ReplayWish {
  file: string
  /** Origin of the strikes; null for the file's name. */
  source: string | null
  /** Strikes before this instant are left out, Unix ms as recorded. */
  fromMs: number | null
  /** From the beginning again once they are over. */
  loops: boolean
}

/** Recorded strikes, ready to be played. */
export interface OpenReplay {
  told: Replay
  playback: Playback
  bad: BadLines
  airports: SimAirport[]
}

export type OpenedReplay = { ok: true; replay: OpenReplay } | { ok: false; problem: string }

/**
 * Opens the recording for a replay from `startMs` on; `airports` are the simulator's, used if none is near the strikes.
 */
export async function openReplay(
  wish: ReplayWish,
  deps: { startMs: number; airports: SimAirport[] },
): Promise<OpenedReplay> {
  const read = await readRecording(wish.file)
  if (!read.ok) return read
  const { recording, bad } = read
  const fromMs = wish.fromMs ?? Number.NEGATIVE_INFINITY
  const playback = createPlayback({ recording, fromMs, startMs: deps.startMs, loops: wish.loops })
  if (!playback) return { ok: false, problem: `${wish.file} holds no strike from ${formatUtc(fromMs)} on` }
  const told = {
    source: wish.source ?? basename(wish.file).replace(/(\.csv)?(\.gz)?$/i, ''),
    from: formatUtc(playback.recordedFromMs),
    to: formatUtc(playback.recordedToMs),
  }
  return { ok: true, replay: { told, playback, bad, airports: airportsNear(recording, deps.airports) } }
}

/** Summary of the recording for the operator. */
export function replayLine({ told, playback, bad }: OpenReplay): string {
  const { count } = playback.recording
  const left = bad.count > 0 ? `, lines left out: ${bad.count} (${bad.named.join(', ')})` : ''
  return `The data is a replay of ${told.source}, ${told.from} to ${told.to}. Strikes in the file: ${count}${left}.`
}

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

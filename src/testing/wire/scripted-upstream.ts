import type { StrikeRecord } from '../../contract/lightning.ts'
import { strikeIdentity } from '../../contract/lightning.ts'
import { LIGHTNING_BATCH_EVERY_MS, LIGHTNING_MINUTES_MAX } from '../../contract/limits.ts'
import { type ReportRecord, reportIdentity } from '../../contract/metar.ts'
import { formatUtc } from '../../contract/time.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Random } from '../../core/util/random.ts'
import { FakeSource, strikeRecord } from '../fakes/fake-source.ts'

export interface ArrivedStrike {
  /** As a double, like on the page. */
  id: string
  record: StrikeRecord
  /** Monotonic ms. */
  atMs: number
}

export interface ArrivedReport {
  id: string
  record: ReportRecord
  atMs: number
}

const KEEP_MS = LIGHTNING_MINUTES_MAX * 60_000
/** A record may arrive half a minute after its strike. */
const LATE_MS = 30_000
/**
 * Maximum delay of held-up batches. Older records are available by REST only: after a longer pause a connection cannot
 * know its content, and new sockets receive no replay.
 */
const HELD_UP_MS = 4_000
const AIRPORTS = ['ZBAA', 'ZSPD', 'ZGGG', 'ZUUU', 'ZLXY', 'ZWWW', 'ZPPP', 'ZHHH']

/** A strike's identity where its time is a double. */
export function pageIdentity(record: StrikeRecord): string {
  return strikeIdentity({ ...record, time: Number(record.time) })
}

export interface ScriptedUpstreamOptions {
  /** The upstream's own clock. */
  clock: Clock
  random: Random
  strikesPerSecond?: number
  /** Minimum and maximum delay of a record after its strike. */
  delayMs?: readonly [number, number]
  /** Selection of the REST window: by arrival at the service or by time of the strike. */
  windowBy?: 'arrival' | 'strike'
}

/**
 * The upstream's world: continuous strikes in batches of a second, including late, repeated and unreadable ones; and
 * reports. It stores all of them.
 */
export class ScriptedUpstream extends FakeSource {
  readonly strikesHad: ArrivedStrike[] = []
  readonly reportsHad: ArrivedReport[] = []
  strikesPerSecond: number
  /**
   * Batches are sent while true; of arrivals meanwhile, the last seconds are late, and the others available by REST
   * only.
   */
  batches = true
  /** While true, strikes have impossible times, by feed and by REST. */
  spoilsTimes = false
  readonly #clock: Clock
  readonly #random: Random
  readonly #windowBy: 'arrival' | 'strike'
  readonly #delayMs: readonly [number, number]
  readonly #stops: (() => void)[] = []
  #batch: { record: StrikeRecord; atMs: number }[] = []
  #count = 0

  constructor({ clock, random, strikesPerSecond = 1, windowBy = 'arrival', delayMs }: ScriptedUpstreamOptions) {
    super()
    this.#clock = clock
    this.#random = random
    this.#windowBy = windowBy
    this.#delayMs = delayMs ?? [0, LATE_MS]
    this.strikesPerSecond = strikesPerSecond
    this.#stops.push(
      clock.every(LIGHTNING_BATCH_EVERY_MS, () => this.#second()),
      clock.every(20_000, () => this.report(AIRPORTS[Math.floor(random() * AIRPORTS.length)]!)),
    )
    for (const icao of AIRPORTS) this.report(icao)
  }

  /** One more strike than the script has, anywhere or at a point. */
  strike(lateMs = this.#delay(), at = this.#somewhere()): StrikeRecord {
    this.#count++
    const nowMs = this.#clock.now()
    const time = BigInt(Math.floor(nowMs - lateMs)) * 1_000_000n + BigInt(this.#count % 999_983)
    const record = strikeRecord({
      time,
      ...at,
      obser_datetime: formatUtc(Math.floor(nowMs - lateMs)),
      arrived_at: formatUtc(nowMs),
      delay: Math.round(lateMs),
      ...(this.spoilsTimes && { time: 1e21 }),
    })
    this.strikesHad.push({ id: pageIdentity(record), record, atMs: this.#clock.monotonicMs() })
    this.sendOdd([record])
    return record
  }

  /** A new report of one airport. */
  report(icao: string): ReportRecord {
    const nowMs = this.#clock.now()
    const record: ReportRecord = {
      icao,
      raw_metar: `METAR ${icao} 010800Z 12004MPS 9999 FEW030 28/22 Q1008 RMK ${++this.#count}`,
      obs_time: formatUtc(nowMs - 90_000),
      report_type: 'METAR',
      arrived_at: formatUtc(nowMs),
      parsed: { kind: 'METAR', icao, temperature: 28, qnh: 1008, cavok: false },
    }
    this.reportsHad.push({ id: reportIdentity(record), record, atMs: this.#clock.monotonicMs() })
    this.reports = [...this.reports.filter((other) => other.icao !== icao), record]
    this.emitReports({ kind: 'reports', records: [record] })
    return record
  }

  /** Sends unreadable or repeated records. */
  sendOdd(records: unknown[]): void {
    const atMs = this.#clock.monotonicMs()
    for (const record of records as StrikeRecord[]) this.#batch.push({ record, atMs })
  }

  override async strikes(minutes: number): Promise<StrikeRecord[]> {
    const sinceMs = minutes * 60_000
    const nowMs = this.#clock.now()
    const monotonicMs = this.#clock.monotonicMs()
    return this.#kept()
      .filter(({ record, atMs }) =>
        this.#windowBy === 'arrival' ? atMs >= monotonicMs - sinceMs : strikeTimeMs(record.time) >= nowMs - sinceMs,
      )
      .map(({ record }) => record)
  }

  override async close(): Promise<void> {
    for (const stop of this.#stops) stop()
  }

  #somewhere() {
    return {
      lat: Math.round((18 + this.#random() * 30) * 1e4) / 1e4,
      lon: Math.round((80 + this.#random() * 45) * 1e4) / 1e4,
    }
  }

  #delay(): number {
    const [least, most] = this.#delayMs
    return least + this.#random() * (most - least)
  }

  #kept(): ArrivedStrike[] {
    const sinceMs = this.#clock.monotonicMs() - KEEP_MS
    let first = this.strikesHad.length
    while (first > 0 && this.strikesHad[first - 1]!.atMs >= sinceMs) first--
    return this.strikesHad.slice(first)
  }

  #second(): void {
    const wanted = this.strikesPerSecond
    const count = Math.floor(wanted) + (this.#random() < wanted % 1 ? 1 : 0)
    for (let i = 0; i < count; i++) this.strike()
    if (this.#random() < 0.05) {
      const again = this.strikesHad.at(-1 - Math.floor(this.#random() * 20))
      if (again) this.sendOdd([{ ...again.record, region: 99 }])
    }
    const sinceMs = this.#clock.monotonicMs() - HELD_UP_MS
    this.#batch = this.#batch.filter(({ atMs }) => atMs >= sinceMs)
    if (!this.batches) return
    this.batch(...this.#batch.splice(0).map(({ record }) => record))
  }
}

import { ALL_AIRPORTS } from '../../../contract/metar.ts'

/** Enough for all airports; bounds the memory of a subscription. */
const CODES_MAX = 10_000

const CODE = /^[A-Z0-9]{4}$/

/** Whether a text is an airport code or `*`; case and surrounding blanks are ignored. */
export function isAirportCode(text: string): boolean {
  const icao = normal(text)
  return icao === ALL_AIRPORTS || CODE.test(icao)
}

/** Airports that one socket subscribed to (DL §4.8). Case and blanks in codes are ignored. */
export class AirportSelection {
  #all = false
  readonly #wanted = new Set<string>()
  readonly #unwanted = new Set<string>() // exceptions from `*`

  /** True for an unrestricted selection: its messages are shared by all such sockets. */
  get isAll(): boolean {
    return this.#all && this.#unwanted.size === 0
  }

  get isEmpty(): boolean {
    return !this.#all && this.#wanted.size === 0
  }

  add(icaos: readonly string[]): void {
    for (const icao of icaos.map(normal)) {
      if (icao === ALL_AIRPORTS) {
        this.#all = true
        this.#unwanted.clear()
      } else {
        this.#unwanted.delete(icao)
        if (this.#wanted.size < CODES_MAX) this.#wanted.add(icao)
      }
    }
  }

  /** A missing list means all, like `*`. */
  remove(icaos: readonly string[] = [ALL_AIRPORTS]): void {
    for (const icao of icaos.map(normal)) {
      if (icao === ALL_AIRPORTS) {
        this.#all = false
        this.#wanted.clear()
        this.#unwanted.clear()
      } else {
        this.#wanted.delete(icao)
        if (this.#all && this.#unwanted.size < CODES_MAX) this.#unwanted.add(icao)
      }
    }
  }

  has(icao: string): boolean {
    return this.#all ? !this.#unwanted.has(icao) : this.#wanted.has(icao)
  }
}

function normal(icao: string): string {
  return icao.trim().toUpperCase()
}

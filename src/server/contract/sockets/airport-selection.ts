import { ALL_AIRPORTS } from '../../../contract/metar.ts'

/** Enough for every airport on earth; more is no subscription but an attempt to fill the memory. */
const CODES_MAX = 10_000

const CODE = /^[A-Z0-9]{4}$/

/** Whether a text names an airport, or all of them; case and blanks around it do not matter. */
export function isAirportCode(text: string): boolean {
  const icao = normal(text)
  return icao === ALL_AIRPORTS || CODE.test(icao)
}

/** Which airports one socket hears of (DL §4.8). Reading codes is forgiving: case and blanks do not matter. */
export class AirportSelection {
  #all = false
  readonly #wanted = new Set<string>()
  readonly #unwanted = new Set<string>() // of all

  /** Whether nothing narrows it: then its messages are everybody's. */
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

  /** No list means all, as does `*`. */
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

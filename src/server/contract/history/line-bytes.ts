import { instantOf, type StrikeBlock, strikeUnits, type Value } from '../../../core/strikes/strike-block.ts'
import { isStyle, unitsPerSecond, writeInstant } from '../../../core/time/instant-text.ts'

/** For a thousand strikes with all fields at usual length; the buffer grows if needed. */
const BUFFER_BYTES = 262_144
const UTF8_BYTES_MAX = 3
const ASCII_END = 128
const ZERO = 48
const MINUS = 45
const POINT = 46
const SECOND_NS = 1e9
/** Coordinates have six decimal places. */
const PARTS = 1e6
const INT_END = 2 ** 31

/**
 * Rows of a block as `strikeText` formats them, each with a line end. Written byte by byte without intermediate
 * objects: an hour of a storm has hundreds of thousands of rows, whose garbage would have to be collected.
 */
export function lineBytes({ baseS, offsetsNs, columns }: StrikeBlock, from: number, to: number): Uint8Array {
  const { lat, lon, alt, pol, mds, mcg, status, region } = columns
  const observed = new Instants(',"obser_datetime":', baseS, columns.observedAs, columns.observed)
  const arrived = new Instants(',"arrived_at":', baseS, columns.arrivedAs, columns.arrived)
  line.end = 0
  for (let i = from; i < to; i++) {
    const offsetNs = offsetsNs[i]!
    line.text('{"time":')
    line.time(baseS, offsetNs)
    observed.write(line, i, offsetNs)
    line.member(',"lat":', lat[i])
    line.member(',"lon":', lon[i])
    line.member(',"alt":', alt[i])
    line.member(',"pol":', pol[i])
    line.member(',"mds":', mds[i])
    line.member(',"mcg":', mcg[i])
    line.member(',"status":', status[i])
    line.member(',"region":', region[i])
    arrived.write(line, i, offsetNs)
    line.text('}\n')
  }
  return line.taken()
}

/** Timestamps of a column: those in the same second and format differ in the last digits only. */
class Instants {
  readonly name: string
  readonly baseS: number
  readonly styles: readonly Value[]
  readonly values: readonly Value[]
  style: Value
  afterS = Number.NaN
  /** Text of the whole second with zeros for the fraction. */
  text: string | null = null
  fractionAt = 0

  constructor(name: string, baseS: number, styles: readonly Value[], values: readonly Value[]) {
    this.name = name
    this.baseS = baseS
    this.styles = styles
    this.values = values
  }

  write(line: Bytes, row: number, offsetNs: number): void {
    const style = this.styles[row]
    const value = this.values[row]
    if (!isStyle(style) || typeof value !== 'number') {
      line.member(this.name, instantOf(style, value, offsetNs, this.baseS))
      return
    }
    const perSecond = unitsPerSecond(style)
    const units = value + strikeUnits(style, offsetNs)
    const afterS = Math.floor(units / perSecond)
    if (style !== this.style || afterS !== this.afterS) this.know(style, afterS)
    if (this.text === null) return
    line.text(this.name)
    line.text(this.text)
    if (style % 10 > 0) line.digitsBack(this.text.length - this.fractionAt, units - afterS * perSecond, style % 10)
  }

  know(style: number, afterS: number): void {
    const text = writeInstant({ style, units: afterS * unitsPerSecond(style) }, this.baseS)
    this.style = style
    this.afterS = afterS
    this.text = text === undefined ? null : `"${text}"`
    this.fractionAt = (this.text?.indexOf('.') ?? 0) + 1
  }
}

/** A growing UTF-8 buffer of JSON. */
class Bytes {
  bytes = new Uint8Array(BUFFER_BYTES)
  end = 0

  /** Nanoseconds since 1970, all digits. */
  time(baseS: number, offsetNs: number): void {
    const afterS = Math.floor(offsetNs / SECOND_NS)
    const second = baseS + afterS
    if (second > 0) {
      this.text(String(second))
      this.digits(offsetNs - afterS * SECOND_NS, 9)
    } else this.text(String(BigInt(baseS) * BigInt(SECOND_NS) + BigInt(offsetNs)))
  }

  member(name: string, value: Value): void {
    if (value === undefined) return
    this.text(name)
    if (typeof value === 'number') this.number(value)
    else this.text(JSON.stringify(value))
  }

  number(value: number): void {
    const parts = Math.abs(Math.round(value * PARTS))
    if (parts < INT_END && parts > 0 && Math.abs(value) === parts / PARTS) this.millionths(value < 0, parts)
    else this.text(String(value))
  }

  millionths(isNegative: boolean, parts: number): void {
    this.room(12)
    if (isNegative) this.bytes[this.end++] = MINUS
    const whole = (parts / PARTS) | 0
    this.digits(whole, whole < 10 ? 1 : whole < 100 ? 2 : whole < 1_000 ? 3 : 4)
    let fraction = parts - whole * PARTS
    if (fraction === 0) return
    let places = 6
    while (fraction % 10 === 0) {
      fraction /= 10
      places--
    }
    this.bytes[this.end++] = POINT
    this.digits(fraction, places)
  }

  /** An integer with this number of digits, zero-padded. */
  digits(value: number, places: number): void {
    this.room(places)
    this.end += places
    this.digitsBack(places, value, places)
  }

  /** Overwrites digits at `back` bytes before the end. */
  digitsBack(back: number, value: number, places: number): void {
    const { bytes } = this
    const from = this.end - back
    let left = value | 0
    for (let at = from + places - 1; at >= from; at--) {
      const rest = (left / 10) | 0
      bytes[at] = ZERO + left - rest * 10
      left = rest
    }
  }

  text(text: string): void {
    const { length } = text
    this.room(length * UTF8_BYTES_MAX)
    const { bytes, end } = this
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code >= ASCII_END) {
        this.end += new TextEncoder().encodeInto(text, bytes.subarray(end)).written
        return
      }
      bytes[end + i] = code
    }
    this.end = end + length
  }

  room(wanted: number): void {
    if (this.end + wanted <= this.bytes.length) return
    const grown = new Uint8Array(2 * this.bytes.length + wanted)
    grown.set(this.bytes)
    this.bytes = grown
  }

  taken(): Uint8Array {
    return this.bytes.slice(0, this.end)
  }
}

/** Reused: a response holds the bytes of its lines only. */
const line = new Bytes()

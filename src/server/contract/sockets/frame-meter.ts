const FIN = 0x80
const FIRST_CONTROL_OPCODE = 0x8
const MASK = 0x80
const MASK_BYTES = 4
/** Extended length bytes by the value of the second byte of a frame. */
const LONGER: Record<number, number> = { 126: 2, 127: 8 }

/**
 * Counts fragments of a client's frames (RFC 6455 §5.2): `ws` reports complete messages only. Parses headers and skips
 * payloads, so that it adds little to the cost of `ws`.
 */
export function createFrameMeter(nowMs: () => number) {
  const head: number[] = []
  let leftBytes = 0
  /** A fragmented message has begun. */
  let isInParts = false
  let sinceMs: number | null = null

  /** Consumes a header byte; true for the last one. */
  function takeHead(byte: number): boolean {
    head.push(byte)
    const [, second] = head
    if (second === undefined) return false
    const longer = LONGER[second & ~MASK] ?? 0
    if (head.length < 2 + longer) return false
    const length = longer === 0 ? second & ~MASK : head.slice(2).reduce((sum, each) => sum * 256 + each, 0)
    leftBytes = length + (second & MASK ? MASK_BYTES : 0)
    return true
  }

  return {
    /** Reads received bytes, in chunks of any size; returns the number of frames that did not end a message. */
    read(bytes: Uint8Array): number {
      let others = 0
      sinceMs ??= nowMs()
      for (let at = 0; at < bytes.length; ) {
        if (leftBytes > 0) {
          const passed = Math.min(leftBytes, bytes.length - at)
          leftBytes -= passed
          at += passed
        } else if (takeHead(bytes[at++]!)) {
          const isControl = (head[0]! & 0xf) >= FIRST_CONTROL_OPCODE
          const isEnd = !isControl && (head[0]! & FIN) !== 0
          if (!isControl) isInParts = !isEnd
          if (!isEnd) others++
          head.length = 0
        } else continue
        if (leftBytes === 0 && head.length === 0) sinceMs = isInParts ? sinceMs : nowMs()
      }
      if (leftBytes === 0 && head.length === 0 && !isInParts) sinceMs = null
      return others
    },
    /** Unix ms at which an incomplete message began; null without one. */
    unfinishedSinceMs: (): number | null => sinceMs,
  }
}

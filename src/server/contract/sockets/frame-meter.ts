/** What of a client's frames (RFC 6455 §5.2) no message is told of: `ws` hands on whole messages alone. */
export interface FrameMeter {
  /** Reads what came, in pieces of any size; answers how many frames of it were no end of a message. */
  read(bytes: Uint8Array): number
  /** Since when, Unix ms, a message has begun that has not ended; null where none has. */
  unfinishedSinceMs(): number | null
}

const FIN = 0x80
const FIRST_CONTROL_OPCODE = 0x8
const MASK = 0x80
const MASK_BYTES = 4
/** Bytes of the length that follow the first two of a frame, by what stands in the second. */
const LONGER: Record<number, number> = { 126: 2, 127: 8 }

/** Heads are read and payloads passed over, so that it costs next to nothing beside what `ws` does. */
export function createFrameMeter(nowMs: () => number): FrameMeter {
  const head: number[] = []
  let leftBytes = 0
  /** A message in parts has begun. */
  let isInParts = false
  let sinceMs: number | null = null

  /** Takes a byte of a head; true where that was its last one. */
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
    read(bytes) {
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
    unfinishedSinceMs: () => sinceMs,
  }
}

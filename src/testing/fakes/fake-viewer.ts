import { parseJsonExact } from '../../contract/json-exact.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Viewer } from '../../server/contract/sockets/channel.ts'
import type { Frame } from '../../server/contract/sockets/fan-out.ts'

/** The read properties of a message of the lightning feed. */
type Message = {
  type: string
  data?: StrikeRecord[]
  from?: string
  to?: string
  bbox?: number[]
  position?: string
  after?: string
}

/** A viewer that stores received messages, and reads at a rate set by the test. */
export class FakeViewer implements Viewer {
  readonly of: string
  constructor(of = 'viewer') {
    this.of = of
  }
  readonly messages: Message[] = []
  unsent = 0
  /** Bytes that a browser would have received. */
  deflatedBytes = 0
  send(frame: Frame): void {
    this.deflatedBytes += frame.deflated().length
    const head = frame.plain[1]! < 126 ? 2 : frame.plain[1] === 126 ? 4 : 10
    this.messages.push(parseJsonExact(frame.plain.subarray(head).toString()) as Message)
  }
  reads = true
  unsentBytes() {
    return this.unsent
  }
  stillReads() {
    return this.reads
  }
  get strikes(): StrikeRecord[] {
    return this.messages.flatMap(({ data = [] }) => data)
  }
  get gaps() {
    return this.messages.flatMap(({ type, from, to }) =>
      type === 'gap' ? [[from?.slice(11, 19), to?.slice(11, 19)]] : [],
    )
  }
}

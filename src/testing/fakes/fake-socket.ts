import { type OpenSocket, type Socket, UNHEARD } from '../../client/session/environment.ts'

/** A socket whose server side is controlled by the test. */
export class FakeSocket implements Socket {
  readonly url: string
  readonly headers: Record<string, string>
  /** Messages sent by the client. */
  readonly sent: string[] = []
  /** True once either side closed it. */
  closed = false
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  onpong: Socket['onpong'] = null
  /** Defined if the test's platform has it. */
  ping: Socket['ping']
  /** For reacting servers: called with each message of the client. */
  onsent: ((text: string) => void) | null = null

  constructor(url: string, headers: Record<string, string>) {
    this.url = url
    this.headers = headers
  }

  send(text: string): void {
    this.sent.push(text)
    this.onsent?.(text)
  }

  close(): void {
    this.closed = true
  }

  /** The server accepts the handshake. */
  accept(): void {
    this.onopen?.()
  }

  /** Sends a message of the server, or raw text. */
  push(message: object | string): void {
    this.onmessage?.(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The server closes, or with 1006 the connection breaks. */
  drop(code = 1006, reason = ''): void {
    this.closed = true
    this.onclose?.(code, reason)
  }
}

export interface FakeSockets {
  openSocket: OpenSocket
  /** All sockets opened so far, newest last. */
  readonly all: FakeSocket[]
  readonly newest: FakeSocket
  /** Those that neither side has closed. */
  readonly held: FakeSocket[]
}

export function createFakeSockets(): FakeSockets {
  const all: FakeSocket[] = []
  return {
    all,
    openSocket(url, headers) {
      const socket = new FakeSocket(url, headers)
      all.push(socket)
      return socket
    },
    get newest() {
      const socket = all.at(-1)
      if (!socket) throw new Error('No socket was opened yet.')
      return socket
    },
    get held() {
      return all.filter(({ closed }) => !closed)
    },
  }
}

/** A socket in front of `inner`, whose events are each taken by `pass`. */
export function socketBefore(inner: Socket, pass: (event: () => void) => void): Socket {
  const outer: Socket = {
    send: (text) => inner.send(text),
    close: (code, reason) => inner.close(code, reason),
    ...UNHEARD,
    ...(inner.ping && { ping: inner.ping }),
  }
  inner.onopen = () => pass(() => outer.onopen?.())
  inner.onmessage = (text) => pass(() => outer.onmessage?.(text))
  inner.onclose = (code, reason) => pass(() => outer.onclose?.(code, reason))
  inner.onpong = () => pass(() => outer.onpong?.())
  return outer
}

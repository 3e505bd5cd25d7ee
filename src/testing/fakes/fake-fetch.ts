import type { Environment } from '../../client/session/environment.ts'

export interface FakeCall {
  url: URL
  method: string
  headers: Headers
  /** True after the client cancelled the call. */
  readonly aborted: boolean
}

/** The response of a fake server: `body` as JSON, raw `text`, or none. */
export type FakeAnswer =
  | { status?: number; headers?: Record<string, string>; body?: unknown; text?: string }
  /** Never responds; the call ends when the client aborts. */
  | 'hang'
  /** There is no connection; in Node `cause.code` has the reason. */
  | { failsWith: string }

export interface FakeFetch {
  fetch: Environment['fetch']
  calls: FakeCall[]
}

/** A `fetch` with `answer` as its server. Relative URLs are resolved against `http://page.test`. */
export function createFakeFetch(
  answer: (call: FakeCall, index: number) => FakeAnswer | Promise<FakeAnswer>,
): FakeFetch {
  const calls: FakeCall[] = []

  async function respond(call: FakeCall): Promise<Response> {
    const given = await answer(call, calls.length - 1)
    if (given === 'hang') return new Promise(() => {})
    if ('failsWith' in given) {
      throw new TypeError(`fetch failed for ${call.url}`, { cause: { code: given.failsWith } })
    }
    const { status = 200, headers = {}, body, text = body === undefined ? '' : JSON.stringify(body) } = given
    // A real Response reads its body in many turns of the event loop, which a fake clock does not wait for.
    return { status, ok: status < 400, headers: new Headers(headers), text: async () => text } as Response
  }

  return {
    calls,
    fetch(url, init) {
      const { signal } = init
      const call: FakeCall = {
        url: new URL(url, 'http://page.test'),
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        get aborted() {
          return signal?.aborted ?? false
        },
      }
      calls.push(call)
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        respond(call).then(resolve, reject)
      })
    },
  }
}

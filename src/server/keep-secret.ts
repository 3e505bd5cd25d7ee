import type { Environment, Socket } from '../client/session/environment.ts'

const BLOT = '[secret]'
/** Where none of these stands, no letter of a text is written in another way than as itself. */
const ESCAPES = /\\u|\\\/|%|&#/i

/**
 * `environment` as it is, but that nothing which comes in from outside holds `secret`: an upstream (or a proxy before
 * it) that repeats our key in an error must not have it passed on to viewers or written to a log. The key is found as
 * it is, and with any of its letters escaped as JSON, addresses and HTML allow.
 */
export function keepSecret(environment: Environment, secret: string): Environment {
  const escaped = new RegExp([...secret].map(formsOf).join(''), 'gi')
  const blot = (text: string) => {
    const clean = text.replaceAll(secret, BLOT)
    return ESCAPES.test(clean) ? clean.replace(escaped, BLOT) : clean
  }

  return {
    ...environment,
    async fetch(url, init) {
      const response = await environment.fetch(url, init)
      const read = response.text.bind(response)
      const text = async () => blot(await read())
      return Object.defineProperties(response, {
        text: { value: text },
        json: { value: async () => JSON.parse(await text()) },
      })
    },
    openSocket(url, headers) {
      const inner = environment.openSocket(url, headers)
      const socket: Socket = {
        send: (text) => inner.send(text),
        close: (code, reason) => inner.close(code, reason),
        onopen: null,
        onmessage: null,
        onclose: null,
        onpong: null,
      }
      if (inner.ping) socket.ping = () => inner.ping?.()
      inner.onopen = () => socket.onopen?.()
      inner.onpong = () => socket.onpong?.()
      inner.onmessage = (text) => socket.onmessage?.(blot(text))
      inner.onclose = (code, reason) => socket.onclose?.(code, blot(reason))
      return socket
    },
  }
}

/** Every way of writing one character: itself, `\u006b`, `%6b`, `&#107;`, `&#x6b;`, and a slash as `\/`. */
function formsOf(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16).padStart(2, '0')
  const itself = character.replace(/[^\w]/g, '\\$&')
  const slash = character === '/' ? '|\\\\+/' : ''
  return `(?:${itself}|\\\\+u00${hex}|%(?:25)*${hex}|&#0*${code};|&#x0*${hex};${slash})`
}

import { type Environment, type Socket, UNHEARD } from '../../client/session/environment.ts'

const BLOT = '[secret]'
/** Without any of these a text contains no escaped letters. */
const ESCAPES = /\\[ux/]|%|&#/i
/** A shorter secret could occur by chance. */
const TELLING_LENGTH = 8

/**
 * `environment` with `secret` removed from everything received: an upstream, or a proxy before it, that echoes our key
 * in an error must not leak it to viewers or the log. The key is found as plain text, base64 and hexadecimal, with any
 * letters escaped as in JSON, URLs and HTML; in bodies, headers and socket messages.
 */
export function keepSecret(environment: Environment, secret: string): Environment {
  const blot = createBlot(secret)

  return {
    ...environment,
    async fetch(url, init) {
      const response = await environment.fetch(url, init)
      const read = response.text.bind(response)
      const text = async () => blot(await read())
      return Object.defineProperties(response, {
        headers: { value: new Headers([...response.headers].map(([name, value]) => [name, blot(value)])) },
        text: { value: text },
        json: { value: async () => JSON.parse(await text()) },
      })
    },
    openSocket(url, headers) {
      const inner = environment.openSocket(url, headers)
      const socket: Socket = {
        send: (text) => inner.send(text),
        close: (code, reason) => inner.close(code, reason),
        ...UNHEARD,
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

/** Returns a function that removes `secret` from a text in any of its encodings. */
export function createBlot(secret: string): (text: string) => string {
  const forms = [secret, ...encodingsOf(secret)]
  const escaped = new RegExp(forms.map((form) => [...form].map(formsOf).join('')).join('|'), 'gi')
  return (text) => {
    const clean = forms.reduce((rest, form) => rest.replaceAll(form, BLOT), text)
    return ESCAPES.test(clean) ? clean.replace(escaped, BLOT) : clean
  }
}

/**
 * The secret in hexadecimal, and in base64 at any offset: three bytes are four letters, so there are three alignments;
 * of each, only the letters that depend on the secret alone.
 */
function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].flatMap((before) =>
    (['base64', 'base64url'] as const).map((alphabet) =>
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString(alphabet)
        .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
    ),
  )
  return [...new Set([hex, hex.toUpperCase(), ...base64])].filter(({ length }) => length >= TELLING_LENGTH)
}

/**
 * All encodings of one character: itself, `\u006b`, `\u{6b}`, `\x6b`, `%6b`, `&#107;`, `&#x6b;`, and a slash as `\/`.
 * Repetitions are bounded, so that matching stays linear in the text.
 */
function formsOf(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16).padStart(2, '0')
  const itself = character.replace(/[^\w]/g, '\\$&')
  const slash = character === '/' ? '|\\\\{1,8}/' : ''
  const escapes = `\\\\{1,8}(?:u00${hex}|u\\{0{0,8}${hex}\\}|x${hex})`
  return `(?:${itself}|${escapes}|%(?:25){0,8}${hex}|&#0{0,8}${code};|&#x0{0,8}${hex};${slash})`
}

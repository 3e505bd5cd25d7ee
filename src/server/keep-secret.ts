import type { Environment, Socket } from '../client/session/environment.ts'

/**
 * `environment` as it is, but that nothing which comes in from outside holds `secret`: an upstream (or a proxy before
 * it) that repeats our key in an error must not have it passed on to viewers or written to a log.
 */
export function keepSecret(environment: Environment, secret: string): Environment {
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  const blot = (text: string) => [...forms].reduce((clean, form) => clean.replaceAll(form, '[secret]'), text)

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
      }
      inner.onopen = () => socket.onopen?.()
      inner.onmessage = (text) => socket.onmessage?.(blot(text))
      inner.onclose = (code, reason) => socket.onclose?.(code, blot(reason))
      return socket
    },
  }
}

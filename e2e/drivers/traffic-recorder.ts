import type { Page } from '@playwright/test'

/** Records all data received by a page: responses with URLs and headers, and socket messages. */
export function recordTraffic(page: Page) {
  const heard: (string | Promise<string>)[] = []
  page.on('response', (response) => {
    // Streams do not end; their alarms are also in the recorded list.
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    const body = isStream ? Promise.resolve('') : response.text().catch(() => '') // redirects have none
    heard.push(body.then((text) => `${response.url()} ${JSON.stringify(response.headers())} ${text}`))
  })
  page.on('websocket', (socket) => {
    heard.push(socket.url())
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString()))
    socket.on('framesent', ({ payload }) => heard.push(payload.toString()))
  })
  page.on('console', (message) => heard.push(message.text()))
  return {
    push: (text: string) => void heard.push(text),
    everything: () => Promise.all(heard),
  }
}

/** Records the targets of requests and sockets; excludes local URLs (`blob:`, `data:`). */
export function listenToRequests(page: Page) {
  const urls: URL[] = []
  page.on('request', (request) => urls.push(new URL(request.url())))
  page.on('websocket', (socket) => urls.push(new URL(socket.url())))
  const leaving = () => urls.filter(({ protocol }) => !['blob:', 'data:'].includes(protocol))
  return {
    origins: () => [...new Set(leaving().map(({ protocol, host }) => `${protocol}//${host}`))].sort(),
    paths: () => leaving().map(({ pathname }) => pathname),
  }
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { createNodeEnvironment } from './node-environment.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function closeOf(url: string): Promise<{ code: number; reason: string }> {
  const socket = createNodeEnvironment().openSocket(url, {})
  return new Promise((resolve) => {
    socket.onclose = (code, reason) => resolve({ code, reason })
  })
}

describe('createNodeEnvironment', () => {
  it('opens sockets with headers, without compression, and carries text both ways', async () => {
    const server = createServer()
    const sockets = new WebSocketServer({ server, perMessageDeflate: true })
    const seen: unknown[] = []
    sockets.on('connection', (socket, request) => {
      seen.push(request.headers.authorization, socket.extensions)
      socket.on('message', (data) => socket.send(`echo ${data}`))
    })
    const url = await listen(server)
    const socket = createNodeEnvironment().openSocket(url, { authorization: 'Bearer sk-test' })
    const echoed = new Promise((resolve) => {
      socket.onmessage = resolve
    })
    socket.onopen = () => socket.send('雷')
    expect(await echoed).toBe('echo 雷')
    expect(seen).toEqual(['Bearer sk-test', ''])
    socket.close(1000)
  })

  it('follows no redirect: the key is sent to its server only', async () => {
    const paths: (string | undefined)[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const url = (await listen(server)).replace('ws:', 'http:')
    const answer = await createNodeEnvironment().fetch(`${url}/here`, { headers: { authorization: 'Bearer sk-test' } })
    expect([answer.status, paths]).toEqual([302, ['/here']])
  })

  it('follows no redirect of a handshake either', async () => {
    const paths: (string | undefined)[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end()
    })
    const socket = createNodeEnvironment().openSocket(`${await listen(server)}/here`, {
      authorization: 'Bearer sk-test',
    })
    const words = await new Promise((resolve) => {
      socket.onclose = (_code, reason) => resolve(reason)
    })
    expect([words, paths]).toEqual(['the handshake was answered with 302', ['/here']])
  })

  it('sends pings below the messages, and receives the response', async () => {
    const server = createServer()
    new WebSocketServer({ server })
    const socket = createNodeEnvironment().openSocket(await listen(server), {})
    const answered = new Promise<void>((resolve) => {
      socket.onpong = resolve
    })
    socket.onopen = () => socket.ping?.()
    await answered
    socket.close(1000)
  })

  it('passes on the code and reason of a close', async () => {
    const server = createServer()
    new WebSocketServer({ server }).on('connection', (socket) => socket.close(4009, 'too many'))
    expect(await closeOf(await listen(server))).toEqual({ code: 4009, reason: 'too many' })
  })

  it.each([
    [401, 4001],
    [403, 4001],
    [503, 1006],
  ])('maps a handshake response %i to close code %i', async (status, code) => {
    const server = createServer()
    server.on('upgrade', (_request, socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
    )
    expect(await closeOf(await listen(server))).toEqual({
      code,
      reason: `the handshake was answered with ${status}`,
    })
  })

  it('reports why there is no connection', async () => {
    const server = createServer()
    const url = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    expect(await closeOf(url)).toEqual({ code: 1006, reason: 'ECONNREFUSED' })
  })

  it('can be closed while it is still connecting', async () => {
    const server = createServer() // never responds to the upgrade
    server.on('upgrade', () => {})
    const socket = createNodeEnvironment().openSocket(await listen(server), {})
    const closed = new Promise((resolve) => {
      socket.onclose = resolve
    })
    socket.close(1000)
    expect(await closed).toBe(1006)
  })
})

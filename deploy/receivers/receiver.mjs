/** Receives the webhook of a channel: checks each signature, and prints each message once. See docs/alarms.md. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SECRET, PORT = 9000 } = process.env
const seen = new Set()
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(request.headers['x-brontide-signature'] ?? '') ?? []
  const wanted = createHmac('sha256', SECRET).update(`${t}.${body}`).digest()
  const isFresh = Math.abs(Date.now() / 1000 - Number(t)) < 300
  if (!v1 || !isFresh || !timingSafeEqual(Buffer.from(v1, 'hex'), wanted)) return response.writeHead(401).end()
  const { id, step, place, level, state, text } = JSON.parse(body)
  const said = text.replaceAll('\n', ' · ')
  if (!seen.has(id)) console.log(`${step} ${place?.id ?? '-'} ${level ?? 'none'} ${state ?? '-'}: ${said}`)
  seen.add(id)
  response.writeHead(204).end()
})
server.listen(PORT, '127.0.0.1', () => console.log(`listening on port ${server.address().port}`))

import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOpenDoor } from '../../server/access/open-door.ts'
import { isUpgradeFromElsewhere, ownOrigin } from '../../server/access/own-origin.ts'
import { createSessions } from '../../server/access/sign-in/sessions.ts'
import { readCredential } from '../../server/contract/accounts/credentials.ts'
import { createTokenIssuer } from '../../server/contract/accounts/token-issuer.ts'
import { openHttpFront } from '../../server/http/http-front.ts'
import { createTrustedProxies, readTrustedProxies } from '../../server/settings/trusted-proxies.ts'
import { clientAddress, networkOf, plainAddress } from '../../server/web/client-address.ts'
import { requestUrl } from '../../server/web/request-path.ts'
import { createSigner } from '../../server/web/signer.ts'
import { accepts } from '../../server/web/static.ts'
import { setUpAppServer } from '../app-server-kit.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { anyText } from './fuzz-kit.ts'

type Env = Record<string, string>

const HOSTS = [
  'localhost',
  '127.0.0.1',
  '[::1]',
  '[::]',
  '[',
  '1.2.3.4.5',
  '999.0.0.1',
  'map.example.com',
  '.localhost',
  ':8080',
  ':99999',
  'xn--',
  '..',
  '0x7f.1',
]
const ADDRESSES = [
  '127.0.0.1',
  '::1',
  '::ffff:10.0.0.7',
  'fe80::1%eth0',
  '::ffff:10.0.0.7%1',
  '2001:db8::1',
  '1:2:3:4:5:6:7:8',
  '::',
  '10.0.0.0/8',
  '/33',
  '/128',
  ',',
  ', ',
  'for=',
]
const PATHS = [
  '/',
  '//',
  '/api/',
  'api/status',
  'api/token/',
  'lightning',
  'api/session',
  'api/heals',
  'api/config',
  'api/fires',
  'api/nowcast',
  'api/reports',
  'api/strikes/counts',
  'fast-lightning/rest/strikes',
  'fast-lightning/ws/strikes',
  'fast-metar/rest/raw',
  'fast-metar/rest/latency',
  '/all',
  'v1/metar/stations',
  'v1/fire-point/bbox',
  'basemap/',
  '9/1/1.mvt',
  '?',
  'minutes=',
  'icaos=',
  'token=',
  'ft-',
  'sk-',
  'from=',
  'to=',
  'bbox=',
  '%2e%2e/',
  '..',
  'http://x',
  '*',
  'host:443',
  'metrics',
  'healthz',
]
const NAMES = [
  'host',
  'origin',
  'cookie',
  'authorization',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-real-ip',
  'sec-fetch-site',
  'accept',
  'accept-encoding',
  'if-none-match',
  'range',
  'content-length',
  'x-auth-request-email',
]
const VALUES = [
  ...HOSTS,
  ...ADDRESSES,
  'http://',
  'https://',
  'null',
  'Bearer ',
  'ft-',
  'sk-',
  '.',
  'brontide=',
  '__Host-brontide=',
  'same-origin',
  'cross-site',
  'gzip',
  'br',
  ';q=',
  'application/octet-stream',
  '"',
  'bytes=0-',
]
/** Letters that a header can hold. */
const headerText = anyText(VALUES).map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim())
const headers = fc.dictionary(fc.constantFrom(...NAMES), headerText)
const target = fc.oneof(
  anyText(PATHS),
  anyText(PATHS).map((text) => `/${text}`),
)

/** Requests to the server before authentication. */
export function fuzzRequests(): void {
  targetsAndHeadersOfRequests()
  aRequestOfAnyKind()
}

function targetsAndHeadersOfRequests(): void {
  describe('targets and headers of requests', () => {
    it('have one path, which is never another host’s', () => {
      fc.assert(
        fc.property(target, (text) => {
          const url = requestUrl(text)
          if (url && text.startsWith('/')) expect(url.host).toBe('local')
        }),
      )
    })

    it('have a client, a network and an origin, or none', () => {
      const header = fc.record(
        {
          host: fc.oneof(headerText, fc.constantFrom(...HOSTS)),
          origin: headerText,
          'sec-fetch-site': headerText,
          authorization: headerText,
        },
        { requiredKeys: [] },
      )
      const trusted = createTrustedProxies(['127.0.0.0/8', '10.0.0.0/8', '::1'])
      const doors = [null, 'https://map.example.com'].map((publicOrigin) =>
        createOpenDoor({ publicOrigin, isAssumed: true }),
      )
      fc.assert(
        fc.property(header, anyText(ADDRESSES), anyText(ADDRESSES), (said, remote, forwarded) => {
          const read = (name: string) => said[name as keyof typeof said]
          const own = ownOrigin(read, false)
          if ('url' in own) expect(new URL(own.url).pathname, own.url).toBe('/')
          isUpgradeFromElsewhere(read)
          for (const door of doors) door.refusalOf(read)
          const client = clientAddress(remote, { [remote.length % 2 ? 'for' : 'standard']: forwarded }, trusted)
          expect(client === plainAddress(remote) || /^[\da-f.:]+(%.+)?$/i.test(client), client).toBe(true)
          expect(networkOf(networkOf(client))).toBe(networkOf(client))
          readCredential(read('authorization'), new URLSearchParams(forwarded))
          accepts(forwarded, 'gzip')
        }),
      )
    })

    it('have no token and no session that was not signed here', () => {
      const clock = createFakeClock()
      const secret = 'a secret of the server alone'
      const tokens = createTokenIssuer({ secret, clock })
      const sessions = createSessions({ signer: createSigner(() => [secret]), clock })
      const { token } = tokens.issue('lightning')
      const session = sessions.write(sessions.start({ name: null, password: 'line' }))
      const parts = ['ft-', '.', ...token.slice(3).split('.'), ...session.split('.')]
      fc.assert(
        fc.property(anyText(parts), (text) => {
          if (tokens.verify(text, 'lightning')) expect(text).toBe(token)
          if (sessions.read(text)) expect(text).toBe(session)
        }),
      )
    })

    it('trust networks that can be trusted, or name those that can not', () => {
      fc.assert(
        fc.property(anyText(ADDRESSES), anyText(ADDRESSES), (text, address) => {
          const read = readTrustedProxies(text)
          if (read.ok) createTrustedProxies(read.value).has(address)
        }),
      )
    })
  })
}

function aRequestOfAnyKind(): void {
  describe('a request of any kind', () => {
    it.each<Env>([
      {},
      { ACCESS: '', HOST: '127.0.0.1' },
      { ACCESS: 'oidc', OIDC_IDENTITY_HEADER: 'x-auth-request-email', TRUSTED_PROXIES: '127.0.0.1' },
    ])('has a response, and never a failure (%o)', async (env) => {
      const { app, clock } = setUpAppServer(env)
      const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS')
      await fc.assert(
        fc.asyncProperty(
          method,
          target,
          headers,
          anyText(['{', '"password":', '"heals":', '[', ']', '}']),
          async (verb, text, said, body) => {
            const url = requestUrl(text)
            if (!url) return
            await clock.advance(1_000)
            const hasBody = !['GET', 'HEAD'].includes(verb)
            const request = new Request(`http://map.example.com${url.pathname}${url.search}`, {
              method: verb,
              headers: said,
              ...(hasBody && { body }),
            })
            const { status } = await app.fetch(request)
            expect(status === 503 || status < 500, `${verb} ${text}: ${status}`).toBe(true)
          },
        ),
      )
      await app.close()
    })

    it.each<Env>([{}, { ACCESS: '', HOST: '127.0.0.1', PUBLIC_ORIGIN: '' }])(
      'that wants to be a socket becomes one, is refused, or is another’s (%o)',
      async (env) => {
        const { app, clock } = setUpAppServer(env)
        await fc.assert(
          fc.asyncProperty(target, headers, async (url, said) => {
            await clock.advance(100)
            const socket = new PassThrough()
            const request = { url, method: 'GET', headers: said, socket: { remoteAddress: '127.0.0.1' } }
            app.handleUpgrade(request as unknown as IncomingMessage, socket, Buffer.alloc(0))
          }),
        )
        await app.close()
      },
    )

    it('receives an HTTP status over a real connection, for any request head', async () => {
      const { app, clock } = setUpAppServer({ ACCESS: '', HOST: '127.0.0.1', PUBLIC_ORIGIN: '' })
      const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock })
      onTestFinished(async () => {
        await app.close()
        await front.close()
      })
      const host = fc.oneof(headerText, fc.constantFrom(...HOSTS))
      await fc.assert(
        fc.asyncProperty(target, host, headers, fc.boolean(), async (text, name, said, isUpgrade) => {
          await clock.advance(1_000)
          const { 'content-length': _, host: __, ...others } = said
          const lines = Object.entries(others).map(([header, value]) => `${header}: ${value}\r\n`)
          const upgrade =
            'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
          const end = isUpgrade ? upgrade : 'Connection: close\r\n'
          const head = `GET ${text.replace(/[\r\n]/g, '')} HTTP/1.1\r\nHost: ${name}\r\n${lines.join('')}${end}\r\n`
          expect(await statusOf(front.port, head)).toMatch(/^HTTP\/1\.1 ([1-4]\d\d|503) /)
        }),
        { numRuns: Math.min(1_000, fc.readConfigureGlobal().numRuns ?? 100) },
      )
    })
  })
}

/** The status line of the response to these bytes. */
function statusOf(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n', 1)[0]!)
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('end', () => reject(new Error('the line was closed without an answer')))
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../core/time/clock.ts'

/** An OpenID provider on this machine, until the test is over: discovery, its keys, and tokens as it would sign them. */
export async function startIdentityProvider(clock: Clock) {
  let generation = 1
  let pair = await generateKeyPair('RS256')
  let broken: string | null = null
  let claimed: Record<string, string> = {}
  const asked: string[] = []

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const body: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys`, ...claimed },
      '/keys': { keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'RS256', use: 'sig', kid: `key-${generation}` }] },
    }
    response.writeHead(path === broken ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body[path] ?? null))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    /** Requested paths. */
    asked,
    /** A token for this audience and the next minute, unless `claims` differ; undefined omits a claim. */
    token(claims: JWTPayload, key: CryptoKey = pair.privateKey): Promise<string> {
      const exp = Math.floor(clock.now() / 1_000) + 60
      return new SignJWT({ iss: issuer, aud: 'brontide', sub: 'kim', exp, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: `key-${generation}` })
        .sign(key)
    },
    async changeKey() {
      pair = await generateKeyPair('RS256')
      generation++
    },
    breaks(path: string | null) {
      broken = path
    },
    /** Overrides of the discovery document. */
    says(otherwise: Record<string, string>) {
      claimed = otherwise
    },
  }
}

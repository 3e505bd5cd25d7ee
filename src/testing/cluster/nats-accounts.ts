import { nkeys } from '@nats-io/transport-node'

const LIMITS = { subs: -1, data: -1, payload: -1 }
const OF_ACCOUNT = { imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }
const JETSTREAM = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }

type Pair = ReturnType<typeof nkeys.createOperator>

/** An operator with one account, as by `nsc`: server configuration, and credentials of a user. */
export function makeNatsAccount(): { config: string; credentials: string; strangers: string } {
  const operator = nkeys.createOperator()
  const system = nkeys.createAccount()
  const account = nkeys.createAccount()
  const user = nkeys.createUser()
  const text = (pair: Pair) => pair.getPublicKey()
  const operatorJwt = sign(operator, operator, { type: 'operator' })
  const accountJwt = sign(operator, account, { type: 'account', limits: { ...LIMITS, ...OF_ACCOUNT, ...JETSTREAM } })
  const systemJwt = sign(operator, system, { type: 'account', limits: { ...LIMITS, ...OF_ACCOUNT } })
  const userJwt = sign(account, user, { type: 'user', pub: {}, sub: {}, ...LIMITS })
  return {
    config: `operator: ${operatorJwt}
system_account: ${text(system)}
resolver: MEMORY
resolver_preload: { ${text(system)}: ${systemJwt}, ${text(account)}: ${accountJwt} }
`,
    credentials: credentialsOf(userJwt, user),
    strangers: credentialsOf(sign(nkeys.createAccount(), user, { type: 'user', pub: {}, sub: {}, ...LIMITS }), user),
  }
}

/** A claim of `issuer` about `subject`. */
function sign(issuer: Pair, subject: Pair, nats: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ typ: 'JWT', alg: 'ed25519-nkey' })
  const claims = {
    jti: subject.getPublicKey(),
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
    nats: { ...nats, version: 2 },
  }
  const signed = `${head}.${part(claims)}`
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`
}

function credentialsOf(jwt: string, user: Pair): string {
  const seed = Buffer.from(user.getSeed()).toString()
  return `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`
}

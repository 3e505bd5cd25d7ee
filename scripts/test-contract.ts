import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { apiKeySchema } from '../src/contract/auth.ts'
import { withoutEndSlashes } from '../src/core/util/without-end-slashes.ts'
import { EXTERNAL_TARGET_VARIABLE, type ExternalTarget } from '../src/testing/contract-suite/external-target.ts'

/** `npm run test:contract`: the contract suite against any server, and so the documents against reality. */

const USAGE = `npm run test:contract -- --base-url URL --special-url URL --special-ws-url URL --key sk-… [flags]
  --base-url URL         {base_url} of the standard service
  --special-url URL      {special_url} of the dedicated line
  --special-ws-url URL   {special_ws_url} of the dedicated line
  --key sk-…             the API key; better as UPSTREAM_API_KEY, where no process list shows it
  --icaos ZSPD,ZBAA      two airports that have reports
  --station 54511        an observation station that has data
  --own-application      the key is for testing alone: also hit its limits, send bad requests, and spend more points
Without flags the UPSTREAM_BASE_URL, UPSTREAM_SPECIAL_URL, UPSTREAM_SPECIAL_WS_URL and UPSTREAM_API_KEY variables count.
It keeps within two requests a second, holds two sockets at most, and costs about 70 resource points
(some 180, and three sockets, with --own-application).
`

const OPTIONS = {
  'base-url': { type: 'string', default: process.env.UPSTREAM_BASE_URL },
  'special-url': { type: 'string', default: process.env.UPSTREAM_SPECIAL_URL },
  'special-ws-url': { type: 'string', default: process.env.UPSTREAM_SPECIAL_WS_URL },
  key: { type: 'string', default: process.env.UPSTREAM_API_KEY },
  icaos: { type: 'string', default: 'ZSPD,ZBAA' },
  station: { type: 'string', default: '54511' },
  'own-application': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const values = readValues()
if (values?.help) {
  process.stdout.write(USAGE)
} else if (values) {
  const problems = problemsOf(values)
  if (problems.length > 0) refuse(problems)
  else await run(values)
}

type Values = NonNullable<ReturnType<typeof readValues>>

function readValues() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    const namesFlag = error instanceof Error && 'code' in error && error.code !== 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL'
    refuse([namesFlag ? error.message.split('. ')[0]! : 'only flags are taken'])
    return null
  }
}

function problemsOf(given: Values): string[] {
  const problems: string[] = []
  for (const [flag, schemes] of [
    ['base-url', ['http:', 'https:']],
    ['special-url', ['http:', 'https:']],
    ['special-ws-url', ['ws:', 'wss:']],
  ] as const) {
    const url = URL.parse(given[flag] ?? '')
    if (!given[flag]) problems.push(`--${flag} is missing`)
    else if (!url || !(schemes as readonly string[]).includes(url.protocol)) {
      problems.push(`--${flag} must be a URL that starts with ${schemes.join('// or ')}//`)
    }
  }
  if (!given.key) problems.push('--key is missing')
  else if (!apiKeySchema.safeParse(given.key).success) problems.push('--key must start with sk- (it is not shown)')
  if (given.icaos.split(',').length < 2) problems.push('--icaos must name two airports, comma-separated')
  return problems
}

function refuse(problems: string[]): void {
  process.stderr.write(`The contract can't be tested:\n${problems.map((line) => `  ${line}\n`).join('')}\n${USAGE}`)
  process.exitCode = 2
}

async function run(given: Values): Promise<void> {
  const bare = (url: string | undefined) => withoutEndSlashes(url ?? '')
  const target: ExternalTarget = {
    baseUrl: bare(given['base-url']),
    specialUrl: bare(given['special-url']),
    specialWsUrl: bare(given['special-ws-url']),
    key: given.key ?? '',
    icaos: given.icaos.split(',').map((icao) => icao.trim()),
    stationId: given.station,
    ownApplication: given['own-application'],
  }
  // Passed by the environment: command lines are public.
  process.env[EXTERNAL_TARGET_VARIABLE] = JSON.stringify(target)
  const vitest = await startVitest('test', [], {
    include: ['src/testing/contract-suite/external-contract.ts'],
    reporters: ['verbose'],
    watch: false,
  })
  await vitest.close()
}

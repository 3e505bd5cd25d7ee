import { parseArgs } from 'node:util'
import { apiKeySchema } from '../../contract/auth.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { ReplayWish } from '../source/replay/replay.ts'

export interface SimulatorFlags {
  host: string
  port: number
  seed: number
  recordsPerSecond: number
  storm: string | null
  replay: ReplayWish | null
  keys: string[]
  unlimited: boolean
  faults: boolean
  json: boolean
  help: boolean
}

export const SIMULATOR_USAGE = `npm run simulator -- [flags]
  --port 9000        where to listen; 0 takes a free port
  --host 127.0.0.1   the address to listen on
  --seed 1           the world: the same seed makes the same storms
  --rate 60          lightning records per second, about
  --storm NAME       a scripted storm
  --replay FILE      recorded strikes (CSV of time, lat, lon; gzip or not) instead of simulated ones, in a loop
  --replay-source T  origin of the strikes
  --replay-from T    skip earlier strikes, such as 2026-08-08T18:30Z
  --replay-once      play them once
  --key sk-…         an accepted key (repeatable); without any, every sk- key is accepted
  --unlimited        no limits on requests and sockets
  --faults           enables fault injection for tests: POST /simulator/faults
  --json             print the addresses as one line of JSON
  --help             this text
`

const OPTIONS = {
  port: { type: 'string', default: '9000' },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string', default: '1' },
  rate: { type: 'string', default: '60' },
  storm: { type: 'string' },
  replay: { type: 'string' },
  'replay-source': { type: 'string' },
  'replay-from': { type: 'string' },
  'replay-once': { type: 'boolean', default: false },
  key: { type: 'string', multiple: true, default: [] as string[] },
  unlimited: { type: 'boolean', default: false },
  faults: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export type ReadFlags = { ok: true; flags: SimulatorFlags } | { ok: false; problems: string[] }

/** Parses the command line; reports all problems together, without keys. */
export function readFlags(args: readonly string[], stormNames: readonly string[]): ReadFlags {
  const problems: string[] = []
  const unknown = args.filter((arg) => arg.startsWith('--')).filter((arg) => !(nameOf(arg) in OPTIONS))
  if (unknown.length > 0) {
    const names = unknown.map((arg) => `--${nameOf(arg)}`).join(', ')
    return { ok: false, problems: [`${names}: no such flag; there are --${Object.keys(OPTIONS).join(', --')}`] }
  }
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return { ok: false, problems: [complaint(error)] }
  }

  const number = (name: 'port' | 'seed' | 'rate', shape: RegExp, max: number, allowed: string) => {
    const text = values[name]
    if (!shape.test(text) || Number(text) > max) problems.push(`--${name} must be ${allowed}, not "${text}"`)
    return Number(text)
  }
  const flags: SimulatorFlags = {
    host: values.host,
    port: number('port', /^\d+$/, 65_535, 'a whole number from 0 to 65535'),
    seed: number('seed', /^\d+$/, Number.MAX_SAFE_INTEGER, 'a whole number'),
    recordsPerSecond: number('rate', /^\d+(\.\d+)?$/, 5_000, 'a number from 0 to 5000'),
    storm: values.storm ?? null,
    replay: values.replay
      ? {
          file: values.replay,
          source: values['replay-source'] ?? null,
          fromMs: parseInstantMs(values['replay-from']),
          loops: !values['replay-once'],
        }
      : null,
    keys: values.key,
    unlimited: values.unlimited,
    faults: values.faults,
    json: values.json,
    help: values.help,
  }
  if (flags.storm !== null && !stormNames.includes(flags.storm)) {
    problems.push(`--storm must be one of ${stormNames.join(', ')}, not "${flags.storm}"`)
  }
  if (flags.storm !== null && flags.replay) problems.push('--storm and --replay cannot be combined')
  if (values['replay-from'] && parseInstantMs(values['replay-from']) === null) {
    problems.push('--replay-from must be an instant, as 2026-08-08T18:30Z')
  }
  if (flags.keys.some((key) => !apiKeySchema.safeParse(key).success || /\s/.test(key))) {
    problems.push('--key must be an API key: sk- and at least 5 characters without blanks (it is not shown)')
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, flags }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values
}

/** The parser's message if it names a flag; others may quote input, even a key. */
function complaint(error: unknown): string {
  const namesFlag = error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'
  return namesFlag ? error.message.split('\n')[0]! : 'only flags are taken, each with its value after a blank or "="'
}

function nameOf(arg: string): string {
  return arg.slice(2).split('=')[0]!
}

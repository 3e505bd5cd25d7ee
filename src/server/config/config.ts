import { statSync } from 'node:fs'
import { z } from 'zod'
import { apiKeySchema } from '../../contract/auth.ts'
import { TEXT_MAX } from '../../contract/display-text.ts'
import { API_KEY_PREFIX } from '../../contract/limits.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { LOCATION_ERROR_RANGE_KM } from '../../core/airports/location-error.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { RulesEntry } from '../../core/levels/ladder-of.ts'
import { type ReadPlaces, readPlaces } from '../../core/places/read-places.ts'
import { receivedText } from '../../core/problems/problem.ts'
import { withoutEndSlashes } from '../../core/util/without-end-slashes.ts'
import type { ReplayWish } from '../../simulator/source/replay/replay.ts'
import { type AccessConfig, readAccess } from '../access/access-config.ts'
import { type FileLayers, NO_LAYERS, readLayers } from '../layers/layers-file.ts'
import { createKeptReader, type Kept } from '../settings/kept-file.ts'
import { NATS_NAMES, type NatsSettings, readNats } from '../settings/nats-settings.ts'
import { readRules } from '../settings/rules-file.ts'
import { SECRET_FILES, secretFileFaults } from '../settings/secret-files.ts'
import { misspeltNames } from '../settings/setting-names.ts'
import { readTextFile } from '../settings/text-file.ts'
import { whyUnreadable } from '../settings/unreadable-file.ts'
import { type Channel, readChannels } from '../watch/channels/channels-file.ts'
import { type Roles, readRoles } from '../watch/roles.ts'
import { isHost } from '../web/security-headers.ts'

/** Everything the environment sets, read once. */
export interface Config extends AccessConfig {
  host: string
  port: number
  /** Public origin of the page, such as `https://map.example.com`; null if not set. */
  publicOrigin: string | null
  /** Origins allowed to embed the page in a frame, besides our own. */
  embedOrigins: readonly string[]
  /** Null without `UPSTREAM_*`: the built-in simulator is used. */
  upstream: UpstreamConfig | null
  delivery: 'relay' | 'direct'
  /** Shared log of a cluster; null for a single process. */
  nats: NatsSettings | null
  pointsPerDay: number
  basemapStyleUrl: string | null
  boundaries: 'default' | 'chn'
  /** Initial view; null to derive it from the list of airports. */
  homeView: Box | null
  simulator: { seed: number; recordsPerSecond: number; storm: string | null; replay: ReplayWish | null }
  /** Location accuracy of the lightning feed, km; null if unknown. */
  locationErrorKm: number | null
  /** The operator's map layers, topmost first. */
  layers: Kept<FileLayers>
  /** Folder of persistent data; a relative path is resolved against the working directory. */
  dataDir: string
  historyHours: number
  /** Monitored places besides the airports. */
  places: Kept<ReadPlaces>
  /** Delivery channels of alarms. */
  channels: Kept<readonly Channel[]>
  /** Levels that override the defaults for some places. */
  rules: Kept<readonly RulesEntry[]>
  /** Retention of the alarm log, days. */
  logDays: number
  /** Monitor URL requested once a minute while everything works; null for none. */
  heartbeatUrl: string | null
  /** Permissions by name; null if not set. */
  roles: Kept<Roles | null>
  logLevel: (typeof LOG_LEVELS)[number]
}

export interface UpstreamConfig {
  /** Without a trailing slash. */
  bases: { standard: string; special: string; specialWs: string }
  apiKey: string
}

/** Result of reading the environment; `notices` are accepted settings without effect. */
export type ReadConfig = { ok: true; config: Config; notices: string[] } | { ok: false; problems: string[] }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const UPSTREAM_NAMES = [
  'UPSTREAM_BASE_URL',
  'UPSTREAM_SPECIAL_URL',
  'UPSTREAM_SPECIAL_WS_URL',
  'UPSTREAM_API_KEY',
  'UPSTREAM_API_KEY_FILE',
]
/** Allows sending the key unencrypted over the network. */
const INSECURE_NAME = 'UPSTREAM_INSECURE'
const REPLAY_NAMES = ['SIMULATOR_REPLAY_SOURCE', 'SIMULATOR_REPLAY_FROM', 'SIMULATOR_REPLAY_LOOP'] as const
const SIMULATOR_NAMES = ['SIMULATOR_SEED', 'SIMULATOR_RATE', 'SIMULATOR_STORM', 'SIMULATOR_REPLAY', ...REPLAY_NAMES]

/**
 * Reads the environment; an empty variable counts as not set. All problems are reported together, and no message quotes
 * the value of an upstream setting or a secret, since any of them may contain a key by mistake.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  deps: {
    stormNames: readonly string[]
    readFile?: (path: string) => string
    /** Permission bits of a file; null if unavailable. */
    modeOf?: (path: string) => number | null
  },
): ReadConfig {
  const set = settings(env)
  const fields = schema(deps.stormNames)
  const parsed = fields.safeParse(set)
  const names = [...Object.keys(fields.shape), ...OTHER_NAMES]
  const readFile = deps.readFile ?? readTextFile
  const upstream = readUpstream(set, readFile)
  const access = readAccess(set, readFile)
  const nats = readNats(set, readFile)
  const fileProblems: string[] = []
  const keep = createKeptReader(set, readFile, fileProblems)
  const places = keep('PLACES_FILE', readPlaces, NO_PLACES)
  const channels = keep('CHANNELS_FILE', readChannels, [])
  const rules = keep('RULES_FILE', readRules, [])
  const roles = keep('ROLES_FILE', readRoles, null)
  if (roles.path !== null && access.config.access.kind === 'open') {
    fileProblems.push('ROLES_FILE needs verified user names: set ACCESS to password or oidc')
  }
  const layers = keep('LAYERS_FILE', (text) => readLayers(text, set.LAYERS_FILE ?? ''), NO_LAYERS)
  const named = SECRET_FILES.flatMap((name) => (set[name] ? [{ name, path: set[name] }] : []))
  const secretFiles = secretFileFaults(named, deps.modeOf ?? fileMode)
  const problems = [
    ...upstream.problems,
    ...(parsed.error?.issues.map(
      ({ path, message }) => `${path.join('.')} ${message}${gotText(set, path.join('.'))}`,
    ) ?? []),
    ...misspeltNames(Object.keys(set), names, OWN_PREFIXES),
    ...quoteProblems(set, names),
    ...hostProblems(set),
    ...replayProblems(set),
    ...access.problems,
    ...nats.problems,
    ...fileProblems,
    ...secretFiles.problems,
  ]
  if (set.DELIVERY === 'direct' && !UPSTREAM_NAMES.some((name) => set[name]))
    problems.push('DELIVERY=direct needs an upstream that pages can reach: set the UPSTREAM_* variables, or use relay')
  if (set.DELIVERY === 'direct' && channels.path !== null)
    problems.push(
      'CHANNELS_FILE needs DELIVERY=relay: with direct this server receives no strikes and raises no alarms',
    )
  if (set.DELIVERY === 'direct' && set.HEARTBEAT_URL)
    problems.push('HEARTBEAT_URL needs DELIVERY=relay: with direct this server evaluates no levels')
  if (!parsed.success || problems.length > 0) return { ok: false, problems }

  const { data } = parsed
  const config: Config = {
    host: data.HOST.replace(/^\[(.*)\]$/, '$1'),
    port: data.PORT,
    publicOrigin: data.PUBLIC_ORIGIN ?? null,
    embedOrigins: data.EMBED_ORIGINS,
    upstream: upstream.config,
    delivery: data.DELIVERY,
    nats: nats.config,
    pointsPerDay: data.POINTS_PER_DAY,
    ...access.config,
    basemapStyleUrl: data.BASEMAP_STYLE_URL ?? null,
    boundaries: data.BOUNDARIES,
    layers,
    homeView: data.HOME_VIEW ?? null,
    locationErrorKm: data.LOCATION_ERROR_KM ?? null,
    simulator: {
      seed: data.SIMULATOR_SEED,
      recordsPerSecond: data.SIMULATOR_RATE,
      storm: data.SIMULATOR_STORM ?? null,
      replay: data.SIMULATOR_REPLAY
        ? {
            file: data.SIMULATOR_REPLAY,
            source: data.SIMULATOR_REPLAY_SOURCE ?? null,
            fromMs: parseInstantMs(data.SIMULATOR_REPLAY_FROM),
            loops: data.SIMULATOR_REPLAY_LOOP === '1',
          }
        : null,
    },
    dataDir: data.DATA_DIR,
    historyHours: data.HISTORY_HOURS,
    places,
    roles,
    channels,
    rules,
    logDays: data.LOG_DAYS,
    heartbeatUrl: data.HEARTBEAT_URL ?? null,
    logLevel: data.LOG_LEVEL,
  }
  return {
    ok: true,
    config,
    notices: [...access.notices, ...secretFiles.notices, ...notices(set, config)],
  }
}

type Settings = Record<string, string>

/** What was received instead; not of addresses, which may hold a credential, nor of the upstream. */
function gotText(set: Settings, name: string): string {
  const value = set[name] ?? ''
  const isSecret = /^UPSTREAM_|_(?:URL|ORIGIN|ORIGINS)$/.test(name) || value.includes(API_KEY_PREFIX)
  return isSecret ? '' : `, got ${receivedText(value)}`
}

const NO_PLACES: ReadPlaces = { places: [], problems: [] }

function settings(env: Record<string, string | undefined>): Settings {
  const set: Settings = {}
  for (const [name, value] of Object.entries(env)) if (value?.trim()) set[name] = value.trim()
  return set
}

const whole = (min: number, max: number, otherwise: number) =>
  number(/^\d+$/, `must be a whole number from ${min} to ${max}`, min, max, otherwise)

function number(shape: RegExp, message: string, min: number, max: number, otherwise: number) {
  return z
    .string()
    .regex(shape, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(otherwise)
}

function boxSetting() {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
    .refine((sides) => {
      const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides
      const isOnEarth = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -85 && north <= 85
      return sides.length === 4 && isOnEarth && west !== east && south < north
    }, 'must be west,south,east,north in degrees, as 73,17,136,54')
    .transform(([west = 0, south = 0, east = 0, north = 0]): Box => ({ west, south, east, north }))
    .optional()
}

function locationErrorSetting() {
  const [least, most] = LOCATION_ERROR_RANGE_KM
  const message = `must be a number of kilometres from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, message)
    .transform(Number)
    .refine((km) => km >= least && km <= most, message)
    .optional()
}

function oneOf<const Name extends string>(names: readonly Name[], otherwise: Name) {
  return z.enum(names, `must be one of ${names.join(', ')}`).default(otherwise)
}

function schema(stormNames: readonly string[]) {
  return z.object({
    HOST: z.string().default('127.0.0.1'),
    PORT: whole(0, 65_535, 8080),
    PUBLIC_ORIGIN: z
      .string()
      .refine(isOrigin, 'must be the public origin of the page without a path, such as https://map.example.com')
      .transform((text) => new URL(text).origin)
      .optional(),
    EMBED_ORIGINS: z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every((origin) => isOrigin(origin) && isHost(new URL(origin).host)),
        'must be comma-separated origins without a path, such as https://portal.example.com,https://wiki.example.com',
      )
      .transform((origins) => origins.map((origin) => new URL(origin).origin))
      .default([]),
    UPSTREAM_INSECURE: z.enum(['0', '1'], 'must be 0 or 1').optional(),
    DELIVERY: oneOf(['relay', 'direct'], 'relay'),
    POINTS_PER_DAY: whole(0, Number.MAX_SAFE_INTEGER, 20_000),
    BASEMAP_STYLE_URL: z
      .string()
      .refine((text) => /^https?:/.test(text) && URL.parse(text) !== null, 'must be an http: or https: URL')
      .optional(),
    BOUNDARIES: oneOf(['default', 'chn'], 'default'),
    HOME_VIEW: boxSetting(),
    LOCATION_ERROR_KM: locationErrorSetting(),
    SIMULATOR_SEED: whole(0, Number.MAX_SAFE_INTEGER, 1),
    SIMULATOR_RATE: number(/^\d+(\.\d+)?$/, 'must be a number of records a second from 0 to 5000', 0, 5_000, 60),
    SIMULATOR_STORM: z.enum(stormNames as [string], `must be one of ${stormNames.join(', ')}`).optional(),
    SIMULATOR_REPLAY: z.string().optional(),
    SIMULATOR_REPLAY_SOURCE: z.string().max(80, 'must not be longer than 80 letters').optional(),
    SIMULATOR_REPLAY_FROM: z
      .string()
      .refine((text) => parseInstantMs(text) !== null, 'must be an instant, as 2026-08-08T18:30Z')
      .optional(),
    SIMULATOR_REPLAY_LOOP: oneOf(['0', '1'], '1'),
    DATA_DIR: z.string().default('var'),
    HISTORY_HOURS: number(/^\d+(\.\d+)?$/, 'must be a number of hours from 0.5 to 8760', 0.5, 8_760, 72),
    LOG_DAYS: whole(1, 3_650, 400),
    HEARTBEAT_URL: z
      .string()
      .max(TEXT_MAX, `must not be longer than ${TEXT_MAX} characters`)
      .refine(
        (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && !URL.parse(text)?.username,
        'must be an http: or https: URL without a name or password',
      )
      .optional(),
    LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
  })
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

/** Windows has no permission bits. */
function fileMode(path: string): number | null {
  if (process.platform === 'win32') return null
  return statSync(path, { throwIfNoEntry: false })?.mode ?? null
}

function readUpstream(set: Settings, readFile: (path: string) => string) {
  const problems: string[] = []
  if (!UPSTREAM_NAMES.some((name) => set[name])) return { config: null, problems }

  const key = readKey(set, readFile)
  if ('problem' in key) problems.push(key.problem)
  const standard = readUrl('UPSTREAM_BASE_URL', ['http:', 'https:'])
  const special = readUrl('UPSTREAM_SPECIAL_URL', ['http:', 'https:'])
  const specialWs = readUrl('UPSTREAM_SPECIAL_WS_URL', ['ws:', 'wss:'])
  if (problems.length > 0 || !('apiKey' in key)) return { config: null, problems }
  return { config: { bases: { standard, special, specialWs }, apiKey: key.apiKey }, problems }

  function readUrl(name: string, schemes: string[]): string {
    const text = set[name]
    const problem = text
      ? (urlProblem(text, schemes) ?? clearTextProblem(text, set))
      : 'is missing: an upstream needs its three URLs and its key'
    if (problem) problems.push(`${name} ${problem}`)
    return withoutEndSlashes(text ?? '')
  }
}

function readKey(set: Settings, readFile: (path: string) => string): { apiKey: string } | { problem: string } {
  const { UPSTREAM_API_KEY: direct, UPSTREAM_API_KEY_FILE: path } = set
  if (direct && path) return { problem: 'UPSTREAM_API_KEY and UPSTREAM_API_KEY_FILE are both set: keep one of them' }
  if (direct) return check('UPSTREAM_API_KEY', direct)
  if (!path) {
    return { problem: 'UPSTREAM_API_KEY (or UPSTREAM_API_KEY_FILE) is missing: an upstream needs its URLs and its key' }
  }
  try {
    return check('the key in UPSTREAM_API_KEY_FILE', readFile(path).trim())
  } catch (error) {
    return { problem: `UPSTREAM_API_KEY_FILE ${whyUnreadable(error)}` }
  }

  function check(what: string, apiKey: string) {
    // A key travels in a header, where a line break or a blank in its middle can't.
    if (apiKeySchema.safeParse(apiKey).success && /^[\x21-\x7e]+$/.test(apiKey)) return { apiKey }
    return {
      problem: `${what} is not an API key: it must start with ${API_KEY_PREFIX} and have 8 characters or more, without blanks (value not shown)`,
    }
  }
}

function urlProblem(text: string, schemes: string[]): string | null {
  const url = URL.parse(text)
  const example = `${schemes.at(-1)}//weather.example.com`
  if (!url) return `is not a URL: write it like ${example}`
  if (!schemes.includes(url.protocol)) return `must start with ${schemes.join('// or ')}//, as ${example} does`
  if (url.username || url.password) return 'must not contain a user name or a password'
  if (url.search || url.hash) return 'must not contain ? or #: paths are appended to it'
  return null
}

/** The key is sent with every request: sending it unencrypted must be allowed explicitly. */
function clearTextProblem(text: string, { [INSECURE_NAME]: insecure }: Settings): string | null {
  const { protocol, hostname } = new URL(text)
  if (insecure === '1' || !/^(http|ws):$/.test(protocol) || isLoopback(hostname)) return null
  const safe = protocol === 'ws:' ? 'wss://' : 'https://'
  return `must start with ${safe}, since the key would be sent unencrypted over the network (or set ${INSECURE_NAME}=1 to allow it)`
}

function hostProblems({ ACCESS: access, HOST: host = '127.0.0.1' }: Settings): string[] {
  if (access || isLoopback(host)) return []
  return [
    `ACCESS is missing: HOST=${host} accepts other machines, so set ACCESS=password, ACCESS=oidc, or ACCESS=open (no sign-in)`,
  ]
}

function replayProblems(set: Settings): string[] {
  if (set.SIMULATOR_REPLAY && set.SIMULATOR_STORM)
    return ['SIMULATOR_STORM and SIMULATOR_REPLAY are both set: keep one of them']
  if (set.SIMULATOR_REPLAY) return []
  return REPLAY_NAMES.filter((name) => set[name]).map((name) => `${name} needs SIMULATOR_REPLAY`)
}

/** True for a loopback address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/** Docker keeps quotes in env files as part of the value; shells and systemd strip them. Values are not shown. */
function quoteProblems(set: Settings, names: readonly string[]): string[] {
  return names
    .filter((name) => /^(["']).*\1$/s.test(set[name] ?? ''))
    .map(
      (name) =>
        `${name} begins and ends with a quote: remove the quotes (Docker env files keep them as part of the value)`,
    )
}

/** Names with these prefixes are settings or spelling mistakes. */
const OWN_PREFIXES = ['UPSTREAM_', 'SIMULATOR_', 'NATS_', 'OIDC_', 'TRUSTED_', 'ACCESS_', 'TOKEN_', 'RELAY_', 'EMBED_']

/** Settings beyond the schema. */
const OTHER_NAMES = [
  'PLACES_FILE',
  'CHANNELS_FILE',
  'RULES_FILE',
  'ROLES_FILE',
  'LAYERS_FILE',
  ...UPSTREAM_NAMES,
  'ACCESS',
  'ACCESS_PASSWORD',
  'ACCESS_PASSWORD_FILE',
  'TOKEN_SECRET',
  'TOKEN_SECRET_FILE',
  'RELAY_KEYS_FILE',
  ...NATS_NAMES,
  'OIDC_ISSUER',
  'OIDC_AUDIENCE',
  'OIDC_IDENTITY_HEADER',
  'TRUSTED_PROXIES',
]

function notices(set: Settings, config: Config): string[] {
  if (!config.upstream) return []
  return SIMULATOR_NAMES.filter((name) => set[name]).map(
    (name) => `${name} is ignored: the data comes from the upstream`,
  )
}

import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const KEY = 'sk-recognisable-secret'
const upstream = {
  UPSTREAM_BASE_URL: 'https://weather.example.com/',
  UPSTREAM_SPECIAL_URL: 'https://line.example.com/api',
  UPSTREAM_SPECIAL_WS_URL: 'wss://line.example.com',
  UPSTREAM_API_KEY: KEY,
}

const files: Record<string, string> = { '/run/key': `${KEY}\n`, '/run/empty': '\n', '/run/other': 'hunter2-hunter2' }

function read(env: Record<string, string | undefined>) {
  return readConfig(env, {
    stormNames: ['airport-crossing', 'outbreak'],
    readFile(path) {
      const text = files[path]
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    },
  })
}

function accepted(env: Record<string, string | undefined>) {
  const result = read(env)
  if (!result.ok) throw new Error(result.problems.join('; '))
  return result
}

function refused(env: Record<string, string | undefined>): string[] {
  const result = read(env)
  return result.ok ? [] : result.problems
}

describe('recorded strikes', () => {
  const file = '/strikes.csv'

  it('are played repeatedly from their beginning, unless disabled', () => {
    const replayOf = (env: Record<string, string>) =>
      accepted({ SIMULATOR_REPLAY: file, ...env }).config.simulator.replay
    expect(replayOf({})).toEqual({ file, source: null, fromMs: null, loops: true })
    const from = '2026-08-08T18:30Z'
    const settings = { SIMULATOR_REPLAY_SOURCE: 'NOAA', SIMULATOR_REPLAY_FROM: from, SIMULATOR_REPLAY_LOOP: '0' }
    expect(replayOf(settings)).toEqual({ file, source: 'NOAA', fromMs: Date.parse(from), loops: false })
  })

  it('are a separate storm with its own settings', () => {
    expect(refused({ SIMULATOR_REPLAY: file, SIMULATOR_STORM: 'outbreak' })).toEqual([
      'SIMULATOR_STORM and SIMULATOR_REPLAY are both set: keep one of them',
    ])
    expect(refused({ SIMULATOR_REPLAY_LOOP: '0' })).toEqual(['SIMULATOR_REPLAY_LOOP needs SIMULATOR_REPLAY'])
  })
})

describe('accepted settings', () => {
  it('has the origins that may frame the page, in the notation of browsers', () => {
    const { config } = accepted({ EMBED_ORIGINS: 'https://Portal.example.com:443/, http://wiki.example.com:8080' })
    expect(config.embedOrigins).toEqual(['https://portal.example.com', 'http://wiki.example.com:8080'])
  })

  it('runs the simulator on the loopback without settings', () => {
    expect(accepted({ PATH: '/bin', UPSTREAM_BASE_URL: ' ' })).toEqual({
      ok: true,
      notices: [],
      config: {
        host: '127.0.0.1',
        port: 8080,
        upstream: null,
        delivery: 'relay',
        nats: null,
        pointsPerDay: 20_000,
        tokenSecrets: { value: [], path: null },
        access: { kind: 'open', assumed: true },
        publicOrigin: null,
        embedOrigins: [],
        relayKeys: { value: new Map(), path: null },
        trustedProxies: ['127.0.0.0/8', '::1'],
        basemapStyleUrl: null,
        boundaries: 'default',
        homeView: null,
        locationErrorKm: null,
        simulator: { seed: 1, recordsPerSecond: 60, storm: null, replay: null },
        dataDir: 'var',
        historyHours: 72,
        places: { value: { places: [], problems: [] }, path: null },
        layers: { value: { layers: [], problems: [] }, path: null },
        roles: { value: null, path: null },
        channels: { value: [], path: null },
        rules: { value: [], path: null },
        logDays: 400,
        heartbeatUrl: null,
        logLevel: 'info',
      },
    })
  })

  it('takes an upstream with its key, and drops the slash at the end of an address', () => {
    expect(accepted(upstream).config.upstream).toEqual({
      bases: {
        standard: 'https://weather.example.com',
        special: 'https://line.example.com/api',
        specialWs: 'wss://line.example.com',
      },
      apiKey: KEY,
    })
  })

  it('reads the key from a file', () => {
    const env = { ...upstream, UPSTREAM_API_KEY: undefined, UPSTREAM_API_KEY_FILE: '/run/key' }
    expect(accepted(env).config.upstream?.apiKey).toBe(KEY)
  })

  it('takes the other settings', () => {
    const { config } = accepted({
      HOST: '0.0.0.0',
      ACCESS: 'open',
      PORT: '9000',
      POINTS_PER_DAY: '500',
      TOKEN_SECRET: 'a-secret-long-enough',
      BASEMAP_STYLE_URL: 'https://tiles.example.com/style.json?v=2',
      BOUNDARIES: 'chn',
      SIMULATOR_SEED: '7',
      SIMULATOR_RATE: '12.5',
      SIMULATOR_STORM: 'outbreak',
      DATA_DIR: '/srv/brontide',
      HISTORY_HOURS: '0.5',
      LOG_LEVEL: 'debug',
    })
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 9000,
      pointsPerDay: 500,
      tokenSecrets: { value: ['a-secret-long-enough'], path: null },
      basemapStyleUrl: 'https://tiles.example.com/style.json?v=2',
      boundaries: 'chn',
      simulator: { seed: 7, recordsPerSecond: 12.5, storm: 'outbreak' },
      dataDir: '/srv/brontide',
      historyHours: 0.5,
      logLevel: 'debug',
    })
  })

  it('reports accepted settings without effect', () => {
    expect(accepted({ ...upstream, SIMULATOR_SEED: '4' }).notices).toEqual([
      'SIMULATOR_SEED is ignored: the data comes from the upstream',
    ])
  })
})

describe('rejected settings', () => {
  it.each(Object.keys(upstream))('an upstream without %s, which is named', (name) => {
    const problems = refused({ ...upstream, [name]: undefined })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} .*is missing`))
  })

  it('a lone part of an upstream, naming every part that is missing', () => {
    expect(refused({ UPSTREAM_BASE_URL: upstream.UPSTREAM_BASE_URL }).map((problem) => problem.split(' ')[0])).toEqual([
      'UPSTREAM_API_KEY',
      'UPSTREAM_SPECIAL_URL',
      'UPSTREAM_SPECIAL_WS_URL',
    ])
  })

  it.each([
    ['UPSTREAM_BASE_URL', 'weather.example.com', 'is not a URL'],
    ['UPSTREAM_BASE_URL', 'ftp://weather.example.com', 'must start with http:// or https://'],
    ['UPSTREAM_SPECIAL_URL', 'wss://line.example.com', 'must start with http:// or https://'],
    ['UPSTREAM_SPECIAL_URL', 'https://me:secret@line.example.com', 'must not contain a user name or a password'],
    ['UPSTREAM_SPECIAL_WS_URL', 'https://line.example.com', 'must start with ws:// or wss://'],
    ['UPSTREAM_SPECIAL_WS_URL', 'wss://line.example.com?x=1', 'must not contain ?'],
    ['UPSTREAM_SPECIAL_WS_URL', 'wss://', 'is not a URL'],
    ['BASEMAP_STYLE_URL', 'style.json', 'must be an http: or https: URL'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '80a', 'must be a whole number from 0 to 65535'],
    ['DELIVERY', 'pigeon', 'must be one of relay, direct'],
    ['BOUNDARIES', 'mars', 'must be one of default, chn'],
    ['LOCATION_ERROR_KM', '11', 'must be a number of kilometres from 0.1 to 10'],
    ['LOCATION_ERROR_KM', 'near', 'must be a number of kilometres from 0.1 to 10'],
    ['HOME_VIEW', '73,17,136', 'must be west,south,east,north in degrees, as 73,17,136,54'],
    ['HOME_VIEW', '73,54,136,17', 'must be west,south,east,north in degrees, as 73,17,136,54'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['POINTS_PER_DAY', '-1', 'must be a whole number'],
    ['TOKEN_SECRET', 'short', 'must have at least 16 characters'],
    ['SIMULATOR_STORM', 'teacup', 'must be one of airport-crossing, outbreak'],
    ['SIMULATOR_RATE', 'fast', 'must be a number of records a second'],
    ['SIMULATOR_SEED', '1.5', 'must be a whole number'],
    ['SIMULATOR_REPLAY_FROM', 'noon', 'must be an instant'],
    ['SIMULATOR_REPLAY_LOOP', 'yes', 'must be one of 0, 1'],
    ['HISTORY_HOURS', '0', 'must be a number of hours from 0.5 to 8760'],
    ['HISTORY_HOURS', '3d', 'must be a number of hours'],
  ])('%s=%s', (name, value, complaint) => {
    const replay = name.startsWith('SIMULATOR_REPLAY_') ? { SIMULATOR_REPLAY: '/strikes.csv' } : {}
    const base = name.startsWith('UPSTREAM') ? upstream : replay
    const problems = refused({ ...base, [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${name} ${complaint}`)
  })

  it('a value, and quotes it, unless it may be a secret', () => {
    expect(refused({ PORT: '８０８０' })).toEqual(['PORT must be a whole number from 0 to 65535, got "８０８０"'])
    expect(refused({ LOG_DAYS: '9 # days' })).toEqual([
      'LOG_DAYS must be a whole number from 1 to 3650, got "9 # days"',
    ])
    expect(refused({ PORT: KEY }).join()).not.toContain(KEY)
    expect(refused({ HEARTBEAT_URL: 'ftp://monitor.example/secret' }).join()).not.toContain('secret')
  })

  it.each([
    ['ACESS', 'ACCESS'],
    ['DATADIR', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['HISTORY_HOUR', 'HISTORY_HOURS'],
    ['UPSTREAM_KEY', 'UPSTREAM_API_KEY'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['OIDC_HEADER', 'OIDC_ISSUER'],
    ['TOKENS_SECRET', 'TOKEN_SECRET'],
    ['BOUNDARY', 'BOUNDARIES'],
    ['CHANNEL_FILES', 'CHANNELS_FILE'],
    ['GRAFANA_URL', null],
  ])('%s, which resembles a setting', (name, meant) => {
    const told = meant === null ? [] : [`${name} is not a setting: did you mean ${meant}?`]
    expect(refused({ [name]: 'x' })).toEqual(told)
  })

  it('no name of another program', () => {
    const others = ['PATH', 'HOME', 'HOSTNAME', 'LANG', 'PWD', 'USER', 'TERM', 'SHELL', 'NODE_ENV', 'npm_config_host']
    expect(refused(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })

  it.each([
    ['UPSTREAM_BASE_URL', 'http://weather.example.com', 'https://'],
    ['UPSTREAM_SPECIAL_WS_URL', 'ws://10.0.0.7', 'wss://'],
  ])('an upstream away from this machine with an unencrypted key: %s=%s', (name, url, safe) => {
    const [problem, ...others] = refused({ ...upstream, [name]: url })
    expect(problem).toContain(`${name} must start with ${safe}`)
    expect(problem).toContain('UPSTREAM_INSECURE=1')
    expect(others).toEqual([])
    expect(refused({ ...upstream, [name]: url, UPSTREAM_INSECURE: '1' })).toEqual([])
    expect(refused({ ...upstream, [name]: url.replace(/\/\/.*/, '//127.0.0.1:9000') })).toEqual([])
  })

  it.each(['map.example.com', 'https://map.example.com/desk', 'ftp://map.example.com'])(
    'PUBLIC_ORIGIN=%s, an invalid origin',
    (origin) => {
      expect(refused({ PUBLIC_ORIGIN: origin })[0]).toContain('PUBLIC_ORIGIN must be the public origin of the page')
    },
  )

  it.each([
    '*',
    'portal.example.com',
    "'self'",
    'https://portal.example.com/desk',
    'https://a.example.com,,',
    'https://a;b',
  ])('EMBED_ORIGINS=%s, invalid origins', (origins) => {
    expect(refused({ EMBED_ORIGINS: origins })[0]).toContain('EMBED_ORIGINS must be comma-separated origins')
    expect(refused({ EMBED_ORIGIN: 'https://a.example.com' })[0]).toContain('did you mean EMBED_ORIGINS?')
  })

  it('a file of secrets that all users may write; one that all may read is reported', () => {
    const env = { ...upstream, UPSTREAM_API_KEY: undefined, UPSTREAM_API_KEY_FILE: '/run/key' }
    const withMode = (mode: number | null) =>
      readConfig(env, { stormNames: [], readFile: () => KEY, modeOf: () => mode })
    const withWrite = withMode(0o100666)
    expect(withWrite.ok ? [] : withWrite.problems).toEqual([
      'UPSTREAM_API_KEY_FILE: the file is writable by all users of this machine: chmod o-w FILE',
    ])
    const withRead = withMode(0o100644)
    expect(withRead.ok && withRead.notices).toEqual([
      expect.stringMatching(
        /^UPSTREAM_API_KEY_FILE: the file is readable by all users of this machine: as root, chgrp \w+ FILE; chmod 640 FILE$/,
      ),
    ])
    for (const mode of [0o100600, 0o100640, null]) {
      const quiet = withMode(mode)
      expect(quiet.ok && quiet.notices).toEqual([])
    }
  })

  it('an invalid key, without repeating it', () => {
    for (const key of ['hunter2-hunter2', 'sk-', 'sk-with a blank', 'sk-with\nbreak']) {
      const [problem] = refused({ ...upstream, UPSTREAM_API_KEY: key })
      expect(problem).toContain('UPSTREAM_API_KEY is not an API key: it must start with sk-')
      expect(problem).not.toContain('hunter2')
    }
  })

  it.each([
    ['/run/absent', "UPSTREAM_API_KEY_FILE can't be read (ENOENT)"],
    ['/run/empty', 'the key in UPSTREAM_API_KEY_FILE is not an API key'],
    ['/run/other', 'the key in UPSTREAM_API_KEY_FILE is not an API key'],
  ])('a key file like %s', (path, complaint) => {
    const [problem] = refused({ ...upstream, UPSTREAM_API_KEY: undefined, UPSTREAM_API_KEY_FILE: path })
    expect(problem).toContain(complaint)
    expect(problem).not.toContain('hunter2')
  })

  it('files that this user may not read, with the remedy for each', () => {
    const names = [
      'UPSTREAM_API_KEY_FILE',
      'ACCESS_PASSWORD_FILE',
      'TOKEN_SECRET_FILE',
      'PLACES_FILE',
      'NATS_CREDS_FILE',
    ]
    const files = Object.fromEntries(names.map((name) => [name, '/etc/brontide/file']))
    const env = { ...upstream, UPSTREAM_API_KEY: undefined, NATS_URL: 'nats://n1', ACCESS: 'password', ...files }
    const readFile = () => {
      throw Object.assign(new Error('forbidden'), { code: 'EACCES' })
    }
    const read = readConfig(env, { stormNames: [], readFile, modeOf: () => 0o600 })
    const problems = read.ok ? [] : read.problems
    for (const name of names)
      expect(problems).toContainEqual(
        expect.stringMatching(
          new RegExp(`^${name} can't be read \\(EACCES\\): as root, chgrp \\w+ FILE; chmod 640 FILE$`),
        ),
      )
  })

  it('a duplicate key', () => {
    expect(refused({ ...upstream, UPSTREAM_API_KEY_FILE: '/run/key' })[0]).toContain('are both set')
  })

  it('direct delivery without an upstream', () => {
    expect(refused({ DELIVERY: 'direct' })[0]).toContain('DELIVERY=direct needs an upstream')
  })

  it('channels without alarms, since strikes bypass the server', () => {
    const env = { ...upstream, DELIVERY: 'direct', CHANNELS_FILE: '/channels' }
    const read = readConfig(env, { stormNames: [], readFile: () => '[]', modeOf: () => 0o600 })
    expect(read.ok ? [] : read.problems).toEqual([expect.stringContaining('CHANNELS_FILE needs DELIVERY=relay')])
  })

  it('an address reachable by others without ACCESS', () => {
    expect(refused({ HOST: '0.0.0.0' })[0]).toContain('ACCESS is missing')
    for (const host of ['localhost', '127.0.0.2', '::1']) expect(refused({ HOST: host })).toEqual([])
  })

  it('a way of letting people in that does not exist', () => {
    expect(refused({ ACCESS: 'fingerprint' })).toEqual(['ACCESS must be one of open, password, oidc'])
  })

  it.each(['"/var/lib/brontide"', "'/var/lib/brontide'"])(
    'a quoted value, as in an env file of Docker: %s',
    (value) => {
      const problem =
        'DATA_DIR begins and ends with a quote: remove the quotes (Docker env files keep them as part of the value)'
      expect(refused({ DATA_DIR: value })).toEqual([problem])
      expect(refused({ TOKEN_SECRET: value }).join()).not.toContain('var')
    },
  )

  it('a guessable secret', () => {
    expect(refused({ TOKEN_SECRET: 'aaaaaaaaaaaaaaaa' })).toEqual([
      'TOKEN_SECRET must have at least 8 different characters: make one by "openssl rand -base64 32"',
    ])
    expect(refused({ TOKEN_SECRET: 'abababababababab' })).toHaveLength(1)
  })

  it('a misspelt name, with the nearest one', () => {
    expect(refused({ ...upstream, UPSTREAM_SPECIAL_WSS_URL: 'wss://x.example.com' })).toEqual([
      'UPSTREAM_SPECIAL_WSS_URL is not a setting: did you mean UPSTREAM_SPECIAL_WS_URL?',
    ])
    expect(refused({ SIMULATOR_STROM: 'outbreak' })[0]).toContain('did you mean SIMULATOR_STORM?')
  })

  it('all problems at once, never with a key from another setting', () => {
    const problems = refused({
      UPSTREAM_BASE_URL: KEY,
      UPSTREAM_SPECIAL_URL: `https://${KEY}@x.example.com`,
      PORT: 'x',
      HOST: '10.0.0.1',
    })
    expect(problems).toHaveLength(6)
    expect(problems.join('\n')).not.toContain(KEY)
  })
})

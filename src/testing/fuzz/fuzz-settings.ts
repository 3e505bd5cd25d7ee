import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UNHEARD } from '../../client/session/environment.ts'
import { type Problem, problemSchema } from '../../contract/problems.ts'
import { withLadders } from '../../core/places/place.ts'
import { readPlaces } from '../../core/places/read-places.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { hashPassword, readPasswords } from '../../server/access/password-file.ts'
import { readRelayKeys } from '../../server/access/relay-keys.ts'
import { readTokenSecrets } from '../../server/access/token-secrets.ts'
import { readConfig } from '../../server/config/config.ts'
import { readLayers } from '../../server/layers/layers-file.ts'
import { keepSecret } from '../../server/settings/keep-secret.ts'
import { readRules } from '../../server/settings/rules-file.ts'
import { readChannels } from '../../server/watch/channels/channels-file.ts'
import { readRoles } from '../../server/watch/roles.ts'
import { readFlags } from '../../simulator/program/flags.ts'
import { createFakeFetch } from '../fakes/fake-fetch.ts'
import { anyJson, anyText, damaged, expectFinite, withChanges } from './fuzz-kit.ts'

const NAMES = [
  'HOST',
  'PORT',
  'PUBLIC_ORIGIN',
  'DELIVERY',
  'POINTS_PER_DAY',
  'DATA_DIR',
  'HISTORY_HOURS',
  'NATS_URL',
  'NATS_CREDS_FILE',
  'NATS_CA_FILE',
  'LOG_LEVEL',
  'BOUNDARIES',
  'UPSTREAM_BASE_URL',
  'UPSTREAM_SPECIAL_URL',
  'UPSTREAM_SPECIAL_WS_URL',
  'UPSTREAM_API_KEY',
  'UPSTREAM_API_KEY_FILE',
  'UPSTREAM_INSECURE',
  'SIMULATOR_SEED',
  'SIMULATOR_RATE',
  'SIMULATOR_STORM',
  'SIMULATOR_REPLAY_FROM',
  'SIMULATOR_REPLAY_LOOP',
  'BASEMAP_STYLE_URL',
  'ACCESS',
  'TRUSTED_PROXIES',
  'ACCESS_PASSWORD_FILE',
  'TOKEN_SECRET',
  'TOKEN_SECRET_FILE',
  'RELAY_KEYS_FILE',
  'PLACES_FILE',
  'ROLES_FILE',
  'CHANNELS_FILE',
  'LOG_DAYS',
  'HEARTBEAT_URL',
  'OIDC_ISSUER',
  'OIDC_AUDIENCE',
  'OIDC_IDENTITY_HEADER',
  'ACESS',
  'PROT',
  'PATH',
  'HOME',
  '__proto__',
  'constructor',
  '',
]
const FEATURE = {
  type: 'Feature',
  id: 7,
  geometry: {
    type: 'LineString',
    coordinates: [
      [121, 31, 5],
      [121.1, 31],
    ],
  },
  properties: {
    id: 'a',
    name: 'A',
    ringsKm: [5, 8],
    hours: '06:00-22:00',
    timeZone: 'Asia/Shanghai',
    at: 'b',
    levels: [{ id: 'red', name: 'RED', km: 5, holdMin: 15, who: ['Ramp'], expect: { percent: 50, withinMin: 30 } }],
    weather: [{ id: 'gale', name: 'GALE', report: { windMps: 20, category: 'ifr', scheme: 'us' } }],
  },
}
const RULE = {
  places: ['*'],
  windMps: 20,
  approachChance: 0.5,
  off: ['speci'],
  levels: FEATURE.properties.levels,
  weather: FEATURE.properties.weather,
}
const LAYER = {
  id: 'a',
  name: 'A',
  kind: 'xyz',
  url: `https://a.example/{z}/{x}/{y}?key=sk-recognisable/+secret`,
  attribution: 'Us',
  time: null,
}
const SECRET = 'sk-recognisable/+secret'
const VALUES = [
  'https://',
  'wss://',
  'http://localhost',
  'ws://127.0.0.1',
  'example.com',
  ':8080',
  'relay',
  'direct',
  'open',
  'password',
  'oidc',
  'info',
  '1',
  '65535',
  '0.5',
  SECRET,
  '/run/key',
  '::1',
  '0.0.0.0',
  '10.0.0.0/8',
  'outbreak',
]
const HASH = '$scrypt$ln=15,r=8,p=3$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY'
const LINES = [
  'name',
  ':',
  HASH,
  '$scrypt$',
  'ln=15,',
  'r=8,',
  'p=3$',
  '\n',
  '\r\n',
  '# ',
  `name: ${SECRET}`,
  SECRET,
  ',',
]

/** The operator's settings: the environment, its files, and flags. */
export function fuzzSettings(): void {
  settings()
  aSecret()
}

function settings(): void {
  describe('settings', () => {
    const fileText = fc.oneof(
      anyText(LINES),
      damaged(fc.constantFrom(`name:${HASH}\n`, `name: ${SECRET}\n`, `${SECRET}\n`)),
    )
    const env = fc.dictionary(fc.constantFrom(...NAMES), anyText(VALUES), { maxKeys: 12 })

    it('are parsed, or every problem is reported, for any input; and no problem repeats a secret', () => {
      fc.assert(
        fc.property(env, fileText, fc.integer({ min: 0, max: 0o777 }), (set, text, mode) => {
          const read = readConfig(
            { ...set, UPSTREAM_API_KEY: set.UPSTREAM_API_KEY && `${SECRET}${set.UPSTREAM_API_KEY}` },
            { stormNames: ['outbreak'], readFile: () => text, modeOf: () => mode },
          )
          if (read.ok) expectFinite({ ...read.config, relayKeys: null, access: null, places: null })
          else {
            expect(read.problems.length).toBeGreaterThan(0)
            const told = read.problems.filter(
              (problem) => !/SIMULATOR_STORM|TRUSTED_PROXIES|is missing|is not a setting/.test(problem),
            )
            expect(told.join('\n')).not.toContain(SECRET.slice(3))
          }
        }),
      )
    })

    it('in files are parsed or rejected by line, and no problem repeats the content', () => {
      fc.assert(
        fc.property(fileText, (text) => {
          for (const read of [readPasswords(text), readRelayKeys(text), readTokenSecrets(text)]) {
            if (read.ok) continue
            expect(read.problems.length).toBeGreaterThan(0)
            expect(read.problems.join('\n')).not.toContain(SECRET.slice(3))
            expect(read.problems.join('\n')).not.toContain(HASH.slice(-20))
          }
        }),
      )
    })

    it('in files of JSON are read, or refused by problems that fit the wire and repeat no secret', () => {
      const readers = {
        places: { read: readPlaces, sample: { type: 'FeatureCollection', features: [FEATURE], crs: null } },
        rules: { read: readRules, sample: [RULE] },
        roles: { read: readRoles, sample: { acknowledge: ['li'], configure: ['li'] } },
        channels: {
          read: readChannels,
          sample: [{ id: 'a', kind: 'webhook', url: `https://a.example/${SECRET}`, secret: `${SECRET}${SECRET}` }],
        },
        layers: {
          read: (text: string) => readLayers(text, '/etc/layers.json'),
          sample: [{ ...LAYER, headers: { 'x-key': SECRET } }],
        },
      }
      const words = [
        'id',
        'places',
        'kind',
        'type',
        'constructor',
        'webhook',
        'Topology',
        'EPSG:3857',
        '{z}',
        '$' + '{',
      ]
      for (const [name, { read, sample }] of Object.entries(readers)) {
        const json = withChanges(fc.constant<unknown>(sample), anyJson(words)).map(
          (value) => JSON.stringify(value) ?? '',
        )
        fc.assert(
          fc.property(fc.oneof(json, damaged(json), anyText(words)), (text) => {
            const result = read(text)
            const left = result.ok && typeof result.value === 'object' && result.value && 'problems' in result.value
            const problems = result.ok
              ? left
                ? (result.value as { problems: Problem[] }).problems
                : []
              : result.problems
            if (!result.ok) expect(problems.length, name).toBeGreaterThan(0)
            for (const problem of problems) {
              expect(problemSchema.parse(problem)).toEqual(problem)
              const said = [problemText(problem), problemText(problem, 'zh')]
              for (const each of said) {
                expect(each.length).toBeLessThan(1_000)
                expect(each).not.toMatch(/[\n\r]|\[object Object\]/)
              }
              if (name === 'channels' || name === 'layers')
                expect(JSON.stringify(problem)).not.toContain(SECRET.slice(3))
            }
          }),
        )
      }
    })

    it('of levels give each place ladders of distinct levels', () => {
      const features = withChanges(fc.constant<unknown>([FEATURE]), anyJson(['red', 'gale', 'km', 'report', 'chance']))
      const rules = withChanges(fc.constant<unknown>([RULE]), anyJson(['red', 'gale', 'levels', 'weather', 'b', '*']))
      fc.assert(
        fc.property(features, rules, (list, entries) => {
          const read = readPlaces(JSON.stringify({ type: 'FeatureCollection', features: list }))
          const ruled = readRules(JSON.stringify(entries) ?? '')
          for (const place of read.ok ? read.value.places : []) {
            const { ladders, ringsKm, holdMin } = withLadders(place, ruled.ok ? ruled.value : [])
            const ids = [...ladders!.lightning, ...ladders!.weather].map(({ id }) => id)
            expect(new Set(ids).size).toBe(ids.length)
            expect(ladders!.lightning.length).toBeGreaterThan(0)
            expect(ringsKm.length).toBeGreaterThan(0)
            expectFinite({ ringsKm, holdMin, ladders })
          }
        }),
      )
    })

    it('take each password that was hashed for them', async () => {
      const name = fc.option(fc.stringMatching(/^[\p{L}\p{N} ._@-]{1,30}$/u).filter((text) => text.trim() !== ''))
      await fc.assert(
        fc.asyncProperty(fc.string({ minLength: 1 }), name, async (password, who) => {
          const read = readPasswords(await hashPassword(password, who))
          expect(read.ok && read.value[0]?.name).toBe(who?.trim().normalize('NFC') ?? null)
        }),
        { numRuns: 1 },
      )
    })

    it('by flags are parsed, or every problem is reported', () => {
      const words = ['--port', '--seed', '--rate', '--storm', '--key', '--json', '--', '-p', '9000', SECRET]
      fc.assert(
        fc.property(fc.array(anyText(words), { maxLength: 6 }), (args) => {
          const read = readFlags(args, ['outbreak'])
          if (read.ok) expectFinite(read.flags)
          else expect(read.problems.length).toBeGreaterThan(0)
        }),
      )
    })
  })
}

function aSecret(): void {
  describe('a secret', () => {
    it('is removed from external content, with any escaping of its letters', async () => {
      const escaped = fc.array(fc.nat({ max: 7 }), { minLength: SECRET.length, maxLength: SECRET.length })
      const around = fc.tuple(anyText(), anyText()).map((texts) => texts.map((text) => text.replaceAll('\\', '')))
      await fc.assert(
        fc.asyncProperty(escaped, around, async (forms, [before, after]) => {
          const written = [...SECRET].map((letter, i) => formOf(letter, forms[i]!)).join('')
          const { fetch } = createFakeFetch(() => ({ text: `${before}${written}${after}` }))
          const openSocket = () => ({
            send() {},
            close() {},
            ...UNHEARD,
          })
          const kept = keepSecret({ fetch, openSocket } as never, SECRET)
          const text = await (await kept.fetch('http://upstream.test', {})).text()
          expect(text).not.toContain(written)
          expect(text).toContain('[secret]')
        }),
      )
    })
  })
}

/** One letter as itself, or as JSON, addresses and HTML may write it. */
function formOf(letter: string, form: number): string {
  const code = letter.charCodeAt(0)
  const hex = code.toString(16).padStart(2, '0')
  return [letter, letter, letter, `\\u00${hex}`, `%${hex}`, `&#${code};`, `&#x${hex};`, `\\u00${hex.toUpperCase()}`][
    form
  ]!
}

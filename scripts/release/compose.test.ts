import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { NATS_SERVER } from '../../src/testing/cluster/nats-server.ts'
import { ROOT, TOOL_ENV } from './stage.ts'

interface Service {
  image?: string
  build?: { dockerfile: string }
  profiles?: string[]
  command?: string
  environment?: Record<string, string | null>
  ports?: string[]
  volumes?: string[]
  networks?: { default: { aliases: string[] } }
  depends_on?: string[]
  healthcheck?: { test: string[] }
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const all = Object.entries(services)
/** The names of services without the property. */
const without = (holds: (service: Service) => unknown) => all.filter(([, each]) => !holds(each)).map(([name]) => name)
const inCluster = (kind: RegExp) => all.map(([name]) => name).filter((name) => kind.test(name))

it('the container runs as an unprivileged user, writes only to its volume, and reports its health', () => {
  const container = read('Containerfile')
  expect(container).toMatch(/^USER [1-9]\d{4}$/m)
  expect(container).toMatch(/^HEALTHCHECK .*\/healthz/m)
  expect(container.indexOf('\nUSER ')).toBeLessThan(container.indexOf('\nENTRYPOINT '))
})

it('without a profile only Brontide runs; other services need a profile', () => {
  const of = (profile?: string) => all.filter(([, { profiles = [] }]) => profiles[0] === profile).map(([name]) => name)
  expect(of()).toEqual(['brontide'])
  expect(of('cluster')).toEqual(['nats-1', 'nats-2', 'nats-3', 'brontide-a', 'brontide-b', 'proxy'])
  expect(of('monitoring')).toEqual(['prometheus', 'grafana'])
})

it('every service has a health check, minimal rights, and is reachable from this machine only', () => {
  expect(without(({ healthcheck }) => healthcheck?.test[0] === 'CMD')).toEqual([])
  expect(without(({ cap_drop }) => cap_drop?.join() === 'ALL')).toEqual([])
  expect(without(({ security_opt }) => security_opt?.includes('no-new-privileges:true'))).toEqual([])
  expect(without(({ read_only }) => read_only)).toEqual(['grafana'])
  expect(without(({ ports = [] }) => ports.every((port) => /^127\.0\.0\.1:\d+:\d+$/.test(port)))).toEqual([])
  const taken = all.flatMap(([, { ports = [] }]) => ports.map((port) => port.split(':')[1]))
  expect(new Set(taken).size).toBe(taken.length)
})

it('images have a version, or are built of the release', () => {
  const isPinned = /^docker\.io\/[\w-]+\/[\w-]+:v?\d+\.\d+\.\d+(-alpine)?$/
  expect(without(({ image, build }) => (image ? isPinned.test(image) : build?.dockerfile === 'Containerfile'))).toEqual(
    [],
  )
})

it('its settings, services, volumes and files exist', () => {
  const settings = all.flatMap(([, { environment = {} }]) => Object.keys(environment))
  expect(settings).toContain('NATS_URL')
  expect(settings.filter((name) => !read('docs/configuration.md').includes(`\`${name}\``))).toEqual([])
  expect(all.flatMap(([, { depends_on = [] }]) => depends_on).filter((name) => !(name in services))).toEqual([])
  const sources = all.flatMap(([, each]) => (each.volumes ?? []).map((text) => text.split(':')[0]!))
  expect(sources.filter((path) => path.startsWith('.') && !existsSync(join(ROOT, path)))).toEqual([])
  const kept = sources.filter((path) => !path.startsWith('.'))
  expect(kept.sort()).toEqual(Object.keys(volumes).sort()) // each with a separate one
})

it('both of the cluster have the same settings and all NATS servers; the proxy leads to both', () => {
  const a = services['brontide-a']!
  const b = services['brontide-b']!
  expect(a.environment).toEqual(b.environment)
  const nats = inCluster(/^nats-/)
  expect(a.environment!.NATS_URL).toBe(nats.map((name) => `nats://${name}:4222`).join())
  // A secret in the file would be shared by all installations, and a generated one would differ between both services.
  expect(a.environment!.TOKEN_SECRET).toMatch(/^\$\{TOKEN_SECRET:-\}$/)
  const led = [...read('deploy/cluster/Caddyfile').matchAll(/reverse_proxy (?:@\w+ )?(.*) \{/g)].map(
    ([, names]) => names!,
  )
  expect(led.length).toBeGreaterThan(0)
  const both = inCluster(/^brontide-/).map((name) => `${name}:8080`)
  for (const names of led) expect(names.split(' ').sort()).toEqual(both)
  expect(read('deploy/cluster/Caddyfile')).toContain(`\n:${services.proxy!.ports![0]!.split(':')[2]} {`)
})

it('Prometheus finds any running Brontide by one name', () => {
  const { scrape_configs } = parse(read('deploy/monitoring/prometheus.yml')) as {
    scrape_configs: { dns_sd_configs: { names: string[] }[] }[]
  }
  const [name = ''] = scrape_configs[0]!.dns_sd_configs[0]!.names
  const answers = all.filter(([own, { networks }]) => own === name || networks?.default.aliases.includes(name))
  expect(answers.map(([own]) => own)).toEqual(['brontide', 'brontide-a', 'brontide-b'])
})

it.skipIf(!NATS_SERVER)('each NATS server accepts its flags, and resolves itself and the others by name', () => {
  const nats = inCluster(/^nats-/)
  const routes = nats.map((name) => `nats://${name}:6222`).join()
  const folder = mkdtempSync(join(tmpdir(), 'brontide-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of nats) {
    const flags = services[name]!.command!.split(' ')
    expect(flags[flags.indexOf('-n') + 1]).toBe(name)
    expect(flags[flags.indexOf('--routes') + 1]).toBe(routes)
    // Parses the flags without a start: for invalid ones it prints its usage.
    const tried = spawnSync(NATS_SERVER!, [...flags, '-c', '/dev/null', '-t'], { cwd: folder, env: TOOL_ENV })
    expect(String(tried.stderr)).toContain('is valid')
  }
})
